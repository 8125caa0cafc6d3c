# The panel is also read by an op that is neither a transposed view nor a way into an operand memory.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def slicing(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
            part = pl.tile.slice(tokens_mat, [16, 64], [0, 0])
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def reshaping(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
            flat = pl.tile.reshape(tokens_mat, [64, 32])
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def assembling(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
            corner = pl.tile.create([16, 64], dtype=pl.BF16, target_memory=pl.Mem.Mat)
            filled = pl.tile.assemble(tokens_mat, corner, [0, 0])
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def as_second_operand(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
            large = pl.tile.create([64, 64], dtype=pl.BF16, target_memory=pl.Mem.Mat)
            filled = pl.tile.assemble(large, tokens_mat, [0, 0])
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([32, 64], dtype=pl.BF16)
        part_1 = self.slicing(tokens, weights, scores)
        part_2 = self.reshaping(tokens, weights, part_1)
        part_3 = self.assembling(tokens, weights, part_2)
        done = self.as_second_operand(tokens, weights, part_3)
        return done
