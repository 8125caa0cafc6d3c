# The else-branch yields a tile that is in Vec there, into a result in Mat, where nothing moves it. A later loop forces that tile into Mat: it
# is loaded there, and nothing has to be moved.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP16], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        kept: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        plain: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        if n < 1:
            joined = pl.yield_(kept)
        else:
            joined = pl.yield_(plain)
        for i, (carried,) in pl.range(2, init_values=(plain,)):
            last = pl.yield_(joined)
        product = pl.tile.matmul(joined, last)
        result = pl.tile.store(product, [0, 0], out)
        return result
