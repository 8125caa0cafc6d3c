# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill_both(target: pl.Out[pl.Tensor[[32, 64], pl.BF16]], count: pl.Out[pl.Tensor[[4], pl.INT32]]) -> tuple[pl.Tensor[[32, 64], pl.BF16], pl.Tensor[[4], pl.INT32]]:
        return target, count
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(renamed: pl.Tensor[[32, 64], pl.BF16], listed: pl.Tensor[[32, 64], pl.BF16], kept: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            renamed_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(renamed, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            renamed_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(renamed_mat, target_memory=pl.Mem.Left)
            renamed_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(renamed_left, weights_right)
            listed_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(listed, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            listed_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(listed_mat, target_memory=pl.Mem.Left)
            listed_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(listed_left, weights_right)
            kept_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(kept, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            kept_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(kept_mat, target_memory=pl.Mem.Left)
            kept_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(kept_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, outside: pl.InOut[pl.Tensor[[32, 64], pl.BF16]], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], flag: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 96], pl.FP32]:
        count: pl.Tensor[[4], pl.INT32] = pl.tensor.create([4], dtype=pl.INT32, layout=pl.TensorLayout.ND)
        name: pl.Tensor[[32, 64], pl.BF16] = outside
        if flag < 1:
            renamed: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(name)
        else:
            renamed: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(name)
        _tuple_tmp: pl.Tuple[pl.Tensor[[32, 64], pl.BF16], pl.Tensor[[4], pl.INT32]] = self.fill_both(outside, count)
        listed: pl.Tensor[[32, 64], pl.BF16] = _tuple_tmp[0]
        counted: pl.Tensor[[4], pl.INT32] = _tuple_tmp[1]
        for i, (kept,) in pl.range(2, init_values=(outside,)):
            done: pl.Tensor[[32, 96], pl.FP32] = self.project(renamed, listed, kept, weights, scores)
            last: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(kept)
        return scores
