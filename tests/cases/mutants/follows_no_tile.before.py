# An op whose result stays with its first tile, and that reads none: it goes to the default memory.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32] = pl.tile.peek(out, [16, 16])
        b: pl.Tile[[16, 16], pl.FP32] = pl.tile.exp(a)
        return pl.tile.store(b, [0, 0], out)
