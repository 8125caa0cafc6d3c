# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP16], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        kept: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        plain: pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        scaled: pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec] = pl.tile.muls(plain, pl.const(2.0, pl.FP16))
        if n < 1:
            factor, summand = pl.yield_(kept, scaled)
        else:
            scaled_Mat: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat] = pl.tile.move(scaled, target_memory=pl.Mem.Mat)
            factor, summand = pl.yield_(scaled_Mat, scaled)
        factor_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left] = pl.tile.move(factor, target_memory=pl.Mem.Left)
        factor_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right] = pl.tile.move(factor, target_memory=pl.Mem.Right)
        product: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(factor_Left, factor_Right)
        product_Vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.move(product, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
        total: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.add(product_Vec, summand)
        result: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(total, [0, 0], out)
        return result
