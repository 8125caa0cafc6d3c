# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill_from(source: pl.Tensor[[32, 64], pl.BF16], target: pl.Out[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 64], pl.BF16]:
        return target
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(given: pl.Tensor[[32, 64], pl.BF16], last: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        given_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(given, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        given_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(given_mat, target_memory=pl.Mem.Left)
        last_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(last, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        last_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(last_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            given_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(given_left, weights_right)
            last_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(last_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], flag: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 96], pl.FP32]:
        made: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        other: pl.Tensor[[64, 64], pl.BF16] = pl.tensor.create([64, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        given: pl.Tensor[[32, 64], pl.BF16] = self.fill_from(pl.tensor.slice(other, [32, 64], [0, 0]), made)
        for i, (kept,) in pl.range(2, init_values=(made,)):
            last: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(kept)
        done: pl.Tensor[[32, 96], pl.FP32] = self.project(given, last, weights, scores)
        return done
