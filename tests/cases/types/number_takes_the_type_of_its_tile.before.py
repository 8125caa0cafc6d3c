# A number that is written where an operand stands has no type of its own: it takes that of the tile beside it, or of a keyword.

import pypto.language as pl


@pl.program
class Numbers:
    @pl.function(type=pl.FunctionType.InCore)
    def main(
        self,
        a: pl.Tensor[[16, 64], pl.INT16],
        c: pl.Tensor[[16, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[16, 64], pl.INT16]],
        far: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ) -> pl.Tensor[[16, 64], pl.INT16]:
        x = pl.load(a, [0, 0], [16, 64])
        doubled = pl.mul(x, 2)
        more = pl.add(doubled, 3)
        y = pl.load(c, [0, 0], [16, 64])
        halved = pl.mul(y, 2)
        kept = pl.store(halved, [0, 0], far)
        counted = pl.tile.ci(5, [1, 64], dtype=pl.INT16)
        result = pl.store(more, [0, 0], out)
        return result

    @pl.function(type=pl.FunctionType.InCore)
    def restart(
        self,
        a: pl.Tensor[[16, 16], pl.BF16],
        out: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        lhs = pl.load(a, [0, 0], [16, 16])
        acc = pl.create_tile([16, 16], dtype=pl.FP32)
        product = pl.matmul_acc(acc, lhs, lhs, init_cond=1)
        result = pl.store(product, [0, 0], out)
        return result
