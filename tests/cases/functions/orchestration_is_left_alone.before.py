# Only functions that run on the device have on-chip memory. What orchestrates them passes through unchanged.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        x_tile = pl.load(x, [0, 0], [16, 64])
        y_tile = pl.add(x_tile, x_tile)
        result = pl.store(y_tile, [0, 0], out)
        return result

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
        out = pl.create_tensor([16, 64], dtype=pl.FP32)
        y = self.kernel(x, out)
        return y
