# A view lies where its input lies.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        x_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
        wide: pl.Tile[[64, 16], pl.FP32, pl.Mem.Mat] = pl.reshape(x_tile, [64, 16])
        y_tile = pl.add(x_tile, x_tile)
        result = pl.store(y_tile, [0, 0], out)
        return result
