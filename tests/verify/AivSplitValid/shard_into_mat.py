# A shard puts its result into the memory of the vector core.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, attrs={"split_aiv": True})
    def kernel(self, out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        acc = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half: pl.Tile[[8, 16], pl.FP32, pl.Mem.Mat] = pl.aiv_shard(acc)
        return out
