# A tile that goes on from a memory which it reaches by a staged pair: the stop is made as the staging says, and only so.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        b: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        d: pl.Tile[[16, 16], pl.FP32] = pl.tile.beyond(b)
        return pl.tile.store(d, [0, 0], out)
