# A window onto another device's memory is a tensor that a kernel may make: nothing is computed on it.

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        buffer = pld.alloc_window_buffer(4096)
        seen = pld.window(buffer, [16, 64], dtype=pl.FP32)
        x_tile = pl.load(x, [0, 0], [16, 64])
        result = pl.store(x_tile, [0, 0], out)
        return result
