# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def pick(first: pl.Tensor[[32, 32], pl.BF16], second: pl.Tensor[[32, 32], pl.BF16]) -> pl.Tensor[[32, 32], pl.BF16]:
        return second
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def another_name_for_the_unknown(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank: pl.Tile[[32, 32], pl.BF16, pl.Mem.Vec] = pl.tile.create([32, 32], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        found: pl.Tensor[[32, 32], pl.BF16] = self.pick(tokens, tokens)
        name: pl.Tensor[[32, 32], pl.BF16] = found
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        stored: pl.Tensor[[32, 32], pl.BF16] = pl.tile.store(blank, [0, 0], name)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill(source: pl.Tensor[[32, 32], pl.BF16], target: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        return target
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def computed_input(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        filled: pl.Tensor[[32, 32], pl.BF16] = self.fill(pl.tensor.slice(tokens, [32, 32], [0, 0]), scores)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def computed_output(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        filled: pl.Tensor[[32, 32], pl.BF16] = self.fill(scores, pl.tensor.slice(tokens, [32, 32], [0, 0]))
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill_two(source: pl.Tensor[[32, 32], pl.BF16], first: pl.Out[pl.Tensor[[32, 32], pl.BF16]], second: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> tuple[pl.Tensor[[32, 32], pl.BF16], pl.Tensor[[32, 32], pl.BF16]]:
        return first, second
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def loop_that_ends_out_of_sight(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank: pl.Tile[[32, 32], pl.BF16, pl.Mem.Vec] = pl.tile.create([32, 32], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        for again, (kept,) in pl.range(2, init_values=(scores,)):
            pair: pl.Tuple[pl.Tensor[[32, 32], pl.BF16], pl.Tensor[[32, 32], pl.BF16]] = [tokens, weights]
            last: pl.Tensor[[32, 32], pl.BF16] = pl.yield_(pair[0])
        stored: pl.Tensor[[32, 32], pl.BF16] = pl.tile.store(blank, [0, 0], last)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def refill(target: pl.InOut[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        return target
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def output_of_a_call(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank: pl.Tile[[32, 32], pl.BF16, pl.Mem.Vec] = pl.tile.create([32, 32], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        filled: pl.Tensor[[32, 32], pl.BF16] = self.fill(tokens, scores)
        refilled: pl.Tensor[[32, 32], pl.BF16] = self.refill(filled)
        tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        stored: pl.Tensor[[32, 32], pl.BF16] = pl.tile.store(blank, [0, 0], refilled)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def outputs_of_a_call(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank: pl.Tile[[32, 32], pl.BF16, pl.Mem.Vec] = pl.tile.create([32, 32], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        _tuple_tmp: pl.Tuple[pl.Tensor[[32, 32], pl.BF16], pl.Tensor[[32, 32], pl.BF16]] = self.fill_two(tokens, scores, weights)
        first: pl.Tensor[[32, 32], pl.BF16] = _tuple_tmp[0]
        second: pl.Tensor[[32, 32], pl.BF16] = _tuple_tmp[1]
        tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
        for step in pl.range(4):
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        stored: pl.Tensor[[32, 32], pl.BF16] = pl.tile.store(blank, [0, 0], first)
        stored_too: pl.Tensor[[32, 32], pl.BF16] = pl.tile.store(blank, [0, 0], second)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def source_in_another_shape(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        flat: pl.Tensor[[64, 16], pl.BF16] = pl.tensor.reshape(tokens, [64, 16])
        strip: pl.Tile[[64, 16], pl.BF16, pl.Mem.Vec] = pl.tile.create([64, 16], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        stored: pl.Tensor[[64, 16], pl.BF16] = pl.tile.store(strip, [0, 0], flat)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def storage_written_through_a_carry(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank: pl.Tile[[32, 32], pl.BF16, pl.Mem.Vec] = pl.tile.create([32, 32], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        for again, (kept,) in pl.range(2, init_values=(scores,)):
            stored: pl.Tensor[[32, 32], pl.BF16] = pl.tile.store(blank, [0, 0], kept)
            pair: pl.Tuple[pl.Tensor[[32, 32], pl.BF16], pl.Tensor[[32, 32], pl.BF16]] = [tokens, weights]
            last: pl.Tensor[[32, 32], pl.BF16] = pl.yield_(pair[0])
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def unknown_outputs_of_a_call(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        found: pl.Tensor[[32, 32], pl.BF16] = self.pick(tokens, tokens)
        _tuple_tmp: pl.Tuple[pl.Tensor[[32, 32], pl.BF16], pl.Tensor[[32, 32], pl.BF16]] = self.fill_two(tokens, found, scores)
        first: pl.Tensor[[32, 32], pl.BF16] = _tuple_tmp[0]
        second: pl.Tensor[[32, 32], pl.BF16] = _tuple_tmp[1]
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        tokens: pl.Tensor[[32, 32], pl.BF16] = pl.tensor.create([32, 32], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        part_1: pl.Tensor[[32, 32], pl.BF16] = self.source_in_another_shape(tokens, weights, scores)
        part_2: pl.Tensor[[32, 32], pl.BF16] = self.output_of_a_call(tokens, weights, part_1)
        part_3: pl.Tensor[[32, 32], pl.BF16] = self.outputs_of_a_call(tokens, weights, part_2)
        part_4: pl.Tensor[[32, 32], pl.BF16] = self.unknown_outputs_of_a_call(tokens, weights, part_3)
        part_5: pl.Tensor[[32, 32], pl.BF16] = self.another_name_for_the_unknown(tokens, weights, part_4)
        part_6: pl.Tensor[[32, 32], pl.BF16] = self.loop_that_ends_out_of_sight(tokens, weights, part_5)
        part_7: pl.Tensor[[32, 32], pl.BF16] = self.computed_output(tokens, weights, part_6)
        part_8: pl.Tensor[[32, 32], pl.BF16] = self.computed_input(tokens, weights, part_7)
        done: pl.Tensor[[32, 32], pl.BF16] = self.storage_written_through_a_carry(tokens, weights, part_8)
        return done
