# What the loop goes on with is taken out of a tuple, where nobody follows it. It may be the very tensor that is read.
# PyPTO sees only what the carry starts as.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        made = pl.create_tensor([32, 64], dtype=pl.BF16)
        other = pl.create_tensor([32, 64], dtype=pl.BF16)
        for i, (carried,) in pl.range(2, init_values=(other,)):
            done = self.project(made, weights, scores, carried)
            pair = [made, other]
            last: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(pair[0])
        return scores
