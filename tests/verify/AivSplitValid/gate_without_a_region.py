# A shard leads into a region, and here is none.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[16, 16], pl.BF16], b: pl.Tensor[[16, 16], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b_tile = pl.load(b, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        a_left = pl.move(a_tile, target_memory=pl.Mem.Left)
        b_right = pl.move(b_tile, target_memory=pl.Mem.Right)
        product = pl.matmul(a_left, b_right)

        half = pl.tile.aiv_shard(product, split=1)
        result = pl.store(half, [0, 0], out)
        return result
