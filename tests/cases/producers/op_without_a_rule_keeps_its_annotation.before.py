# tpop has no rule for its result: what its annotation says counts.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        w: pl.Tile[[64, 32], pl.BF16] = pl.tile.load(b, [0, 0], [64, 32], [64, 32])
        z: pl.Tile[[16, 32], pl.FP32] = pl.tile.matmul(t, w)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(z, [0, 0], out)
        return result
