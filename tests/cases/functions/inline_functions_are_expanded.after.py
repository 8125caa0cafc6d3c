# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        part: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [n * 16, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        part_1: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = part
        scaled: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(part_1, 2.0)
        one: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(scaled)
        part_2: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [48, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        part_3: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = part_2
        scaled_1: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(part_3, 0.5)
        other: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(scaled_1)
        return pl.tile.store(pl.tile.add(one, other), [0, 0], out)
