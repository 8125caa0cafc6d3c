# A created tile that nobody reads is allocated in Vec.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        unused = pl.tile.create([16, 32], dtype=pl.FP32)
        t = pl.load(x, [0, 0], [16, 32])
        result = pl.store(t, [0, 0], out)
        return result
