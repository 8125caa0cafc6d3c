# Kernels that write something beside what they compute. The load stays where that may be the source, or where nobody can see what it is.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def pick(self, first: pl.Tensor[[32, 32], pl.BF16], second: pl.Tensor[[32, 32], pl.BF16]) -> pl.Tensor[[32, 32], pl.BF16]:
        return second

    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, source: pl.Tensor[[32, 32], pl.BF16], target: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        return target

    @pl.function(type=pl.FunctionType.InCore)
    def fill_two(self, source: pl.Tensor[[32, 32], pl.BF16], first: pl.Out[pl.Tensor[[32, 32], pl.BF16]], second: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> tuple[pl.Tensor[[32, 32], pl.BF16], pl.Tensor[[32, 32], pl.BF16]]:
        return first, second

    @pl.function(type=pl.FunctionType.InCore)
    def refill(self, target: pl.InOut[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        return target

    @pl.function(type=pl.FunctionType.InCore)
    def source_in_another_shape(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        flat = pl.tensor.reshape(tokens, [64, 16])
        strip = pl.tile.create([64, 16], dtype=pl.BF16)
        stored = pl.tile.store(strip, [0, 0], flat)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def output_of_a_call(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank = pl.tile.create([32, 32], dtype=pl.BF16)
        filled = self.fill(tokens, scores)
        refilled = self.refill(filled)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        stored = pl.tile.store(blank, [0, 0], refilled)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def outputs_of_a_call(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank = pl.tile.create([32, 32], dtype=pl.BF16)
        first, second = self.fill_two(tokens, scores, weights)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        stored = pl.tile.store(blank, [0, 0], first)
        stored_too = pl.tile.store(blank, [0, 0], second)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def unknown_outputs_of_a_call(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        found = self.pick(tokens, tokens)
        first, second = self.fill_two(tokens, found, scores)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def another_name_for_the_unknown(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank = pl.tile.create([32, 32], dtype=pl.BF16)
        found = self.pick(tokens, tokens)
        name = found
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        stored = pl.tile.store(blank, [0, 0], name)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def loop_that_ends_out_of_sight(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank = pl.tile.create([32, 32], dtype=pl.BF16)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        for again, (kept,) in pl.range(2, init_values=(scores,)):
            pair = [tokens, weights]
            last = pl.yield_(pair[0])
        stored = pl.tile.store(blank, [0, 0], last)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def computed_output(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        filled = self.fill(scores, pl.tensor.slice(tokens, [32, 32], [0, 0]))
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def computed_input(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        filled = self.fill(pl.tensor.slice(tokens, [32, 32], [0, 0]), scores)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def storage_written_through_a_carry(
        self,
        tokens: pl.Tensor[[32, 32], pl.BF16],
        weights: pl.Tensor[[32, 32], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat = pl.tile.load(weights, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank = pl.tile.create([32, 32], dtype=pl.BF16)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        for again, (kept,) in pl.range(2, init_values=(scores,)):
            stored = pl.tile.store(blank, [0, 0], kept)
            pair = [tokens, weights]
            last = pl.yield_(pair[0])
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        tokens = pl.create_tensor([32, 32], dtype=pl.BF16)
        part_1 = self.source_in_another_shape(tokens, weights, scores)
        part_2 = self.output_of_a_call(tokens, weights, part_1)
        part_3 = self.outputs_of_a_call(tokens, weights, part_2)
        part_4 = self.unknown_outputs_of_a_call(tokens, weights, part_3)
        part_5 = self.another_name_for_the_unknown(tokens, weights, part_4)
        part_6 = self.loop_that_ends_out_of_sight(tokens, weights, part_5)
        part_7 = self.computed_output(tokens, weights, part_6)
        part_8 = self.computed_input(tokens, weights, part_7)
        done = self.storage_written_through_a_carry(tokens, weights, part_8)
        return done
