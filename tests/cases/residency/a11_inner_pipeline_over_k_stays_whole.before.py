# The matmul is tiled over k in a pipeline. The panel leaves the outer loop; the pipeline, which replicates only its L0
# tiles, stays as it is.
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
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            acc = pl.tile.create([32, 96], dtype=pl.FP32, target_memory=pl.Mem.Acc)
            for k, (part,) in pl.pipeline(0, 64, 32, stage=2, init_values=(acc,)):
                tokens_left = pl.tile.extract(tokens_mat, 0, k, [32, 32], target_memory=pl.Mem.Left)
                weights_right = pl.tile.extract(weights_mat, k, 0, [32, 96], target_memory=pl.Mem.Right)
                more = pl.tile.matmul_acc(part, tokens_left, weights_right)
                product = pl.yield_(more)
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
