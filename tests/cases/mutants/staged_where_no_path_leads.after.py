# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        a_Mat: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.move(a, target_memory=pl.Mem.Mat)
        a_Mat_Nook: pl.Tile[[16, 16], pl.FP32, pl.Mem.Nook, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(a_Mat, target_memory=pl.Mem.Nook)
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.in_nook(a_Mat_Nook)
        return pl.tile.store(b, [0, 0], out)
