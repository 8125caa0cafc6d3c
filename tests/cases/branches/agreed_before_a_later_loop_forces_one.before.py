# Both branches yield from Acc. That a later loop forces one of the two into Mat, which its producer cannot write, is told (design decision 13);
# what was joined before stays as it was, and nothing is moved into Acc.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        kept: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        first = pl.tile.matmul(kept, kept)
        second = pl.tile.matmul(kept, kept)
        if n < 1:
            joined = pl.yield_(first)
        else:
            joined = pl.yield_(second)
        for i, (carried,) in pl.range(2, init_values=(second,)):
            last = pl.yield_(kept)
        result = pl.tile.store(joined, [0, 0], out)
        return result
