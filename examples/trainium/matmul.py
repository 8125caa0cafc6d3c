# A matrix product on a NeuronCore, in steps of 128 along K. `lhs_t` holds the left operand transposed, as the tensor engine wants it.
# No tile says in which memory it lives; the pass finds SBUF for the operands and PSUM for the sums, and moves what is stored.
#
#   tilewhy infer examples/trainium/matmul.py --opspecs examples/trainium/neuroncore.yaml --target trn2

import pypto.language as pl

M = 128
K = 512
N = 512
STEP = 128


@pl.program
class Matmul:
    @pl.function(type=pl.FunctionType.InCore)
    def matmul(
        self,
        lhs_t: pl.Tensor[[K, M], pl.BF16],
        rhs: pl.Tensor[[K, N], pl.BF16],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ) -> pl.Tensor[[M, N], pl.FP32]:
        zero = pl.nki.memset([M, N], 0.0, dtype=pl.FP32)
        for k, (partial,) in pl.range(0, K, STEP, init_values=(zero,)):
            stationary = pl.nki.load(lhs_t, [k, 0], [STEP, M])
            moving = pl.nki.load(rhs, [k, 0], [STEP, N])
            total = pl.nki.nc_matmul_acc(partial, stationary, moving)
            product = pl.yield_(total)
        result = pl.nki.store(product, [0, 0], out)
        return result
