# The accumulator comes from a slice of a load. The load cannot write Acc, and the message says who wants it there.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        seed = pl.load(x, [0, 0], [16, 32])
        acc = pl.slice(seed, [16, 32], [0, 0])
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul_acc(acc, t, w)
        result = pl.store(z, [0, 0], out)
        return result
