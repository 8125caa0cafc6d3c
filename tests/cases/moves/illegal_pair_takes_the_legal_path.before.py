# A product is the left operand of the next matmul. Nothing moves Acc to Left; the way leads through Mat.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x32: pl.Tensor[[32, 32], pl.FP32], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul(t, w)
        u = pl.load(x32, [0, 0], [32, 32])
        y = pl.matmul(z, u)
        result = pl.store(y, [0, 0], out)
        return result
