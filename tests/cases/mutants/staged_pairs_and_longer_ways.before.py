# A pair that goes through a third memory keeps its keywords at the stop; a way that only passes by does not take them.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        l: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        p: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(l, l)
        c: pl.Tile[[16, 16], pl.FP32] = pl.tile.at_goal(a)
        d: pl.Tile[[16, 16], pl.FP32] = pl.tile.beyond(b)
        e: pl.Tile[[16, 16], pl.FP32] = pl.tile.at_goal(p)
        f: pl.Tile[[16, 16], pl.FP32] = pl.tile.add(c, d)
        g: pl.Tile[[16, 16], pl.FP32] = pl.tile.add(e, f)
        return pl.tile.store(g, [0, 0], out)
