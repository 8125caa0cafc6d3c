# An InCore function is entered from orchestration, which has no tiles to pass.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, t: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat], b: pl.Tensor[[64, 32], pl.BF16], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul(t, w)
        result = pl.store(z, [0, 0], out)
        return result
