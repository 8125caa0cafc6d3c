# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(far: pld.DistributedTensor[[16, 32], pl.FP32], peer: pl.Scalar[pl.INT32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pld.tile.remote_load(far, peer, [0, 0], [16, 32])
        result: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(t, [0, 0], out)
        return result
