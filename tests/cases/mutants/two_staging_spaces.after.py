# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        a_Mat: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.move(a, target_memory=pl.Mem.Mat)
        a_Mat_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left] = pl.tile.move(a_Mat, target_memory=pl.Mem.Left)
        a_Mat_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right] = pl.tile.move(a_Mat, target_memory=pl.Mem.Right)
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_Mat_Left, a_Mat_Right)
        a_Mat_Bias: pl.Tile[[16, 16], pl.FP16, pl.Mem.Bias, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(a_Mat, target_memory=pl.Mem.Bias)
        c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.biased(a_Mat_Bias)
        b_Vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.move(b, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
        d: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.add(b_Vec, c)
        return pl.tile.store(d, [0, 0], out)
