# target: ascend950
# Microscaled operands: data and scales each get to their own memory.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, mxa: pl.Tensor[[16, 64], pl.FP8E4M3FN], sa: pl.Tensor[[16, 2], pl.FP8E8M0, pl.MX_A_ZZ], mxb: pl.Tensor[[64, 32], pl.FP8E4M3FN], sb: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(mxa, [0, 0], [16, 64])
        ts = pl.load(sa, [0, 0], [16, 2])
        w = pl.load(mxb, [0, 0], [64, 32])
        ws = pl.load(sb, [0, 0], [2, 32])
        z = pl.matmul_mx(t, ts, w, ws)
        result = pl.store(z, [0, 0], out)
        return result
