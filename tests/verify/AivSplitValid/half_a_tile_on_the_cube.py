# What a lane made is half a tile. The cube core needs it gathered.

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

        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half = pl.aiv_shard(product)
            doubled = pl.add(half, half)
        left_half = pl.move(doubled, target_memory=pl.Mem.Mat)
        result = pl.store(product, [0, 0], out)
        return result
