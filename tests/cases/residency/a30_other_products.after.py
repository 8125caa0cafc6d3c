# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], bias: pl.Tensor[[1, 96], pl.FP32]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        bias_mat: pl.Tile[[1, 96], pl.FP32, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)] = pl.tile.load(bias, [0, 0], [1, 96], [1, 96], target_memory=pl.Mem.Mat)
        bias_row: pl.Tile[[1, 96], pl.FP32, pl.Mem.Bias] = pl.tile.move(bias_mat, target_memory=pl.Mem.Bias)
        tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_bias(tokens_left, weights_right, bias_row)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project_sum(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        acc: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.create([32, 96], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        columns_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
        columns_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(columns_mat, target_memory=pl.Mem.Right)
        for step, (part,) in pl.range(4, init_values=(acc,)):
            more: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(part, tokens_left, columns_right)
            total: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.yield_(more)
        stored: pl.Tensor[[32, 96], pl.FP32] = pl.tile.store(total, [0, 0], scores)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], bias: pl.Tensor[[1, 96], pl.FP32]) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        weights: pl.Tensor[[64, 96], pl.BF16] = pl.tensor.create([64, 96], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        first: pl.Tensor[[32, 96], pl.FP32] = self.project(tokens, weights, scores, bias)
        done: pl.Tensor[[32, 96], pl.FP32] = self.project_sum(tokens, weights, first)
        return done
