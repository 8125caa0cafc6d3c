# Nothing is placed in an Opaque function, so an operand can stand where placement would never leave it. Why its load stays is told all
# the same, beside the kind of the function.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.Opaque)
    def panel_into_the_product(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            product = pl.tile.matmul(tokens_mat, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Opaque)
    def left_on_the_right(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_left = pl.tile.move(weights_mat, target_memory=pl.Mem.Left)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(weights_left, tokens_left)
            more = pl.tile.matmul_acc(product, tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Opaque)
    def copy_of_a_copy_without_a_name(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            pl.tile.move(tokens_left, target_memory=pl.Mem.Left)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        tokens = pl.create_tensor([32, 32], dtype=pl.BF16)
        part_1 = self.panel_into_the_product(tokens, scores)
        part_2 = self.left_on_the_right(tokens, part_1)
        done = self.copy_of_a_copy_without_a_name(tokens, part_2)
        return done
