# A kernel writes what an op has made of the source: the source itself, whichever key of the op spec says so. What an op makes anew
# is nobody's storage.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def through_a_window(
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
        window = pl.tensor.window(tokens, [0, 0])
        stored = pl.tile.store(blank, [0, 0], window)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def in_the_same_buffer(
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
        negated = pl.tensor.negate(tokens)
        stored = pl.tile.store(blank, [0, 0], negated)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def in_a_mirror(
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
        mirrored = pl.tensor.mirror(tokens)
        stored = pl.tile.store(blank, [0, 0], mirrored)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def beside_the_source(
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
        spilled = pl.tile.spill(blank)
        stored = pl.tile.store(blank, [0, 0], spilled)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        tokens = pl.create_tensor([32, 32], dtype=pl.BF16)
        part_1 = self.through_a_window(tokens, weights, scores)
        part_2 = self.in_the_same_buffer(tokens, weights, part_1)
        part_3 = self.in_a_mirror(tokens, weights, part_2)
        done = self.beside_the_source(tokens, weights, part_3)
        return done
