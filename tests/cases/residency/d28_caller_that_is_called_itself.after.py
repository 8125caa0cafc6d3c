# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project_from_graph(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Graph, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def graph_caller(self, tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        done: pl.Tensor[[32, 96], pl.FP32] = self.project_from_graph(tokens, weights, scores)
        return done
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project_from_group(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
    def group_caller(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        done: pl.Tensor[[32, 96], pl.FP32] = self.project_from_group(tokens, weights, scores)
        return done
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project_from_helper(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def helper(self, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        done: pl.Tensor[[32, 96], pl.FP32] = self.project_from_helper(tokens, weights, scores)
        return done
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project_from_in_core(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def in_core_caller(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        done: pl.Tensor[[32, 96], pl.FP32] = self.project_from_in_core(tokens, weights, scores)
        return done
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project_from_opaque(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        r1: pl.Tensor[[32, 96], pl.FP32] = self.project_from_in_core(tokens, weights, scores)
        r2: pl.Tensor[[32, 96], pl.FP32] = self.project_from_opaque(tokens, weights, r1)
        r3: pl.Tensor[[32, 96], pl.FP32] = self.project_from_group(tokens, weights, r2)
        r4: pl.Tensor[[32, 96], pl.FP32] = self.project_from_graph(tokens, weights, r3)
        r5: pl.Tensor[[32, 96], pl.FP32] = self.project_from_helper(tokens, weights, r4)
        done: pl.Tensor[[32, 96], pl.FP32] = self.helper(weights, r5)
        return done
    @pl.function
    def opaque_caller(self, tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        done: pl.Tensor[[32, 96], pl.FP32] = self.project_from_opaque(tokens, weights, scores)
        return done
