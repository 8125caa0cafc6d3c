# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        acc: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        before: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.slice(acc, [16, 32], [0, 0])
        t: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
        w: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
        for i, (acc_i,) in pl.range(4, init_values=(acc,)):
            t_Left: pl.Tile[[16, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(t, target_memory=pl.Mem.Left)
            w_Right: pl.Tile[[64, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(w, target_memory=pl.Mem.Right)
            z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(t_Left, w_Right)
            total: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.yield_(z)
        after: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.slice(acc, [16, 32], [0, 0])
        kept: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(before, [0, 0], out)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(after, [0, 0], kept)
        return result
