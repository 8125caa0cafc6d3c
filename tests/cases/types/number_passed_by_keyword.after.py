# pypto.program: Kernel
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(x: pl.Tensor[[64, 64], pl.FP32], signal: pl.InOut[pld.DistributedTensor[[16, 16], pl.INT32]]):
        for step in pl.range(4):
            pld.system.wait(signal, [0, 0], pl.const(1, pl.INT32), cmp=1)
            pld.system.wait(signal, [0, 0], 1, cmp=1)
            pld.system.notify(signal, pl.const(0, pl.INT32), [0, 0], step + 1, op=1)
