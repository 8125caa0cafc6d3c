# A single column in Vec is column-major by its shape; nothing needs to be said.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, col: pl.Tensor[[16, 1], pl.FP32], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(col, [0, 0], [16, 1])
        v = pl.load(x, [0, 0], [16, 32])
        y = pl.row_expand_mul(v, t)
        result = pl.store(y, [0, 0], out)
        return result
