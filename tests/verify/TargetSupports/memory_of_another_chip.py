# target: ascend910b
# ascend910b has no memories for MX scales.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, s: pl.Tensor[[16, 2], pl.FP8E8M0, pl.TensorView(stride=[], layout=pl.TensorLayout.MX_A_ZZ)], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        s_tile = pl.tile.load(s, [0, 0], [16, 2], [16, 2], target_memory=pl.Mem.Mat)
        s_left = pl.move(s_tile, target_memory=pl.Mem.LeftScale)
        return out
