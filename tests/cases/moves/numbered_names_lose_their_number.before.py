# w_1 is the second tile called w. Its copy is named after w, and numbered with the other copies.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        w = pl.load(b, [0, 0], [64, 32])
        w_1 = pl.load(b, [0, 0], [64, 32])
        t = pl.load(a, [0, 0], [16, 64])
        z = pl.matmul(t, w)
        y = pl.matmul_acc(z, t, w_1)
        result = pl.store(y, [0, 0], out)
        return result
