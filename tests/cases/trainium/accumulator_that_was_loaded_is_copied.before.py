# No load reaches PSUM, but a copy does: where an accumulator comes from device memory, it goes through SBUF.
# opspecs: examples/trainium/neuroncore.yaml

import pypto.language as pl


@pl.program
class Resume:
    @pl.function(type=pl.FunctionType.InCore)
    def resume(
        self,
        sums: pl.Tensor[[128, 128], pl.FP32],
        a: pl.Tensor[[128, 128], pl.BF16],
        out: pl.Out[pl.Tensor[[128, 128], pl.FP32]],
    ) -> pl.Tensor[[128, 128], pl.FP32]:
        before = pl.nki.load(sums, [0, 0], [128, 128])
        rows = pl.nki.load(a, [0, 0], [128, 128])
        after = pl.nki.nc_matmul_acc(before, rows, rows)
        result = pl.nki.store(after, [0, 0], out)
        return result
