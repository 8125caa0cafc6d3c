# Nobody knows whose storage a tensor is that was made of something without a name, or taken from an item that no writable
# parameter stands for, that may have been filled without a name, or that an empty loop ends with. What such tensors join to is out of sight as well.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        nested: pl.Tensor[[32, 64], pl.BF16],
        listed: pl.Tensor[[32, 64], pl.BF16],
        unlisted: pl.Tensor[[32, 64], pl.BF16],
        chosen: pl.Tensor[[32, 64], pl.BF16],
        finished: pl.Tensor[[32, 64], pl.BF16],
        viewed: pl.Tensor[[32, 64], pl.BF16],
        half: pl.Tensor[[32, 64], pl.BF16],
        joined_nested: pl.Tensor[[32, 64], pl.BF16],
        joined_listed: pl.Tensor[[32, 64], pl.BF16],
        joined_unlisted: pl.Tensor[[32, 64], pl.BF16],
        joined_part: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            nested_mat = pl.tile.load(nested, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            nested_left = pl.tile.move(nested_mat, target_memory=pl.Mem.Left)
            nested_product = pl.tile.matmul(nested_left, weights_right)
            listed_mat = pl.tile.load(listed, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            listed_left = pl.tile.move(listed_mat, target_memory=pl.Mem.Left)
            listed_product = pl.tile.matmul(listed_left, weights_right)
            unlisted_mat = pl.tile.load(unlisted, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            unlisted_left = pl.tile.move(unlisted_mat, target_memory=pl.Mem.Left)
            unlisted_product = pl.tile.matmul(unlisted_left, weights_right)
            chosen_mat = pl.tile.load(chosen, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            chosen_left = pl.tile.move(chosen_mat, target_memory=pl.Mem.Left)
            chosen_product = pl.tile.matmul(chosen_left, weights_right)
            finished_mat = pl.tile.load(finished, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            finished_left = pl.tile.move(finished_mat, target_memory=pl.Mem.Left)
            finished_product = pl.tile.matmul(finished_left, weights_right)
            viewed_mat = pl.tile.load(viewed, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            viewed_left = pl.tile.move(viewed_mat, target_memory=pl.Mem.Left)
            viewed_product = pl.tile.matmul(viewed_left, weights_right)
            half_mat = pl.tile.load(half, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            half_left = pl.tile.move(half_mat, target_memory=pl.Mem.Left)
            half_product = pl.tile.matmul(half_left, weights_right)
            joined_nested_mat = pl.tile.load(joined_nested, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            joined_nested_left = pl.tile.move(joined_nested_mat, target_memory=pl.Mem.Left)
            joined_nested_product = pl.tile.matmul(joined_nested_left, weights_right)
            joined_listed_mat = pl.tile.load(joined_listed, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            joined_listed_left = pl.tile.move(joined_listed_mat, target_memory=pl.Mem.Left)
            joined_listed_product = pl.tile.matmul(joined_listed_left, weights_right)
            joined_unlisted_mat = pl.tile.load(joined_unlisted, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            joined_unlisted_left = pl.tile.move(joined_unlisted_mat, target_memory=pl.Mem.Left)
            joined_unlisted_product = pl.tile.matmul(joined_unlisted_left, weights_right)
            joined_part_mat = pl.tile.load(joined_part, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            joined_part_left = pl.tile.move(joined_part_mat, target_memory=pl.Mem.Left)
            joined_part_product = pl.tile.matmul(joined_part_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def fill_two(
        self,
        one: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
        two: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
    ) -> pl.Tensor[[32, 64], pl.BF16]:
        return two

    @pl.function(type=pl.FunctionType.InCore)
    def fill_and_pass(
        self,
        source: pl.Tensor[[32, 64], pl.BF16],
        target: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
    ) -> tuple[pl.Tensor[[32, 64], pl.BF16], pl.Tensor[[32, 64], pl.BF16]]:
        return target, source

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        flag: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        made = pl.create_tensor([32, 64], dtype=pl.BF16)
        other = pl.create_tensor([32, 64], dtype=pl.BF16)
        nested = pl.slice(pl.create_tensor([64, 64], dtype=pl.BF16), [32, 64], [0, 0])
        listed = self.fill_and_pass(other, made)[0]
        filled, unlisted = self.fill_and_pass(other, made)
        if flag < 1:
            chosen: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(made)
        else:
            chosen: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(self.fill_two(made, made))
        for i, (carried,) in pl.range(2, 2, init_values=(made,)):
            finished: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(other)
        viewed = pl.tensor.view(nested, [32, 64])
        flat = pl.reshape(made, [32, 64])
        part = pl.slice(flat, [32, 64], [0, 0])
        if flag < 2:
            joined_nested, joined_listed, joined_unlisted, joined_part = pl.yield_(nested, listed, unlisted, part)
        else:
            joined_nested, joined_listed, joined_unlisted, joined_part = pl.yield_(nested, listed, unlisted, part)
        half = self.fill_two(made, pl.create_tensor([32, 64], dtype=pl.BF16))
        done = self.project(nested, listed, unlisted, chosen, finished, viewed, half, joined_nested, joined_listed, joined_unlisted, joined_part, weights, scores)
        return done
