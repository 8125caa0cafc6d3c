# Left is filled through Mat and Bias, on this machine, through Vec: the one that is listed first serves both.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        b: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(a, a)
        c: pl.Tile[[16, 16], pl.FP32] = pl.tile.biased(a)
        d: pl.Tile[[16, 16], pl.FP32] = pl.tile.add(b, c)
        return pl.tile.store(d, [0, 0], out)
