# A matmul wants its operands in Left and Right. A load fills neither; it stops in Mat, and a move takes each
# operand on. The product is born in Acc, from where it can be stored without a move.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 64])
        b_tile = pl.load(b, [0, 0], [64, 32])
        product = pl.matmul(a_tile, b_tile)
        result = pl.store(product, [0, 0], out)
        return result
