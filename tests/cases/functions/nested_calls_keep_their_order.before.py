# When one call of a statement gets a name, all inside of it do: the element is read before the second tile is made, as it is written.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.AIV)
    def main(self, a: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        if pl.read(t, [0, 0]) + pl.read(pl.load(a, [n, 0], [1, 64]), [0, 0]) < 2.0:
            u = pl.yield_(pl.mul(t, pl.read(t, [0, 1])))
        else:
            u = pl.yield_(t)
        t__tmp_v0 = pl.read(out, [0, 0])
        return pl.store(pl.add(u, t__tmp_v0), [0, 0], out)
