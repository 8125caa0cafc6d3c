# A submitted kernel may run beside its caller. That alone is the reason: neither what is handed in nor who submits it is asked.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        part: pl.Tensor[[32, 64], pl.BF16],
        hidden: pl.Tensor[[32, 64], pl.BF16],
        moving: pl.Tensor[[32, 64], pl.BF16],
        cached: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        cache: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            tokens_product = pl.tile.matmul(tokens_left, weights_right)
            part_mat = pl.tile.load(part, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            part_left = pl.tile.move(part_mat, target_memory=pl.Mem.Left)
            part_product = pl.tile.matmul(part_left, weights_right)
            hidden_mat = pl.tile.load(hidden, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            hidden_left = pl.tile.move(hidden_mat, target_memory=pl.Mem.Left)
            hidden_product = pl.tile.matmul(hidden_left, weights_right)
            moving_mat = pl.tile.load(moving, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            moving_left = pl.tile.move(moving_mat, target_memory=pl.Mem.Left)
            moving_product = pl.tile.matmul(moving_left, weights_right)
            cached_mat = pl.tile.load(cached, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            cached_left = pl.tile.move(cached_mat, target_memory=pl.Mem.Left)
            cached_product = pl.tile.matmul(cached_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def fill_two(
        self,
        one: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
        two: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 64], pl.BF16]:
        return two

    @pl.function(type=pl.FunctionType.Orchestration)
    def inner(
        self,
        given: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        cache: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        with pl.manual_scope():
            done, task = pl.submit(self.project, given, given, given, given, given, weights, cache, scores)
        return done

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        cache: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        flag: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        own = pl.create_tensor([32, 64], dtype=pl.BF16)
        made = pl.create_tensor([32, 64], dtype=pl.BF16)
        other = pl.create_tensor([32, 64], dtype=pl.BF16)
        part = pl.slice(tokens, [32, 64], [0, 0])
        hidden = self.fill_two(made, pl.create_tensor([32, 64], dtype=pl.BF16))
        for i, (moving,) in pl.range(2, init_values=(made,)):
            with pl.manual_scope():
                first, task = pl.submit(self.project, tokens, part, hidden, moving, own, weights, own, scores)
            moved = pl.yield_(other)
        done = self.inner(tokens, weights, cache, scores)
        return done
