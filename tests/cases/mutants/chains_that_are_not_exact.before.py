# In an exact chain a load in Mat and all that is made of it have one use each, up to the operand of the matrix unit. Here is one
# exception in each kernel: what is staged stays in the loop.
# target: ascend910b
# opspecs: tests/overlays/pypto-2026-08.yaml

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def staged_out_of_vec(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_vec = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Vec, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_vec, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def view_for_two_products(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            turned = pl.tile.transpose_view(tokens_mat)
            tokens_left = pl.tile.move(turned, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
            more = pl.tile.matmul_acc(product, tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def view_beside_a_copy(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            turned = pl.tile.transpose_view(tokens_mat)
            turned_left = pl.tile.move(turned, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(turned_left, weights_right)
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            more = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Opaque)
    def view_in_another_memory(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_vec = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Vec, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            turned: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.transpose_view(tokens_vec)
            tokens_left = pl.tile.move(turned, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        tokens = pl.create_tensor([32, 32], dtype=pl.BF16)
        part_1 = self.staged_out_of_vec(tokens, weights, scores)
        part_2 = self.view_for_two_products(tokens, weights, part_1)
        part_3 = self.view_beside_a_copy(tokens, weights, part_2)
        done = self.view_in_another_memory(tokens, weights, part_3)
        return done
