# The offset is the result of a branch or of a loop inside, which closes what can leave as well.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def by_branch(
        self,
        tokens: pl.Tensor[[64, 128], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            if step < 1:
                row: pl.Scalar[pl.INDEX] = pl.yield_(0)
            else:
                row: pl.Scalar[pl.INDEX] = pl.yield_(32)
            tokens_mat = pl.tile.load(tokens, [0, row], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def by_loop(
        self,
        tokens: pl.Tensor[[64, 128], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            for k, (count,) in pl.range(2, init_values=(step,)):
                row: pl.Scalar[pl.INDEX] = pl.yield_(count + 1)
            tokens_mat = pl.tile.load(tokens, [0, row], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([64, 128], dtype=pl.BF16)
        part_1 = self.by_branch(tokens, weights, scores)
        done = self.by_loop(tokens, weights, part_1)
        return done
