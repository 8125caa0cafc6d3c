# fillpad is a view in the specification: padded Mat stays Mat.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64], target_memory=pl.Mem.Mat)
        padded = pl.fillpad(t, pad_value=pl.PadValue.zero)
        w = pl.load(b, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        z = pl.matmul(padded, w)
        result = pl.store(z, [0, 0], out)
        return result
