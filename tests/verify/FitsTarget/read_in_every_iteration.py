# target: ascend910b
# What a loop reads from outside stays live through all of it, beside what the body makes.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[128, 256], pl.FP32], out: pl.Out[pl.Tensor[[128, 256], pl.FP32]]) -> pl.Tensor[[128, 256], pl.FP32]:
        x_tile = pl.load(x, [0, 0], [128, 256], target_memory=pl.Mem.Vec)
        for i, (out_i,) in pl.range(4, init_values=(out,)):
            y_tile = pl.load(x, [0, 0], [128, 256], target_memory=pl.Mem.Vec)
            z_tile = pl.add(x_tile, y_tile)
            stored = pl.store(z_tile, [0, 0], out_i)
            out_next = pl.yield_(stored)
        return out_next
