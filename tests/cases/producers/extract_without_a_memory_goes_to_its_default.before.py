# pypto.program: Kernel
# extract has a default, so it is not retargetable: without the keyword it writes Vec even for a matmul.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(wide: pl.Tensor[[16, 128], pl.BF16], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 128], pl.BF16] = pl.tile.load(wide, [0, 0], [16, 128], [16, 128])
        part: pl.Tile[[16, 64], pl.BF16] = pl.tile.extract(t, 0, 0, [16, 64])
        w: pl.Tile[[64, 32], pl.BF16] = pl.tile.load(b, [0, 0], [64, 32], [64, 32])
        z: pl.Tile[[16, 32], pl.FP32] = pl.tile.matmul(part, w)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(z, [0, 0], out)
        return result
