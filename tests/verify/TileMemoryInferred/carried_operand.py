# A carried tile is an operand like any other: the loop hands the left factor on in Mat.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[16, 16], pl.BF16], b: pl.Tensor[[16, 16], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b_tile = pl.load(b, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b_right = pl.move(b_tile, target_memory=pl.Mem.Right)
        for i, (a_i, out_i) in pl.range(4, init_values=(a_tile, out)):
            product = pl.matmul(a_i, b_right)
            stored = pl.store(product, [0, 0], out_i)
            a_next, out_next = pl.yield_(a_i, stored)
        return out_next
