# One branch yields Left, the other Right, and nothing moves between these two.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, sq: pl.Tensor[[16, 16], pl.FP32], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(sq, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        if n < 1:
            p = pl.move(t, target_memory=pl.Mem.Left)
            r = pl.yield_(p)
        else:
            q = pl.move(t, target_memory=pl.Mem.Right)
            r = pl.yield_(q)
        v = pl.load(x, [0, 0], [16, 32])
        result = pl.store(v, [0, 0], out)
        return result
