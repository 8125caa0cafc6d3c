# A view taken before the loop lives where the tile was then; a view taken after the loop lives where the loop has
# forced it.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        acc = pl.create_tile([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        before = pl.slice(acc, [16, 32], [0, 0])
        t = pl.load(a, [0, 0], [16, 64])
        w = pl.load(b, [0, 0], [64, 32])
        for i, (acc_i,) in pl.range(4, init_values=(acc,)):
            z = pl.matmul(t, w)
            total = pl.yield_(z)
        after = pl.slice(acc, [16, 32], [0, 0])
        kept = pl.store(before, [0, 0], out)
        result = pl.store(after, [0, 0], kept)
        return result
