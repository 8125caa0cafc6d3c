# A product reads its operands in Left and Right. The author loaded one into Mat and forgot the move.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[16, 16], pl.BF16], b: pl.Tensor[[16, 16], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b_tile = pl.load(b, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b_right = pl.move(b_tile, target_memory=pl.Mem.Right)
        product = pl.matmul(a_tile, b_right)
        result = pl.store(product, [0, 0], out)
        return result
