# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill_from(source: pl.Tensor[[32, 64], pl.BF16], target: pl.Out[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 64], pl.BF16]:
        return target
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def filled_beside_a_slice(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        part: pl.Tile[[32, 64], pl.BF16, pl.Mem.Vec] = pl.tile.load(notes, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        filled: pl.UnknownType = self.fill_from(pl.tensor.slice(tokens, [32, 64], [0, 0]), notes)
        written: pl.UnknownType = pl.tile.store(part, [0, 0], filled)
        tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def shape_of_a_slice(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        part: pl.Tile[[32, 64], pl.BF16, pl.Mem.Vec] = pl.tile.load(notes, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        flat: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.reshape(pl.tensor.slice(tokens, [32, 64], [0, 0]), [32, 64])
        written: pl.Tensor[[32, 64], pl.BF16] = pl.tile.store(part, [0, 0], flat)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def slice_of_a_slice(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[64, 96], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        part: pl.Tile[[32, 64], pl.BF16, pl.Mem.Vec] = pl.tile.load(notes, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        inner: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.slice(pl.tensor.slice(tokens, [32, 64], [0, 0]), [32, 64], [0, 0])
        written: pl.Tensor[[32, 64], pl.BF16] = pl.tile.store(part, [0, 0], inner)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]], notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        r0: pl.Tensor[[32, 96], pl.FP32] = self.slice_of_a_slice(tokens, weights, scores, notes)
        r1: pl.Tensor[[32, 96], pl.FP32] = self.shape_of_a_slice(tokens, weights, scores, notes)
        r2: pl.Tensor[[32, 96], pl.FP32] = self.filled_beside_a_slice(tokens, weights, scores, notes)
        return scores
