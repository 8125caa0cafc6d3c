# What other devices can reach is never read by a load that leaves its loop, so nobody asks which of two windows the call writes.
# target: ascend910b

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        window: pl.InOut[pld.DistributedTensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            tokens_product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        near: pl.InOut[pld.DistributedTensor[[32, 64], pl.BF16]],
        far: pl.InOut[pld.DistributedTensor[[32, 64], pl.BF16]],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        flag: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([32, 64], dtype=pl.BF16)
        if flag < 1:
            either: pld.DistributedTensor[[32, 64], pl.BF16] = pl.yield_(near)
        else:
            either: pld.DistributedTensor[[32, 64], pl.BF16] = pl.yield_(far)
        done = self.project(tokens, weights, scores, either)
        return done
