# What orchestrates has no on-chip memory.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        x_tile = pl.load(x, [0, 0], [16, 64])
        result = pl.store(x_tile, [0, 0], out)
        return result
