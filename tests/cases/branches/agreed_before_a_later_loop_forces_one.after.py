# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        kept: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        kept_Left: pl.Tile[[16, 16], pl.FP32, pl.Mem.Left] = pl.tile.move(kept, target_memory=pl.Mem.Left)
        kept_Right: pl.Tile[[16, 16], pl.FP32, pl.Mem.Right] = pl.tile.move(kept, target_memory=pl.Mem.Right)
        first: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(kept_Left, kept_Right)
        second: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.matmul(kept_Left, kept_Right)
        if n < 1:
            joined: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.yield_(first)
        else:
            joined: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.yield_(second)
        for i, (carried,) in pl.range(2, init_values=(second,)):
            last: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.yield_(kept)
        result: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(joined, [0, 0], out)
        return result
