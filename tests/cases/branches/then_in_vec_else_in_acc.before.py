# The branches disagree. The result takes the then-branch's Vec, and the accumulator of the else-branch is moved
# before its yield.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        v = pl.load(x, [0, 0], [16, 32])
        if n < 1:
            e = pl.exp(v)
            r = pl.yield_(e)
        else:
            z = pl.matmul(t, w)
            r = pl.yield_(z)
        result = pl.store(r, [0, 0], out)
        return result
