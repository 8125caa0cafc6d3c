# Two extracts read the panel. The panel leaves, its stagings stay: they are no exact chain.
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
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            front = pl.tile.extract(tokens_mat, 0, 0, [32, 32], target_memory=pl.Mem.Left)
            back = pl.tile.extract(tokens_mat, 0, 32, [32, 32], target_memory=pl.Mem.Left)
            product = pl.tile.matmul(front, weights_right)
            total = pl.tile.matmul_acc(product, back, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([32, 64], dtype=pl.BF16)
        done = self.project(tokens, weights, scores)
        return done
