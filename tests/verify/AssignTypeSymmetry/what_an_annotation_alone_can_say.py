# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[2, 16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        flattened: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0, 0], [2, 16, 64], [2, 16, 64], target_memory=pl.Mem.Vec)
        narrower: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[8, 64])] = pl.tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        result: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(narrower, [0, 0], out)
        return result
