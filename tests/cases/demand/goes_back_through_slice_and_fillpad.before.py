# A view passes on what is wanted of it: the matmul's wish travels through fillpad and slice to the load, which stops
# in Mat.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        whole = pl.load(a, [0, 0], [16, 64])
        part = pl.slice(whole, [16, 64], [0, 0])
        padded = pl.fillpad(part, pad_value=pl.PadValue.zero)
        w = pl.load(b, [0, 0], [64, 32])
        z = pl.matmul(padded, w)
        result = pl.store(z, [0, 0], out)
        return result
