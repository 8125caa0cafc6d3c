# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def by_carry(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step, (carried,) in pl.range(4, init_values=(tokens,)):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(carried, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
            last: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(carried)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def by_name(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        name: pl.Tensor[[32, 64], pl.BF16] = tokens
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(name, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def by_view(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        seen: pl.Tensor[[32, 64], pl.BF16, pl.TensorView(stride=[64, 1], layout=pl.TensorLayout.ND)] = pl.tensor.view(tokens, [32, 64])
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(seen, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        part_1: pl.Tensor[[32, 96], pl.FP32] = self.by_name(tokens, weights, scores)
        part_2: pl.Tensor[[32, 96], pl.FP32] = self.by_view(tokens, weights, part_1)
        done: pl.Tensor[[32, 96], pl.FP32] = self.by_carry(tokens, weights, part_2)
        return done
