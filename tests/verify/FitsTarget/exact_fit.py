# pypto.program: Kernel
# target: ascend910b
# A memory may be full to the last byte.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[256, 128], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        left: pl.Tile[[256, 128], pl.BF16, pl.Mem.Left] = pl.tile.create([256, 128], dtype=pl.BF16, target_memory=pl.Mem.Left)
        return out
