# A product with a bias and one that accumulates take resident operands as well.
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
        bias: pl.Tensor[[1, 96], pl.FP32],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        bias_mat = pl.tile.load(bias, [0, 0], [1, 96], target_memory=pl.Mem.Mat)
        bias_row = pl.tile.move(bias_mat, target_memory=pl.Mem.Bias)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul_bias(tokens_left, weights_right, bias_row)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def project_sum(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        acc = pl.tile.create([32, 96], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        for step, (part,) in pl.range(4, init_values=(acc,)):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            columns_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            columns_right = pl.tile.move(columns_mat, target_memory=pl.Mem.Right)
            more = pl.tile.matmul_acc(part, tokens_left, columns_right)
            total = pl.yield_(more)
        stored = pl.tile.store(total, [0, 0], scores)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        bias: pl.Tensor[[1, 96], pl.FP32],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([32, 64], dtype=pl.BF16)
        weights = pl.create_tensor([64, 96], dtype=pl.BF16)
        first = self.project(tokens, weights, scores, bias)
        done = self.project_sum(tokens, weights, first)
        return done
