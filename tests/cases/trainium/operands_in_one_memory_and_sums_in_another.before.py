# A machine that is no Ascend NPU: operands of the tensor engine are in SBUF, its sums are in PSUM, and what is stored has to be
# in SBUF again. The tile that the sums start from is wanted in PSUM, which `memset` can write.
# opspecs: examples/trainium/neuroncore.yaml
# target: trn2

import pypto.language as pl


@pl.program
class Matmul:
    @pl.function(type=pl.FunctionType.InCore)
    def matmul(
        self,
        lhs_t: pl.Tensor[[512, 128], pl.BF16],
        rhs: pl.Tensor[[512, 512], pl.BF16],
        out: pl.Out[pl.Tensor[[128, 512], pl.FP32]],
    ) -> pl.Tensor[[128, 512], pl.FP32]:
        zero = pl.nki.memset([128, 512], 0.0, dtype=pl.FP32)
        for k, (partial,) in pl.range(0, 512, 128, init_values=(zero,)):
            stationary = pl.nki.load(lhs_t, [k, 0], [128, 128])
            moving = pl.nki.load(rhs, [k, 0], [128, 512])
            total = pl.nki.nc_matmul_acc(partial, stationary, moving)
            product = pl.yield_(total)
        result = pl.nki.store(product, [0, 0], out)
        return result
