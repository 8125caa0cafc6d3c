# What was staged for the left operand is used as the right one; placement adds a move, which is not the staging of a
# chain. (Only an overlay lets it: the hardware moves nothing from Left to Right.)
# target: ascend910b
# opspecs: tests/overlays/pypto-2026-08.yaml

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
        rows_mat = pl.tile.load(weights, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        rows_left = pl.tile.move(rows_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(rows_left, tokens_left)
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
