# An op that can be told where to put its result and is not: unwanted, it stays with its input; wanted, it goes where it is wanted.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        b: pl.Tile[[16, 16], pl.FP32] = pl.tile.fetch(a)
        c: pl.Tile[[16, 16], pl.FP32] = pl.tile.fetch(a)
        d: pl.Tile[[16, 16], pl.FP32] = pl.tile.exp(c)
        return pl.tile.store(d, [0, 0], out)
