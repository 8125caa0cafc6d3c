# Functions of the cube core and of the vector core are looked at as well.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def kernel(self, a: pl.Tensor[[16, 16], pl.BF16], b: pl.Tensor[[16, 16], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b_tile = pl.load(b, [0, 0], [16, 16])
        a_left = pl.move(a_tile, target_memory=pl.Mem.Left)
        product = pl.matmul(a_left, b_tile)
        result = pl.store(product, [0, 0], out)
        return result
