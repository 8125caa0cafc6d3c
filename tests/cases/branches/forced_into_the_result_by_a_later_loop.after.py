# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        kept: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        plain: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        if n < 1:
            joined: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.yield_(kept)
        else:
            joined: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.yield_(plain)
        for i, (carried,) in pl.range(2, init_values=(plain,)):
            last: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.yield_(joined)
        joined_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left] = pl.tile.move(joined, target_memory=pl.Mem.Left)
        last_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right] = pl.tile.move(last, target_memory=pl.Mem.Right)
        product: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(joined_Left, last_Right)
        result: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(product, [0, 0], out)
        return result
