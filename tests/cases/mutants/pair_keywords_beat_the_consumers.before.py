# target: ascend910b
# What a pair always says stands, also where the consumer would like another layout.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32] = pl.tile.found(out)
        b: pl.Tile[[16, 16], pl.FP32] = pl.tile.add(a, a)
        return pl.tile.store(b, [0, 0], out)
