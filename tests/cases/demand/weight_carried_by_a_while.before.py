# while and for carry alike.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        w = pl.load(b, [0, 0], [64, 32])
        t = pl.load(a, [0, 0], [16, 64])
        for i, w_i in pl.while_(init_values=(n, w)):
            pl.cond(i < 4)
            z = pl.matmul(t, w_i)
            r = pl.store(z, [0, 0], out)
            i_n, w_n = pl.yield_(i + 1, w_i)
        return out
