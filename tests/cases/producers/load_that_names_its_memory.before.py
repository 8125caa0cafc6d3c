# What the author wrote is kept, also where the consumer wants another memory: the weight stays in Vec and is
# moved.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 64], target_memory=pl.MemorySpace.Mat)
        b_tile = pl.load(b, [0, 0], [64, 32], target_memory=pl.MemorySpace.Vec)
        product = pl.matmul(a_tile, b_tile)
        result = pl.store(product, [0, 0], out)
        return result
