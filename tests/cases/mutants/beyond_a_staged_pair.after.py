# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        l: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        l_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left] = pl.tile.move(l, target_memory=pl.Mem.Left)
        l_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right] = pl.tile.move(l, target_memory=pl.Mem.Right)
        p: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(l_Left, l_Right)
        b_Post: pl.Tile[[16, 16], pl.FP32, pl.Mem.Post, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.move(b, target_memory=pl.Mem.Post, blayout=pl.TileLayout.col_major)
        b_Post_Goal: pl.Tile[[16, 16], pl.FP32, pl.Mem.Goal, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.move(b_Post, target_memory=pl.Mem.Goal)
        b_Post_Goal_Beyond: pl.Tile[[16, 16], pl.FP32, pl.Mem.Beyond, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.move(b_Post_Goal, target_memory=pl.Mem.Beyond)
        d: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.beyond(b_Post_Goal_Beyond)
        p_Vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.move(p, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
        p_Vec_Post: pl.Tile[[16, 16], pl.FP32, pl.Mem.Post] = pl.tile.move(p_Vec, target_memory=pl.Mem.Post, blayout=pl.TileLayout.row_major)
        p_Vec_Post_Goal: pl.Tile[[16, 16], pl.FP32, pl.Mem.Goal] = pl.tile.move(p_Vec_Post, target_memory=pl.Mem.Goal)
        e: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.at_goal(p_Vec_Post_Goal)
        f: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.add(d, e)
        return pl.tile.store(f, [0, 0], out)
