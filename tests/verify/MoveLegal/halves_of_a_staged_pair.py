# pypto.program: Kernel
# opspecs: tests/verify/MoveLegal/halves.yaml
# A pair that goes through a third memory makes its halves legal, and not the pair itself.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        vec: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        cave: pl.Tile[[16, 16], pl.FP32, pl.Mem.Cave] = pl.tile.move(vec, target_memory=pl.Mem.Cave)
        nook: pl.Tile[[16, 16], pl.FP32, pl.Mem.Nook] = pl.tile.move(cave, target_memory=pl.Mem.Nook)
        at_once: pl.Tile[[16, 16], pl.FP32, pl.Mem.Nook] = pl.tile.move(vec, target_memory=pl.Mem.Nook)
        return out
