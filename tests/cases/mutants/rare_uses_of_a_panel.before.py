# What else can become of a panel, or of what is staged from it, than an operand of the matrix unit.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.AIV)
    def helper(self, tile: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat], target: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        return target

    @pl.function(type=pl.FunctionType.InCore)
    def submitted(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            with pl.manual_scope():
                written, task = pl.submit(self.helper, tokens_mat, scores)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def packed(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            pair = [tokens_mat, step]
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def viewed_elsewhere(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        for step in pl.range(4):
            tokens_vec = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Vec, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            turned = pl.tile.transpose_view(tokens_vec)
            tokens_mat = pl.tile.move(turned, target_memory=pl.Mem.Mat)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def viewed_after_staging(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            turned = pl.tile.transpose_view(tokens_left)
            product = pl.tile.matmul(turned, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.AIC)
    def left_helper(self, tile: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left], target: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        return target

    @pl.function(type=pl.FunctionType.InCore)
    def uses_of_what_is_no_operand_anyway(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tile[[32, 32], pl.BF16, pl.Mem.Left]]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            turned = pl.tile.transpose_view(tokens_left)
            name = turned
            pair = [turned, step]
            for inner, (kept,) in pl.range(2, init_values=(turned,)):
                last = pl.yield_(turned)
            with pl.manual_scope():
                written, task = pl.submit(self.left_helper, turned, scores)
            product = pl.tile.gemv(turned, weights_right, attrs={"dump_vars": [turned]})
            return scores, turned

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        tokens = pl.create_tensor([32, 32], dtype=pl.BF16)
        weights = pl.create_tensor([32, 32], dtype=pl.BF16)
        part_1 = self.submitted(tokens, weights, scores)
        part_2 = self.packed(tokens, weights, part_1)
        part_3 = self.viewed_elsewhere(tokens, weights, part_2)
        part_4 = self.viewed_after_staging(tokens, weights, part_3)
        done, kept = self.uses_of_what_is_no_operand_anyway(tokens, weights, part_4)
        return done
