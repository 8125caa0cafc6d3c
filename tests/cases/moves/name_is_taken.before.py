# The name of a copy is the tile's name and the memory. A tile of the author's that is called so already keeps its
# name.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t_Left = pl.load(x, [0, 0], [16, 32])
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul(t, w)
        v = pl.exp(t_Left)
        kept = pl.store(v, [0, 0], out)
        result = pl.store(z, [0, 0], kept)
        return result
