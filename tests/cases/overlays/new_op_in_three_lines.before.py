# An op that only the overlay beside this file knows is placed and gets its moves.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 64], pl.BF16] = pl.tile.load(a, [0, 0], [16, 64], [16, 64])
        w: pl.Tile[[64, 32], pl.BF16] = pl.tile.load(b, [0, 0], [64, 32], [64, 32])
        z: pl.Tile[[16, 32], pl.FP32] = pl.tile.matmul(t, w)
        s: pl.Tile[[16, 32], pl.FP32] = pl.tile.softcap(z)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(s, [0, 0], out)
        return result
