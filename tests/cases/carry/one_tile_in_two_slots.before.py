# One tile is carried in two slots, which yield from different memories. The slots are settled in order: the first has recorded
# Vec when the second forces both iter-args to Acc. The kernel comes out as the specification says, with warnings.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        s = pl.load(x, [0, 0], [16, 32])
        for i, (c, d) in pl.range(2, init_values=(s, s)):
            z = pl.matmul(t, w)
            c_next, d_next = pl.yield_(d, z)
        result = pl.store(c_next, [0, 0], out)
        return result
