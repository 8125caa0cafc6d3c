# A tile that is made inside of an expression has no name that could be placed or moved. It gets one, as PyPTO's FlattenCallExpr
# would give it. One that is in the right memory anyway stays where it is written: the result of exp, which the store takes from Vec.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[64, 128], pl.FP16], b: pl.Tensor[[128, 64], pl.FP16], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        # the first product
        first = pl.matmul(pl.load(a, [0, 0], [64, 64]), pl.load(b, [0, 0], [64, 64]))
        for i, (acc,) in pl.range(1, 2, init_values=(first,)):
            total = pl.yield_(pl.matmul_acc(acc, pl.load(a, [0, i * 64], [64, 64]), pl.load(b, [i * 64, 0], [64, 64])))
        return pl.store(pl.exp(total), [0, 0], out)
