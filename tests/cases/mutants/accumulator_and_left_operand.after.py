# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        z: pl.Tile[[16, 16], pl.FP16, pl.Mem.Acc] = pl.tile.create([16, 16], dtype=pl.FP16, target_memory=pl.Mem.Acc)
        z_Mat: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.move(z, target_memory=pl.Mem.Mat)
        z_Mat_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left] = pl.tile.move(z_Mat, target_memory=pl.Mem.Left)
        a_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right] = pl.tile.move(a, target_memory=pl.Mem.Right)
        p: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(z_Mat_Left, a_Right)
        a_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left] = pl.tile.move(a, target_memory=pl.Mem.Left)
        q: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.gemv_acc(z, a_Left, a_Right, acc_phase='unspecified')
        p_Vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.move(p, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
        q_Vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.move(q, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
        r: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.add(p_Vec, q_Vec)
        return pl.tile.store(r, [0, 0], out)
