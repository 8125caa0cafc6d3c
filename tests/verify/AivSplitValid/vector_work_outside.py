# A function with regions does its vector work inside of them.

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
            result = pl.store(half, [lane * 8, 0], out)
        c_tile = pl.load(result, [0, 0], [16, 16], target_memory=pl.Mem.Vec)
        d_tile = pl.exp(c_tile)
        final = pl.store(d_tile, [0, 0], result)
        return final
