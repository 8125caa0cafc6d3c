# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[32, 32], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a_tile: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        a_flat: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.reshape(a_tile, [16, 64])
        b_tile: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
        a_flat_Left: pl.Tile[[16, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(a_flat, target_memory=pl.Mem.Left)
        b_tile_Right: pl.Tile[[64, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(b_tile, target_memory=pl.Mem.Right)
        product: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_flat_Left, b_tile_Right)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(product, [0, 0], out)
        return result
