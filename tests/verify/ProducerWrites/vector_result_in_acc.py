# The vector core writes its own memory, whatever the annotation says.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        start: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc] = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)
        result = pl.store(start, [0, 0], out)
        return result
