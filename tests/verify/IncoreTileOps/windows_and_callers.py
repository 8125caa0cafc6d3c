# pypto.program: Kernel
# A kernel may look at a part of a tensor, and what orchestrates may compute tensors.
import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        part: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.slice(x, [16, 16], [0, 0])
        return out
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        twice: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.add(x, x)
        result: pl.Tensor[[16, 16], pl.FP32] = self.kernel(twice, out)
        return result
