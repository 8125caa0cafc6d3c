# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        w: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
        t: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
        for i, (w_i,) in pl.range(4, init_values=(w,)):
            t_Left: pl.Tile[[16, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(t, target_memory=pl.Mem.Left)
            w_i_Right: pl.Tile[[64, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(w_i, target_memory=pl.Mem.Right)
            z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(t_Left, w_i_Right)
            r: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(z, [0, 0], out)
            w_n: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.yield_(w_i)
        return out
