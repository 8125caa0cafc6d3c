# A loop that carries nothing ends with its names. This one is used afterwards.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        for i in pl.range(4):
            y_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
        result = pl.store(y_tile, [0, 0], out)
        return result
