# pypto.program: K
import pypto.language as pl

@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        z: pl.Tile[[16, 16], pl.FP32, pl.Mem.DDR] = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.DDR)
        for i, (c,) in pl.range(2, init_values=(z,)):
            b: pl.Tile[[16, 16], pl.FP32, pl.Mem.DDR] = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.DDR)
            r: pl.Tile[[16, 16], pl.FP32, pl.Mem.DDR] = pl.yield_(b)
        return pl.tile.store(a, [0, 0], out)
