# The init of the loop is the result of an if, which no assignment defines. It is forced with the rest of the carry.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        if n < 1:
            one = pl.matmul(t, w)
            start = pl.yield_(one)
        else:
            zero = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Acc)
            start = pl.yield_(zero)
        for i, (acc_i,) in pl.range(4, init_values=(start,)):
            acc_n = pl.matmul_acc(acc_i, t, w)
            total = pl.yield_(acc_n)
        result = pl.store(total, [0, 0], out)
        return result
