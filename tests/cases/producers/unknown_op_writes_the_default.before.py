# pypto.program: Kernel
# An op that no spec describes puts its result into Vec, and a warning says so.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 32], pl.FP32] = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
        s: pl.Tile[[16, 32], pl.FP32] = pl.tile.softcap(t)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(s, [0, 0], out)
        return result
