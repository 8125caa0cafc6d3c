# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[64, 128], pl.FP16], b: pl.Tensor[[128, 64], pl.FP16], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        # the first product
        t__tmp_v0: pl.Tile[[64, 64], pl.FP16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
        t__tmp_v1: pl.Tile[[64, 64], pl.FP16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
        t__tmp_v0_Left: pl.Tile[[64, 64], pl.FP16, pl.Mem.Left] = pl.tile.move(t__tmp_v0, target_memory=pl.Mem.Left)
        t__tmp_v1_Right: pl.Tile[[64, 64], pl.FP16, pl.Mem.Right] = pl.tile.move(t__tmp_v1, target_memory=pl.Mem.Right)
        first: pl.Tile[[64, 64], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(t__tmp_v0_Left, t__tmp_v1_Right)
        for i, (acc,) in pl.range(1, 2, init_values=(first,)):
            t__tmp_v2: pl.Tile[[64, 64], pl.FP16, pl.Mem.Mat] = pl.tile.load(a, [0, i * 64], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
            t__tmp_v3: pl.Tile[[64, 64], pl.FP16, pl.Mem.Mat] = pl.tile.load(b, [i * 64, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
            t__tmp_v2_Left: pl.Tile[[64, 64], pl.FP16, pl.Mem.Left] = pl.tile.move(t__tmp_v2, target_memory=pl.Mem.Left)
            t__tmp_v3_Right: pl.Tile[[64, 64], pl.FP16, pl.Mem.Right] = pl.tile.move(t__tmp_v3, target_memory=pl.Mem.Right)
            t__tmp_v4: pl.Tile[[64, 64], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(acc, t__tmp_v2_Left, t__tmp_v3_Right)
            total: pl.Tile[[64, 64], pl.FP32, pl.Mem.Acc] = pl.yield_(t__tmp_v4)
        total_Vec: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.move(total, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
        return pl.tile.store(pl.tile.exp(total_Vec), [0, 0], out)
