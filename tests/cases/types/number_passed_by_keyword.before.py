# A number at its position is an INDEX; in a keyword it takes the dtype of the operand. An INDEX value is accepted as it is.

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], signal: pl.InOut[pld.DistributedTensor[[16, 16], pl.INT32]]):
        for step in pl.range(4):
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            pld.system.wait(signal, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            pld.system.notify(signal, peer=0, offsets=[0, 0], value=step + 1, op=pld.NotifyOp.Set)
