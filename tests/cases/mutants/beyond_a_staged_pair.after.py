# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        b_Post: pl.Tile[[16, 16], pl.FP32, pl.Mem.Post, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.move(b, target_memory=pl.Mem.Post, blayout=pl.TileLayout.col_major)
        b_Post_Goal: pl.Tile[[16, 16], pl.FP32, pl.Mem.Goal, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.move(b_Post, target_memory=pl.Mem.Goal)
        b_Post_Goal_Beyond: pl.Tile[[16, 16], pl.FP32, pl.Mem.Beyond, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.move(b_Post_Goal, target_memory=pl.Mem.Beyond)
        d: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.beyond(b_Post_Goal_Beyond)
        return pl.tile.store(d, [0, 0], out)
