# A second name of a tile cannot be in another memory than the tile.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        x_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
        y_tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat] = x_tile
        result = pl.store(x_tile, [0, 0], out)
        return result
