# Nothing leads out of Left. A tile that the author moved there cannot be computed with.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        left = pl.move(t, target_memory=pl.Mem.Left)
        e = pl.exp(left)
        result = pl.store(e, [0, 0], out)
        return result
