# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function
    def copy_of_a_copy_without_a_name(self, tokens: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            pl.tile.move(tokens_left, target_memory=pl.Mem.Left)
        return scores
    @pl.function
    def left_on_the_right(self, tokens: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(weights_mat, target_memory=pl.Mem.Left)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(weights_left, tokens_left)
            more: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(product, tokens_left, weights_right)
        return scores
    @pl.function
    def panel_into_the_product(self, tokens: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_mat, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        tokens: pl.Tensor[[32, 32], pl.BF16] = pl.tensor.create([32, 32], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        part_1: pl.Tensor[[32, 32], pl.FP32] = self.panel_into_the_product(tokens, scores)
        part_2: pl.Tensor[[32, 32], pl.FP32] = self.left_on_the_right(tokens, part_1)
        done: pl.Tensor[[32, 32], pl.FP32] = self.copy_of_a_copy_without_a_name(tokens, part_2)
        return done
