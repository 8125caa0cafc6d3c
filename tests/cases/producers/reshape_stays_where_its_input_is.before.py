# A reshape inherits the memory of its input, and the demand on its result reaches the load behind it.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[32, 32], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [32, 32])
        a_flat = pl.reshape(a_tile, [16, 64])
        b_tile = pl.load(b, [0, 0], [64, 32])
        product = pl.matmul(a_flat, b_tile)
        result = pl.store(product, [0, 0], out)
        return result
