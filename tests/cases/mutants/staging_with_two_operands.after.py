# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def panel_scales(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            weights_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move_scaled(weights_mat, tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(weights_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def scaled(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move_scaled(tokens_mat, weights_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def staged_scales(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            weights_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move_scaled(weights_mat, tokens_left, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(weights_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        tokens: pl.Tensor[[32, 32], pl.BF16] = pl.tensor.create([32, 32], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        weights: pl.Tensor[[32, 32], pl.BF16] = pl.tensor.create([32, 32], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        part_1: pl.Tensor[[32, 32], pl.FP32] = self.scaled(tokens, weights, scores)
        part_2: pl.Tensor[[32, 32], pl.FP32] = self.panel_scales(tokens, weights, part_1)
        done: pl.Tensor[[32, 32], pl.FP32] = self.staged_scales(tokens, weights, part_2)
        return done
