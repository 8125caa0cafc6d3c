# Scores of one attention head on a NeuronCore: softmax(q @ k^T), row by row. Shows what the memories ask for: the transposed
# operands come out of the tensor engine in PSUM and have to be copied before it can read them again; the scalar and
# vector engines read the product where it is.
#
#   tilewhy infer examples/trainium/attention.py --opspecs examples/trainium/neuroncore.yaml --diff

import pypto.language as pl

S = 128
D = 64


@pl.program
class Scores:
    @pl.function(type=pl.FunctionType.InCore)
    def scores(
        self,
        q: pl.Tensor[[S, D], pl.BF16],
        k: pl.Tensor[[S, D], pl.BF16],
        out: pl.Out[pl.Tensor[[S, S], pl.FP32]],
    ) -> pl.Tensor[[S, S], pl.FP32]:
        q_rows = pl.nki.load(q, [0, 0], [S, D])
        k_rows = pl.nki.load(k, [0, 0], [S, D])
        q_t = pl.nki.nc_transpose(q_rows)
        k_t = pl.nki.nc_transpose(k_rows)
        products = pl.nki.nc_matmul(q_t, k_t)
        exponents = pl.nki.activation(products, op="exp", scale=0.125)
        sums = pl.nki.tensor_reduce(exponents, op="add")
        shares = pl.nki.tensor_scalar(exponents, sums, op="divide")
        result = pl.nki.store(shares, [0, 0], out)
        return result
