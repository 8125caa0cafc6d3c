# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        l: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        l_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left] = pl.tile.move(l, target_memory=pl.Mem.Left)
        l_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right] = pl.tile.move(l, target_memory=pl.Mem.Right)
        p: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(l_Left, l_Right)
        p_Vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.move(p, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
        p_Vec_Near: pl.Tile[[16, 16], pl.FP32, pl.Mem.Near] = pl.tile.move(p_Vec, target_memory=pl.Mem.Near)
        c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.at_near(p_Vec_Near)
        q: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(l_Left, l_Right)
        q_Vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.move(q, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
        q_Vec_Near: pl.Tile[[16, 16], pl.FP32, pl.Mem.Near, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.move(q_Vec, target_memory=pl.Mem.Near, blayout=pl.TileLayout.col_major)
        q_Vec_Near_Far: pl.Tile[[16, 16], pl.FP32, pl.Mem.Far, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.move(q_Vec_Near, target_memory=pl.Mem.Far)
        d: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.at_far(q_Vec_Near_Far)
        e: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.add(c, d)
        return pl.tile.store(e, [0, 0], out)
