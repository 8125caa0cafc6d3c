# The else-branch yields one tile twice: into a result in Mat, for which it is moved, and into one in Vec, where it is.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP16], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        kept: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        plain: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        scaled = pl.tile.muls(plain, 2)
        if n < 1:
            factor, summand = pl.yield_(kept, scaled)
        else:
            factor, summand = pl.yield_(scaled, scaled)
        product = pl.tile.matmul(factor, factor)
        total = pl.tile.add(product, summand)
        result = pl.tile.store(total, [0, 0], out)
        return result
