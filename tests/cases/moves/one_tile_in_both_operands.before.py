# One tile as left and as right operand gets two copies, in the order of the operands.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, sq: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(sq, [0, 0], [16, 16])
        z = pl.matmul(t, t)
        result = pl.store(z, [0, 0], out)
        return result
