# A move that the author wrote is an op like any other: its keyword says where the result lives.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64], target_memory=pl.Mem.Mat)
        left = pl.move(t, target_memory=pl.Mem.Left)
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul(left, w)
        result = pl.store(z, [0, 0], out)
        return result
