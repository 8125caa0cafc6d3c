# target: ascend910b
# opspecs: tests/overlays/pypto-2026-08.yaml
# neg requires no layout, exp does. The copy is made for neg, who comes first, and exp takes it as it is.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        m = pl.neg(t)
        e = pl.exp(t)
        both = pl.add(m, e)
        result = pl.store(both, [0, 0], out)
        return result
