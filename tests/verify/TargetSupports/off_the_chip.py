# pypto.program: Kernel
# target: ascend910b
# Global memory is no memory of the chip: whether the chip has it is not asked.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        away: pl.Tile[[16, 16], pl.FP32, pl.Mem.DDR] = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.DDR)
        return out
