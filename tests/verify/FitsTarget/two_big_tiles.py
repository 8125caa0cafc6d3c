# target: ascend910b
# Two tiles of 256 KiB are live at once. ascend910b has 184 KiB of Vec.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[256, 256], pl.FP32], out: pl.Out[pl.Tensor[[256, 256], pl.FP32]]) -> pl.Tensor[[256, 256], pl.FP32]:
        x_tile = pl.load(x, [0, 0], [256, 256], target_memory=pl.Mem.Vec)
        y_tile = pl.exp(x_tile)
        z_tile = pl.add(x_tile, y_tile)
        result = pl.store(z_tile, [0, 0], out)
        return result
