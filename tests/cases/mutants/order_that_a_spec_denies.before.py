# The op spec of a staging says that it orders nothing, which counts for more than its category.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def paced(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move_paced(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def shared(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move_shared(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        tokens = pl.create_tensor([32, 32], dtype=pl.BF16)
        part_1 = self.paced(tokens, weights, scores)
        done = self.shared(tokens, weights, part_1)
        return done
