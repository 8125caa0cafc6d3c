# The extents that the systolic array takes are part of the description too.
# opspecs: examples/trainium/neuroncore.yaml

import pypto.language as pl


@pl.program
class Wide:
    @pl.function(type=pl.FunctionType.InCore)
    def wide(self, a: pl.Tensor[[128, 1024], pl.BF16], out: pl.Out[pl.Tensor[[128, 1024], pl.FP32]]) -> pl.Tensor[[128, 1024], pl.FP32]:
        stationary = pl.nki.load(a, [0, 0], [128, 128])
        moving = pl.nki.load(a, [0, 0], [128, 1024])
        product = pl.nki.nc_matmul(stationary, moving)
        result = pl.nki.store(product, [0, 0], out)
        return result
