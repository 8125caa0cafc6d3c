# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        pl.func_attr({"split_aiv": True})
        x_tile: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            y_tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        moved: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.move(x_tile, target_memory=pl.Mem.Vec)
        placed: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.set_validshape(x_tile, 16, 64, attrs={"core_placement": "aiv"})
        part: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.extract(y_tile, 0, 0, [16, 16])
        return out
