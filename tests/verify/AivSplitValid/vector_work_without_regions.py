# pypto.program: Kernel
# A function without regions may work on the vector core wherever it likes; its gate alone is out of place.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        vec: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        power: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(vec)
        whole: pl.Tile[[32, 64], pl.FP32, pl.Mem.Mat] = pl.tile.aic_gather(power)
        return out
