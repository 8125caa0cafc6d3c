# The condition of a `while` is asked before each round, and no statement stands there: nothing could place or move the tile.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.AIV)
    def main(self, a: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for (i,) in pl.while_(init_values=(n,)):
            pl.cond(pl.read(pl.load(a, [i, 0], [1, 64]), [0, 0]) < 1.0)
            j = pl.yield_(i + 1)
