# A loop that forces a tile out of the chip: an allocation cannot be made there either, and a warning says so.
import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        z: pl.Tile[[16, 16], pl.FP32] = pl.tile.create([16, 16], dtype=pl.FP32)
        for i, (c,) in pl.range(2, init_values=(z,)):
            b: pl.Tile[[16, 16], pl.FP32, pl.Mem.DDR] = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.DDR)
            r = pl.yield_(b)
        return pl.tile.store(a, [0, 0], out)
