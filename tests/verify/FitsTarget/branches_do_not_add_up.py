# target: ascend910b
# The branches of an `if` never run together: each of them fits.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[128, 256], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[128, 256], pl.FP32]]) -> pl.Tensor[[128, 256], pl.FP32]:
        if n < 4:
            a_tile = pl.load(x, [0, 0], [128, 256], target_memory=pl.Mem.Vec)
            y_tile = pl.yield_(a_tile)
        else:
            b_tile = pl.load(x, [0, 0], [128, 256], target_memory=pl.Mem.Vec)
            y_tile = pl.yield_(b_tile)
        result = pl.store(y_tile, [0, 0], out)
        return result
