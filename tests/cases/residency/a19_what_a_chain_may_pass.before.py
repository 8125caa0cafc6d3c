# Assigned computations, a read of an element, scalars, loads that stay and a scatter into other storage do not hold the
# chain back.
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
        lengths: pl.Tensor[[4], pl.INT32],
        places: pl.Tensor[[1, 16], pl.INT32],
        spare: pl.Out[pl.Tensor[[64], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        for step in pl.range(4):
            blank = pl.tile.create([1, 16], dtype=pl.FP32)
            twice = pl.tile.add(blank, blank)
            limit = pl.tensor.read(lengths, [0])
            row = step * 2 + 1
            cubes = pl.system.available_cluster_count()
            rows = pl.tile.load(places, [0, 0], [1, 16], target_memory=pl.Mem.Vec)
            spread = pl.tile.mscatter(twice, rows, spare)
            weights_mat = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_mat = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            weights_right = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
            product = pl.tile.matmul(tokens_left, weights_right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
        lengths: pl.Tensor[[4], pl.INT32],
        places: pl.Tensor[[1, 16], pl.INT32],
        spare: pl.Out[pl.Tensor[[64], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([32, 64], dtype=pl.BF16)
        done = self.project(tokens, weights, scores, lengths, places, spare)
        return done
