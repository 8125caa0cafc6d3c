# A transposed view hands the wish for Right back to the load.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, bt: pl.Tensor[[32, 64], pl.BF16], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(bt, [0, 0], [32, 64])
        w_t = pl.tile.transpose_view(w)
        z = pl.matmul(t, w_t)
        result = pl.store(z, [0, 0], out)
        return result
