# A carry that is yielded as it came keeps the memory of its init, and a neighbour in the same loop does not disturb
# it.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        w = pl.load(b, [0, 0], [64, 32])
        t = pl.load(a, [0, 0], [16, 64])
        acc = pl.tile.create([16, 32], dtype=pl.FP32)
        for i, (w_i, acc_i) in pl.range(4, init_values=(w, acc)):
            acc_n = pl.matmul_acc(acc_i, t, w_i)
            w_out, total = pl.yield_(w_i, acc_n)
        result = pl.store(total, [0, 0], out)
        return result
