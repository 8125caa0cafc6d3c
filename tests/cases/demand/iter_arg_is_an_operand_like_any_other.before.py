# opspecs: tests/overlays/pypto-2026-08.yaml
# A loop-carried tile in the wrong place is moved inside the loop, once per iteration.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        for i, (t_i,) in pl.range(4, init_values=(t,)):
            e = pl.add(t_i, t_i)
            r = pl.store(e, [0, 0], out)
            t_n = pl.yield_(t_i)
        return out
