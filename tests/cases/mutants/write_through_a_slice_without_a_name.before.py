# The kernel writes through a slice of something without a name, so nobody knows what it writes, and it may be what the loop reads. What a
# call fills is known, even if the call reads something without a name beside it.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def slice_of_a_slice(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        part = pl.tile.load(notes, [0, 0], [32, 64], target_memory=pl.Mem.Vec)
        inner = pl.slice(pl.slice(tokens, [32, 64], [0, 0]), [32, 64], [0, 0])
        written = pl.tile.store(part, [0, 0], inner)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def shape_of_a_slice(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        part = pl.tile.load(notes, [0, 0], [32, 64], target_memory=pl.Mem.Vec)
        flat = pl.reshape(pl.slice(tokens, [32, 64], [0, 0]), [32, 64])
        written = pl.tile.store(part, [0, 0], flat)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def filled_beside_a_slice(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        part = pl.tile.load(notes, [0, 0], [32, 64], target_memory=pl.Mem.Vec)
        filled = self.fill_from(pl.slice(tokens, [32, 64], [0, 0]), notes)
        written = pl.tile.store(part, [0, 0], filled)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def fill_from(
        self,
        source: pl.Tensor[[32, 64], pl.BF16],
        target: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 64], pl.BF16]:
        return target

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        notes: pl.InOut[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([32, 64], dtype=pl.BF16)
        r0 = self.slice_of_a_slice(tokens, weights, scores, notes)
        r1 = self.shape_of_a_slice(tokens, weights, scores, notes)
        r2 = self.filled_beside_a_slice(tokens, weights, scores, notes)
        return scores
