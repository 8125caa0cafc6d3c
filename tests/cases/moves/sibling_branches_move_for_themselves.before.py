# A move inside one branch is not there in the other: each branch gets its own.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 64])
        b_tile = pl.load(b, [0, 0], [64, 32])
        if n < 4:
            once = pl.matmul(a_tile, b_tile)
            total = pl.yield_(once)
        else:
            first = pl.matmul(a_tile, b_tile)
            twice = pl.matmul_acc(first, a_tile, b_tile)
            total = pl.yield_(twice)
        result = pl.store(total, [0, 0], out)
        return result
