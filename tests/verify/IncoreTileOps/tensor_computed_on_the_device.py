# A device function computes on tiles. It may read, write and view tensors.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        doubled = pl.tensor.add(x, x)
        x_tile = pl.load(doubled, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
        result = pl.store(x_tile, [0, 0], out)
        return result
