# A nested loop accumulates into the carry of the loop around it. A view of the outer carry inside the body sees what
# the inner loop has forced.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        acc = pl.tile.create([16, 32], dtype=pl.FP32)
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        for i, (acc_i,) in pl.range(4, init_values=(acc,)):
            for j, (acc_j,) in pl.range(2, init_values=(acc_i,)):
                acc_k = pl.matmul_acc(acc_j, t, w)
                inner = pl.yield_(acc_k)
            total = pl.yield_(inner)
        result = pl.store(total, [0, 0], out)
        return result
