# Only functions that are placed must say where their tile parameters live.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.Group)
    def aside(t: pl.Tile[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        return pl.tile.store(t, [0, 0], out)
