# opspecs: tests/overlays/pypto-2026-08.yaml
# Two carries change places in each iteration. The slots are settled in their order, each seeing what the one before
# has forced.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        p = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Vec)
        q = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        for i, (p_i, q_i) in pl.range(4, init_values=(p, q)):
            p_n, q_n = pl.yield_(q_i, p_i)
        result = pl.store(p_n, [0, 0], out)
        return result
