# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        if n < 1:
            if n < 0:
                e: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.exp(v)
                inner: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(e)
            else:
                s: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.sqrt(v)
                inner: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(s)
            r: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(inner)
        else:
            r: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(v)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(r, [0, 0], out)
        return result
