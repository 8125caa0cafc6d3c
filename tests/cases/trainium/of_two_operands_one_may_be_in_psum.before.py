# The vector engine reads one of its two operands from PSUM, not both: the second is copied.
# opspecs: examples/trainium/neuroncore.yaml

import pypto.language as pl


@pl.program
class Sum:
    @pl.function(type=pl.FunctionType.InCore)
    def add(
        self,
        a: pl.Tensor[[128, 128], pl.BF16],
        out: pl.Out[pl.Tensor[[128, 128], pl.FP32]],
    ) -> pl.Tensor[[128, 128], pl.FP32]:
        rows = pl.nki.load(a, [0, 0], [128, 128])
        one = pl.nki.nc_matmul(rows, rows)
        other = pl.nki.nc_matmul(rows, rows)
        total = pl.nki.tensor_tensor(one, other, op="add")
        result = pl.nki.store(total, [0, 0], out)
        return result
