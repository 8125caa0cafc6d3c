# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(x32: pl.Tensor[[32, 32], pl.FP32], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
        w: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
        t_Left: pl.Tile[[16, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(t, target_memory=pl.Mem.Left)
        w_Right: pl.Tile[[64, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(w, target_memory=pl.Mem.Right)
        z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(t_Left, w_Right)
        u: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(x32, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        z_Left: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(z, target_memory=pl.Mem.Left)
        u_Right: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(u, target_memory=pl.Mem.Right)
        y: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(z_Left, u_Right)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(y, [0, 0], out)
        return result
