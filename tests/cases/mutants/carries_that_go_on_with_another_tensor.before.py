# The loop of the caller goes on with another tensor than it started with, or with one that nobody knows. That is the reason for
# whatever is made of the carries, but none for the tensor beside them: the call only reads what changes.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        moving: pl.Tensor[[32, 64], pl.BF16],
        drifting: pl.Tensor[[32, 64], pl.BF16],
        part: pl.Tensor[[32, 64], pl.BF16],
        given: pl.Tensor[[32, 64], pl.BF16],
        either: pl.Tensor[[32, 64], pl.BF16],
        leaving: pl.Tensor[[32, 64], pl.BF16],
        steady: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            moving_mat = pl.tile.load(moving, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            moving_left = pl.tile.move(moving_mat, target_memory=pl.Mem.Left)
            moving_product = pl.tile.matmul(moving_left, weights_right)
            drifting_mat = pl.tile.load(drifting, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            drifting_left = pl.tile.move(drifting_mat, target_memory=pl.Mem.Left)
            drifting_product = pl.tile.matmul(drifting_left, weights_right)
            part_mat = pl.tile.load(part, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            part_left = pl.tile.move(part_mat, target_memory=pl.Mem.Left)
            part_product = pl.tile.matmul(part_left, weights_right)
            given_mat = pl.tile.load(given, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            given_left = pl.tile.move(given_mat, target_memory=pl.Mem.Left)
            given_product = pl.tile.matmul(given_left, weights_right)
            either_mat = pl.tile.load(either, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            either_left = pl.tile.move(either_mat, target_memory=pl.Mem.Left)
            either_product = pl.tile.matmul(either_left, weights_right)
            leaving_mat = pl.tile.load(leaving, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            leaving_left = pl.tile.move(leaving_mat, target_memory=pl.Mem.Left)
            leaving_product = pl.tile.matmul(leaving_left, weights_right)
            steady_mat = pl.tile.load(steady, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            steady_left = pl.tile.move(steady_mat, target_memory=pl.Mem.Left)
            steady_product = pl.tile.matmul(steady_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, target: pl.Out[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 64], pl.BF16]:
        return target

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        outside: pl.InOut[pl.Tensor[[32, 64], pl.BF16]],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        flag: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        made = pl.create_tensor([32, 64], dtype=pl.BF16)
        other = pl.create_tensor([32, 64], dtype=pl.BF16)
        flat = pl.reshape(other, [32, 64])
        steady = pl.create_tensor([32, 64], dtype=pl.BF16)
        for i, (moving, drifting, leaving) in pl.range(2, init_values=(made, made, outside)):
            part = pl.slice(moving, [32, 64], [0, 0])
            given = self.fill(moving)
            if flag < 1:
                either: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(made)
            else:
                either: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(moving)
            done = self.project(moving, drifting, part, given, either, leaving, steady, weights, scores)
            moved, drifted, left = pl.yield_(other, flat, other)
        return scores
