# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        pl.func_attr({"split_aiv": True})
        acc: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc] = pl.tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.aiv_shard(acc)
            sums: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.col_max(half)
        return out
