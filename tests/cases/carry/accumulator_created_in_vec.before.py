# The create names Vec, but the loop writes Acc into the carry. The end of the loop forces Acc onto result, iter-arg
# and init.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        acc = pl.create_tile([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        for i, (acc_i,) in pl.range(4, init_values=(acc,)):
            if i < 1:
                first = pl.matmul(t, w)
                step = pl.yield_(first)
            else:
                more = pl.matmul_acc(acc_i, t, w)
                step = pl.yield_(more)
            total = pl.yield_(step)
        result = pl.store(total, [0, 0], out)
        return result
