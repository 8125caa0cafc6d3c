# LEFT_RIGHT gives each lane half of the columns. Folding the columns folds half of them.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, attrs={"split_aiv": True})
    def kernel(self, a: pl.Tensor[[16, 16], pl.BF16], b: pl.Tensor[[16, 16], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b_tile = pl.load(b, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        a_left = pl.move(a_tile, target_memory=pl.Mem.Left)
        b_right = pl.move(b_tile, target_memory=pl.Mem.Right)
        product = pl.matmul(a_left, b_right)

        for lane in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
            half = pl.aiv_shard(product)
            scratch = pl.tile.create([16, 8], dtype=pl.FP32, target_memory=pl.Mem.Vec)
            sums = pl.tile.row_sum(half, scratch)
            result = pl.store(sums, [0, 0], out)
        return result
