# pypto.program: Kernel
# target: ascend910b
# What holds of placed functions is not asked of others.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.Inline)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        named: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        left: pl.Tile[[16, 16], pl.FP32, pl.Mem.Left] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        cut: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.extract(vec, 0, 0, [16, 16])
        view: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.reshape(vec, [16, 16])
        fixed: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.exp(vec)
        operand: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.exp(named)
        scale: pl.Tile[[16, 16], pl.FP32, pl.Mem.LeftScale] = pl.tile.create([16, 16], dtype=pl.FP32)
        return out
