# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], window: pl.InOut[pld.DistributedTensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            tokens_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, near: pl.InOut[pld.DistributedTensor[[32, 64], pl.BF16]], far: pl.InOut[pld.DistributedTensor[[32, 64], pl.BF16]], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], flag: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        if flag < 1:
            either: pld.DistributedTensor[[32, 64], pl.BF16] = pl.yield_(near)
        else:
            either: pld.DistributedTensor[[32, 64], pl.BF16] = pl.yield_(far)
        done: pl.Tensor[[32, 96], pl.FP32] = self.project(tokens, weights, scores, either)
        return done
