# A view cannot be told where to put its result: a loop that forces it into Acc is warned of.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        v: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.full([16, 16], dtype=pl.FP32, value=0.0)
        w: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.reshape(v, [16, 16])
        for i, (c,) in pl.range(2, init_values=(w,)):
            p: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(a, a)
            r = pl.yield_(p)
        return pl.tile.store(r, [0, 0], out)
