# Left is overfull in one kernel and pipelined in the other. That holds the staging, not the panel in Mat.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        large: pl.Tensor[[256, 128], pl.BF16],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        large_mat = pl.tile.load(large, [0, 0], [256, 128], target_memory=pl.Mem.Mat)
        large_left = pl.tile.move(large_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def project_pipelined(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        side_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        for k in pl.pipeline(0, 2, 1, stage=2):
            side_left = pl.tile.move(side_mat, target_memory=pl.Mem.Left)
            side = pl.tile.matmul(side_left, weights_right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        large: pl.Tensor[[256, 128], pl.BF16],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([32, 64], dtype=pl.BF16)
        first = self.project(tokens, weights, scores, large)
        done = self.project_pipelined(tokens, weights, first)
        return done
