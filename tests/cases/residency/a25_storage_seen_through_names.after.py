# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill(target: pl.Out[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 64], pl.BF16]:
        return target
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill_both(target: pl.Out[pl.Tensor[[32, 64], pl.BF16]], count: pl.Out[pl.Tensor[[4], pl.INT32]]) -> tuple[pl.Tensor[[32, 64], pl.BF16], pl.Tensor[[4], pl.INT32]]:
        return target, count
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], flag: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 96], pl.FP32]:
        made: pl.Tensor[[64, 64], pl.BF16] = pl.tensor.create([64, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        name: pl.Tensor[[64, 64], pl.BF16] = made
        part: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.slice(made, [32, 64], [0, 0])
        renamed: pl.Tensor[[32, 64], pl.BF16] = part
        seen: pl.Tensor[[32, 64], pl.BF16, pl.TensorView(stride=[64, 1], layout=pl.TensorLayout.ND)] = pl.tensor.view(part, [32, 64])
        small: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        joined: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.assemble(small, part, [0, 0])
        if flag < 1:
            either: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(small)
        else:
            either: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(small)
        for i, (carried,) in pl.range(2, init_values=(small,)):
            filled: pl.Tensor[[32, 64], pl.BF16] = self.fill(carried)
            inside: pl.Tensor[[32, 96], pl.FP32] = self.project(carried, weights, scores)
            looped: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(filled)
        given: pl.Tensor[[32, 64], pl.BF16] = self.fill(small)
        count: pl.Tensor[[4], pl.INT32] = pl.tensor.create([4], dtype=pl.INT32, layout=pl.TensorLayout.ND)
        _tuple_tmp: pl.Tuple[pl.Tensor[[32, 64], pl.BF16], pl.Tensor[[4], pl.INT32]] = self.fill_both(small, count)
        both: pl.Tensor[[32, 64], pl.BF16] = _tuple_tmp[0]
        counted: pl.Tensor[[4], pl.INT32] = _tuple_tmp[1]
        r1: pl.Tensor[[32, 96], pl.FP32] = self.project(renamed, weights, scores)
        r2: pl.Tensor[[32, 96], pl.FP32] = self.project(part, weights, scores)
        r3: pl.Tensor[[32, 96], pl.FP32] = self.project(seen, weights, scores)
        r4: pl.Tensor[[32, 96], pl.FP32] = self.project(joined, weights, scores)
        r5: pl.Tensor[[32, 96], pl.FP32] = self.project(either, weights, scores)
        r6: pl.Tensor[[32, 96], pl.FP32] = self.project(looped, weights, scores)
        r7: pl.Tensor[[32, 96], pl.FP32] = self.project(given, weights, scores)
        r8: pl.Tensor[[32, 96], pl.FP32] = self.project(both, weights, scores)
        return r8
