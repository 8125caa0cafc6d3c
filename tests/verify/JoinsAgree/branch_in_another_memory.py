# The result of the `if` is in Vec by its annotation, but one branch yields a tile in Mat.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        if n < 4:
            a_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
            y_tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.yield_(a_tile)
        else:
            b_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Mat)
            y_tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.yield_(b_tile)
        result = pl.store(y_tile, [0, 0], out)
        return result
