# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        a_Mat: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.move(a, target_memory=pl.Mem.Mat)
        a_Mat_Mid: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mid, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(a_Mat, target_memory=pl.Mem.Mid)
        a_Mat_Mid_Far: pl.Tile[[16, 16], pl.FP32, pl.Mem.Far, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(a_Mat_Mid, target_memory=pl.Mem.Far)
        c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.at_far(a_Mat_Mid_Far)
        b_Mat: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.move(b, target_memory=pl.Mem.Mat)
        b_Mat_Mid: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mid, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(b_Mat, target_memory=pl.Mem.Mid)
        b_Mat_Mid_Far: pl.Tile[[16, 16], pl.FP32, pl.Mem.Far, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(b_Mat_Mid, target_memory=pl.Mem.Far)
        b_Mat_Mid_Far_Last: pl.Tile[[16, 16], pl.FP32, pl.Mem.Last, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(b_Mat_Mid_Far, target_memory=pl.Mem.Last)
        d: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.at_last(b_Mat_Mid_Far_Last)
        e: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.add(c, d)
        return pl.tile.store(e, [0, 0], out)
