# A tile that goes on from a memory which it reaches by a staged pair: the stop is made as the staging says, and only so.
# One that comes from elsewhere passes the same stop, and the staging says nothing about it.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        l: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        p: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(l, l)
        d: pl.Tile[[16, 16], pl.FP32] = pl.tile.beyond(b)
        e: pl.Tile[[16, 16], pl.FP32] = pl.tile.at_goal(p)
        f: pl.Tile[[16, 16], pl.FP32] = pl.tile.add(d, e)
        return pl.tile.store(f, [0, 0], out)
