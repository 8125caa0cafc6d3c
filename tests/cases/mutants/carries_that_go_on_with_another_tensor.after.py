# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill(target: pl.Out[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 64], pl.BF16]:
        return target
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(moving: pl.Tensor[[32, 64], pl.BF16], drifting: pl.Tensor[[32, 64], pl.BF16], part: pl.Tensor[[32, 64], pl.BF16], given: pl.Tensor[[32, 64], pl.BF16], either: pl.Tensor[[32, 64], pl.BF16], leaving: pl.Tensor[[32, 64], pl.BF16], steady: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        steady_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(steady, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        steady_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(steady_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            moving_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(moving, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            moving_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(moving_mat, target_memory=pl.Mem.Left)
            moving_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(moving_left, weights_right)
            drifting_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(drifting, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            drifting_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(drifting_mat, target_memory=pl.Mem.Left)
            drifting_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(drifting_left, weights_right)
            part_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(part, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            part_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(part_mat, target_memory=pl.Mem.Left)
            part_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(part_left, weights_right)
            given_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(given, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            given_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(given_mat, target_memory=pl.Mem.Left)
            given_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(given_left, weights_right)
            either_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(either, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            either_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(either_mat, target_memory=pl.Mem.Left)
            either_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(either_left, weights_right)
            leaving_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(leaving, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            leaving_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(leaving_mat, target_memory=pl.Mem.Left)
            leaving_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(leaving_left, weights_right)
            steady_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(steady_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, outside: pl.InOut[pl.Tensor[[32, 64], pl.BF16]], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], flag: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 96], pl.FP32]:
        made: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        other: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        flat: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.reshape(other, [32, 64])
        steady: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        for i, (moving, drifting, leaving) in pl.range(2, init_values=(made, made, outside)):
            part: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.slice(moving, [32, 64], [0, 0])
            given: pl.Tensor[[32, 64], pl.BF16] = self.fill(moving)
            if flag < 1:
                either: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(made)
            else:
                either: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(moving)
            done: pl.Tensor[[32, 96], pl.FP32] = self.project(moving, drifting, part, given, either, leaving, steady, weights, scores)
            moved, drifted, left = pl.yield_(other, flat, other)
        return scores
