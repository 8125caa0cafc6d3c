# What the caller hands in may be another name, a slice, a view, an assembly or a join of what it made, or what a call
# filled and gave back: it is still that storage.
# target: ascend910b

import pypto.language as pl


@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, target: pl.Out[pl.Tensor[[32, 64], pl.BF16]]) -> pl.Tensor[[32, 64], pl.BF16]:
        return target

    @pl.function(type=pl.FunctionType.InCore)
    def fill_both(
        self,
        target: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
        count: pl.Out[pl.Tensor[[4], pl.INT32]],
    ) -> tuple[pl.Tensor[[32, 64], pl.BF16], pl.Tensor[[4], pl.INT32]]:
        return target, count

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        flag: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        made = pl.create_tensor([64, 64], dtype=pl.BF16)
        name = made
        part = pl.slice(made, [32, 64], [0, 0])
        renamed = part
        seen = pl.tensor.view(part, [32, 64])
        small = pl.create_tensor([32, 64], dtype=pl.BF16)
        joined = pl.assemble(small, part, [0, 0])
        if flag < 1:
            either: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(small)
        else:
            either: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(small)
        for i, (carried,) in pl.range(2, init_values=(small,)):
            filled = self.fill(carried)
            inside = self.project(carried, weights, scores)
            looped: pl.Tensor[[32, 64], pl.BF16] = pl.yield_(filled)
        given = self.fill(small)
        count = pl.create_tensor([4], dtype=pl.INT32)
        both, counted = self.fill_both(small, count)
        r1 = self.project(renamed, weights, scores)
        r2 = self.project(part, weights, scores)
        r3 = self.project(seen, weights, scores)
        r4 = self.project(joined, weights, scores)
        r5 = self.project(either, weights, scores)
        r6 = self.project(looped, weights, scores)
        r7 = self.project(given, weights, scores)
        r8 = self.project(both, weights, scores)
        return r8
