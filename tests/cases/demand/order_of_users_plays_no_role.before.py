# opspecs: tests/overlays/pypto-2026-08.yaml
# The same kernel as special_demand_beats_default_demand with the users in the other order: the same places.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul(t, w)
        e = pl.exp(t)
        e_row = pl.cast(e, pl.FP32, mode="rint")
        result = pl.store(z, [0, 0], out)
        return result
