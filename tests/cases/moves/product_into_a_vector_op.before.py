# target: ascend910b
# A product lives in Acc; a vector op reads Vec. One move takes it there.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 64])
        b_tile = pl.load(b, [0, 0], [64, 32])
        product = pl.matmul(a_tile, b_tile)
        positive = pl.relu(product)
        result = pl.store(positive, [0, 0], out)
        return result
