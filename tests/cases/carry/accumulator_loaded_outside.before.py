# The same mistake made visible: the accumulator is loaded, and no load writes Acc.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        acc = pl.load(x, [0, 0], [16, 32])
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        for i, (acc_i,) in pl.range(4, init_values=(acc,)):
            acc_n = pl.matmul_acc(acc_i, t, w)
            total = pl.yield_(acc_n)
        result = pl.store(total, [0, 0], out)
        return result
