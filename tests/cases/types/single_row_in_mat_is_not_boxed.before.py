# A load of one row into Mat is laid out flat, and its annotation says so.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, row: pl.Tensor[[1, 64], pl.BF16], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(row, [0, 0], [1, 64])
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.gemv(t, w)
        result = pl.store(z, [0, 0], out)
        return result
