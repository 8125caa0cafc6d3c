# An if inside an if: the inner result is settled first.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        v = pl.load(x, [0, 0], [16, 32])
        if n < 1:
            if n < 0:
                e = pl.exp(v)
                inner = pl.yield_(e)
            else:
                s = pl.sqrt(v)
                inner = pl.yield_(s)
            r = pl.yield_(inner)
        else:
            r = pl.yield_(v)
        result = pl.store(r, [0, 0], out)
        return result
