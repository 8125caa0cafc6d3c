# Three moves lead from Vec to Far and four to Last, and each stop is made once.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.at_far(a)
        d: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.at_last(b)
        e: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.add(c, d)
        return pl.tile.store(e, [0, 0], out)
