# target: ascend910b
# Each tile takes 128 KiB and ends where the next one begins: the kernel may fit, so nothing is said.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[128, 256], pl.FP32], out: pl.Out[pl.Tensor[[128, 256], pl.FP32]]) -> pl.Tensor[[128, 256], pl.FP32]:
        x_tile = pl.load(x, [0, 0], [128, 256], target_memory=pl.Mem.Vec)
        y_tile = pl.exp(x_tile)
        z_tile = pl.neg(y_tile)
        result = pl.store(z_tile, [0, 0], out)
        return result
