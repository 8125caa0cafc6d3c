# A way into an operand memory that has a second operand. A panel, or what is staged from one, that stands there is not what is copied.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def scaled(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move_scaled(tokens_mat, weights_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def panel_scales(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            weights_left = pl.tile.move_scaled(weights_mat, tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(weights_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def staged_scales(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            weights_left = pl.tile.move_scaled(weights_mat, tokens_left, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(weights_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        tokens = pl.create_tensor([32, 32], dtype=pl.BF16)
        weights = pl.create_tensor([32, 32], dtype=pl.BF16)
        part_1 = self.scaled(tokens, weights, scores)
        part_2 = self.panel_scales(tokens, weights, part_1)
        done = self.staged_scales(tokens, weights, part_2)
        return done
