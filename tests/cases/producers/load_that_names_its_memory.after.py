# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a_tile: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
        b_tile: pl.Tile[[64, 32], pl.BF16, pl.Mem.Vec] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Vec)
        a_tile_Left: pl.Tile[[16, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(a_tile, target_memory=pl.Mem.Left)
        b_tile_Mat: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.move(b_tile, target_memory=pl.Mem.Mat)
        b_tile_Mat_Right: pl.Tile[[64, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(b_tile_Mat, target_memory=pl.Mem.Right)
        product: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_tile_Left, b_tile_Mat_Right)
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(product, [0, 0], out)
        return result
