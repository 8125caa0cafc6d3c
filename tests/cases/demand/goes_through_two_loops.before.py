# The init of the inner loop is the iter-arg of the outer one. The wish passes both on its way to the load.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        w = pl.load(b, [0, 0], [64, 32])
        t = pl.load(a, [0, 0], [16, 64])
        for i, (w_i,) in pl.range(4, init_values=(w,)):
            for j, (w_j,) in pl.range(2, init_values=(w_i,)):
                z = pl.matmul(t, w_j)
                r = pl.store(z, [0, 0], out)
                w_k = pl.yield_(w_j)
            w_n = pl.yield_(w_k)
        return out
