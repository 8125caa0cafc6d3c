# target: ascend950
# Raw tile.load on an MX layout carries target_memory=Mat, or it is refused.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, scales: pl.Tensor[[16, 2], pl.FP8E8M0, pl.MX_A_ZZ], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        s = pl.tile.load(scales, [0, 0], [16, 2], [16, 2])
        v = pl.load(x, [0, 0], [16, 32])
        result = pl.store(v, [0, 0], out)
        return result
