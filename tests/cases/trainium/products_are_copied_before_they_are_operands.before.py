# What the tensor engine wrote has to be copied to SBUF before it can read it again; the scalar engine reads it where it is.
# opspecs: examples/trainium/neuroncore.yaml

import pypto.language as pl


@pl.program
class Chain:
    @pl.function(type=pl.FunctionType.InCore)
    def chain(
        self,
        q: pl.Tensor[[128, 64], pl.BF16],
        out: pl.Out[pl.Tensor[[128, 128], pl.BF16]],
    ) -> pl.Tensor[[128, 128], pl.BF16]:
        rows = pl.nki.load(q, [0, 0], [128, 64])
        turned = pl.nki.nc_transpose(rows)
        product = pl.nki.nc_matmul(turned, turned)
        halved = pl.nki.activation(product, op="copy", scale=0.5, dtype=pl.BF16)
        result = pl.nki.store(halved, [0, 0], out)
        return result
