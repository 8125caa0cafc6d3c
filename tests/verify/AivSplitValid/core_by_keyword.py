# pypto.program: Kernel
# opspecs: tests/verify/AivSplitValid/core_by_keyword.yaml
# A keyword may say on which core an op runs; where it says nothing that the op knows, the op has a core for that.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        pl.func_attr({"split_aiv": True})
        mat: pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
        seen: pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat] = pl.tile.set_validshape(mat, 16, 64)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            pl.system.tune()
            pl.system.tune(core="vec")
            pl.system.tune(core="hi")
            pl.system.tune(core="other", level=1)
            pl.system.tone(core="vec")
            pl.system.tone(core="hi")
            pl.system.tame(core="cub")
            pl.tile.note(seen, attrs={"core_placement": "aiv"})
            peeked: pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat] = pl.tile.peek(x, seen)
        return out
