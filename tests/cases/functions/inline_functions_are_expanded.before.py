# Each expansion has variables of its own, so that what comes out is in SSA form.

import pypto.language as pl


@pl.inline
def rows(x, first):
    part = pl.load(x, [first * 16, 0], [16, 64])
    return part


@pl.inline
def soft(x, first, scale):
    part = rows(x, first)
    scaled = pl.mul(part, scale)
    return pl.exp(scaled)


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        one = soft(x, n, 2.0)
        other = soft(y, 3, 0.5)
        return pl.store(pl.add(one, other), [0, 0], out)
