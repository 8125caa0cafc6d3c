# pypto.program: Kernel
# What a join yields must be where its result is: in either branch, and at the end of a loop as at its start.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        mat: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        if True:
            first: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.yield_(vec)
        else:
            first: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.yield_(mat)
        for i, (c,) in pl.range(2, init_values=(mat,)):
            last: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.yield_(vec)
        return out
