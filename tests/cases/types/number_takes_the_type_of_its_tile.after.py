# pypto.program: Numbers
import pypto.language as pl

@pl.program
class Numbers:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(a: pl.Tensor[[16, 64], pl.INT16], c: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.INT16]], far: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.INT16]:
        x: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        doubled: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec] = pl.tile.muls(x, pl.const(2, pl.INT16))
        more: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec] = pl.tile.adds(doubled, pl.const(3, pl.INT16))
        y: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(c, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        halved: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(y, 2.0)
        kept: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(halved, [0, 0], far)
        counted: pl.Tile[[1, 64], pl.INT16, pl.Mem.Vec] = pl.tile.ci(pl.const(5, pl.INT16), [1, 64], dtype=pl.INT16, descending=False)
        result: pl.Tensor[[16, 64], pl.INT16] = pl.tile.store(more, [0, 0], out)
        return result
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def restart(a: pl.Tensor[[16, 16], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        lhs: pl.Tile[[16, 16], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)
        acc: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        lhs_Left: pl.Tile[[16, 16], pl.BF16, pl.Mem.Left] = pl.tile.move(lhs, target_memory=pl.Mem.Left)
        lhs_Right: pl.Tile[[16, 16], pl.BF16, pl.Mem.Right] = pl.tile.move(lhs, target_memory=pl.Mem.Right)
        product: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(acc, lhs_Left, lhs_Right, pl.const(1, pl.BOOL))
        result: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(product, [0, 0], out)
        return result
