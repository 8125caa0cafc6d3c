# A reshape is a view too: the load beneath it is placed for the matmul.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, wide: pl.Tensor[[8, 128], pl.BF16], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        flat = pl.load(wide, [0, 0], [8, 128])
        t = pl.reshape(flat, [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul(t, w)
        result = pl.store(z, [0, 0], out)
        return result
