# A tensor that may be either of two has no storage that is known. It does not count as the first one, nor as coming from outside.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        nowhere: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            nowhere_mat = pl.tile.load(nowhere, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            nowhere_left = pl.tile.move(nowhere_mat, target_memory=pl.Mem.Left)
            nowhere_product = pl.tile.matmul(nowhere_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        outside: pl.InOut[pl.Tensor[[32, 64], pl.BF16]],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        flag: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        made = pl.create_tensor([32, 64], dtype=pl.BF16)
        if flag < 1:
            nowhere: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(outside)
        else:
            nowhere: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(made)
        done = self.project(nowhere, weights, scores)
        return done
