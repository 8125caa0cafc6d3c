# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill_two(one: pl.Out[pl.Tensor[[32, 64], pl.BF16]], two: pl.Out[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 64], pl.BF16]:
        return two
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(tokens: pl.Tensor[[32, 64], pl.BF16], part: pl.Tensor[[32, 64], pl.BF16], hidden: pl.Tensor[[32, 64], pl.BF16], moving: pl.Tensor[[32, 64], pl.BF16], cached: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], cache: pl.Out[pl.Tensor[[32, 64], pl.BF16]], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            tokens_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
            part_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(part, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            part_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(part_mat, target_memory=pl.Mem.Left)
            part_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(part_left, weights_right)
            hidden_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(hidden, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            hidden_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(hidden_mat, target_memory=pl.Mem.Left)
            hidden_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(hidden_left, weights_right)
            moving_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(moving, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            moving_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(moving_mat, target_memory=pl.Mem.Left)
            moving_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(moving_left, weights_right)
            cached_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(cached, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            cached_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(cached_mat, target_memory=pl.Mem.Left)
            cached_product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(cached_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def inner(self, given: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], cache: pl.Out[pl.Tensor[[32, 64], pl.BF16]], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            _submit_tmp: pl.Tuple[pl.Tensor[[32, 96], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.project, given, given, given, given, given, weights, cache, scores)
            done: pl.Tensor[[32, 96], pl.FP32] = _submit_tmp[0]
            task: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
        return done
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], cache: pl.Out[pl.Tensor[[32, 64], pl.BF16]], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], flag: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 96], pl.FP32]:
        own: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        made: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        other: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        part: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.slice(tokens, [32, 64], [0, 0])
        hidden: pl.Tensor[[32, 64], pl.BF16] = self.fill_two(made, pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND))
        for i, (moving,) in pl.range(2, init_values=(made,)):
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                _submit_tmp: pl.Tuple[pl.Tensor[[32, 96], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.project, tokens, part, hidden, moving, own, weights, own, scores)
                first: pl.Tensor[[32, 96], pl.FP32] = _submit_tmp[0]
                task: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
            moved: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(other)
        done: pl.Tensor[[32, 96], pl.FP32] = self.inner(tokens, weights, cache, scores)
        return done
