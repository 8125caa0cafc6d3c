# A product goes to Near by way of Vec, and the move out of Acc says what it always says; one that goes to Far stops in Near as that pair says.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        l: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        p: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(l, l)
        c: pl.Tile[[16, 16], pl.FP32] = pl.tile.at_near(p)
        q: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(l, l)
        d: pl.Tile[[16, 16], pl.FP32] = pl.tile.at_far(q)
        e: pl.Tile[[16, 16], pl.FP32] = pl.tile.add(c, d)
        return pl.tile.store(e, [0, 0], out)
