# Where tiles move both ways between the branches' memories, the then-branch decides.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        if True:
            a: pl.Tile[[16, 16], pl.FP32] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
            c = pl.yield_(a)
        else:
            b: pl.Tile[[16, 16], pl.FP32] = pl.tile.load(out, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
            c = pl.yield_(b)
        d: pl.Tile[[16, 16], pl.FP32] = pl.tile.exp(c)
        return pl.tile.store(d, [0, 0], out)
