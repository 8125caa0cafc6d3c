# Memories are those of the machine that is described, and no others.
# opspecs: examples/trainium/neuroncore.yaml

import pypto.language as pl


@pl.program
class Foreign:
    @pl.function(type=pl.FunctionType.InCore)
    def foreign(self, out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]) -> pl.Tensor[[128, 128], pl.FP32]:
        zero = pl.nki.memset([128, 128], 0.0, dtype=pl.FP32, buffer=pl.Mem.Vec)
        result = pl.nki.store(zero, [0, 0], out)
        return result
