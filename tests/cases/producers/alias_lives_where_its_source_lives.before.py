# y = x: one value, one memory.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        same = t
        again = same
        e = pl.move(again, target_memory=pl.Mem.Left)
        v = pl.load(x, [0, 0], [16, 32])
        result = pl.store(v, [0, 0], out)
        return result
