# What the caller got from outside stays outside, whatever name it has when it is handed in: the joined name of a name, the item of a
# call that filled it, what a loop carries.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        renamed: pl.Tensor[[32, 64], pl.BF16],
        listed: pl.Tensor[[32, 64], pl.BF16],
        kept: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            renamed_mat = pl.tile.load(renamed, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            renamed_left = pl.tile.move(renamed_mat, target_memory=pl.Mem.Left)
            renamed_product = pl.tile.matmul(renamed_left, weights_right)
            listed_mat = pl.tile.load(listed, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            listed_left = pl.tile.move(listed_mat, target_memory=pl.Mem.Left)
            listed_product = pl.tile.matmul(listed_left, weights_right)
            kept_mat = pl.tile.load(kept, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            kept_left = pl.tile.move(kept_mat, target_memory=pl.Mem.Left)
            kept_product = pl.tile.matmul(kept_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def fill_both(
        self,
        target: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
        count: pl.Out[pl.Tensor[[4], pl.INT32]],
    ) -> tuple[pl.Tensor[[32, 64], pl.BF16], pl.Tensor[[4], pl.INT32]]:
        return target, count

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        outside: pl.InOut[pl.Tensor[[32, 64], pl.BF16]],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        flag: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        count = pl.create_tensor([4], dtype=pl.INT32)
        name = outside
        if flag < 1:
            renamed: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(name)
        else:
            renamed: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(name)
        listed, counted = self.fill_both(outside, count)
        for i, (kept,) in pl.range(2, init_values=(outside,)):
            done = self.project(renamed, listed, kept, weights, scores)
            last: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(kept)
        return scores
