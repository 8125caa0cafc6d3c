# target: ascend910b
# ascend910b has no microscaled products.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[16, 64], pl.FP8E4M3FN], b: pl.Tensor[[64, 32], pl.FP8E4M3FN], sa: pl.Tensor[[16, 2], pl.FP8E8M0, pl.TensorView(stride=[], layout=pl.TensorLayout.MX_A_ZZ)], sb: pl.Tensor[[2, 32], pl.FP8E8M0, pl.TensorView(stride=[], layout=pl.TensorLayout.MX_B_NN)], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a_tile = pl.load(a, [0, 0], [16, 64], target_memory=pl.Mem.Mat)
        b_tile = pl.load(b, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        a_left = pl.move(a_tile, target_memory=pl.Mem.Left)
        b_right = pl.move(b_tile, target_memory=pl.Mem.Right)
        sa_tile = pl.load(sa, [0, 0], [16, 2], target_memory=pl.Mem.Mat)
        sb_tile = pl.load(sb, [0, 0], [2, 32], target_memory=pl.Mem.Mat)
        sa_left = pl.move(sa_tile, target_memory=pl.Mem.LeftScale)
        sb_right = pl.move(sb_tile, target_memory=pl.Mem.RightScale)
        product = pl.tile.matmul_mx(a_left, sa_left, b_right, sb_right)
        result = pl.store(product, [0, 0], out)
        return result
