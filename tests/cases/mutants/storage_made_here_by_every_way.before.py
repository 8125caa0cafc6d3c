# What a call fills is whose it was, even if the call reads something without a name beside it.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        given: pl.Tensor[[32, 64], pl.BF16],
        last: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            given_mat = pl.tile.load(given, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            given_left = pl.tile.move(given_mat, target_memory=pl.Mem.Left)
            given_product = pl.tile.matmul(given_left, weights_right)
            last_mat = pl.tile.load(last, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            last_left = pl.tile.move(last_mat, target_memory=pl.Mem.Left)
            last_product = pl.tile.matmul(last_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def fill_from(
        self,
        source: pl.Tensor[[32, 64], pl.BF16],
        target: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 64], pl.BF16]:
        return target

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        flag: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        made = pl.create_tensor([32, 64], dtype=pl.BF16)
        other = pl.create_tensor([64, 64], dtype=pl.BF16)
        given = self.fill_from(pl.slice(other, [32, 64], [0, 0]), made)
        for i, (kept,) in pl.range(2, init_values=(made,)):
            last: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(kept)
        done = self.project(given, last, weights, scores)
        return done
