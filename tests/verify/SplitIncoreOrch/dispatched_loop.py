# The body of a dispatched loop runs on the device and was not outlined; the dispatch of a function by `with` is in order.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def work(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        x_tile = pl.load(x, [0, 0], [16, 64])
        result = pl.store(x_tile, [0, 0], out)
        return result

    @pl.function(type=pl.FunctionType.Opaque)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        with pl.spmd(4):
            first = self.work(x, out)
        for i in pl.spmd(4):
            x_tile = pl.load(x, [0, 0], [16, 64])
            result = pl.store(x_tile, [0, 0], first)
        return result
