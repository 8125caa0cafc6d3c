# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(nowhere: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            nowhere_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(nowhere, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            nowhere_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(nowhere_mat, target_memory=pl.Mem.Left)
            nowhere_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(nowhere_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, outside: pl.InOut[pl.Tensor[[32, 64], pl.BF16]], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], flag: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 96], pl.FP32]:
        made: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        if flag < 1:
            nowhere: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(outside)
        else:
            nowhere: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(made)
        done: pl.Tensor[[32, 96], pl.FP32] = self.project(nowhere, weights, scores)
        return done
