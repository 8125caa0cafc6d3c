# The loop yields Acc into a carry that starts from a load. The load is written as the specification says, with a
# warning.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        start = pl.load(x, [0, 0], [16, 32])
        for i, (c,) in pl.range(4, init_values=(start,)):
            z = pl.matmul(t, w)
            total = pl.yield_(z)
        result = pl.store(total, [0, 0], out)
        return result
