# The accumulator that leaves an if is in Acc, and cast reads Vec: the move stands after the if.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out16: pl.Out[pl.Tensor[[16, 32], pl.BF16]]) -> pl.Tensor[[16, 32], pl.BF16]:
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        base = pl.matmul(t, w)
        if n < 1:
            r = pl.yield_(base)
        else:
            more = pl.matmul_acc(base, t, w)
            r = pl.yield_(more)
        half = pl.cast(r, pl.BF16, mode="rint")
        result = pl.store(half, [0, 0], out16)
        return result
