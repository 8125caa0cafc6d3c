# An allocation that one op wants in Acc and another in Left is born in Acc, and moved for the other.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        z: pl.Tile[[16, 16], pl.FP16] = pl.tile.create([16, 16], dtype=pl.FP16)
        p: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(z, a)
        q: pl.Tile[[16, 16], pl.FP32] = pl.tile.gemv_acc(z, a, a)
        r: pl.Tile[[16, 16], pl.FP32] = pl.tile.add(p, q)
        return pl.tile.store(r, [0, 0], out)
