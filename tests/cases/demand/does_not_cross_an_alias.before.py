# opspecs: tests/overlays/pypto-2026-08.yaml
# An alias is only a name: what its users want does not fall back on the tile that it names. The load goes to Vec by
# default, and the alias is moved.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        same = t
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul(same, w)
        result = pl.store(z, [0, 0], out)
        return result
