# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        v: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.full([16, 16], dtype=pl.FP32, value=0.0)
        w: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.reshape(v, [16, 16])
        for i, (c,) in pl.range(2, init_values=(w,)):
            a_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left] = pl.tile.move(a, target_memory=pl.Mem.Left)
            a_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right] = pl.tile.move(a, target_memory=pl.Mem.Right)
            p: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_Left, a_Right)
            r: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.yield_(p)
        return pl.tile.store(r, [0, 0], out)
