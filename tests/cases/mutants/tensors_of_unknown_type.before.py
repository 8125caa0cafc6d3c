# pypto.program: Projection
# Nobody knows what an op without a spec returns, not even that it is a tensor. A slice of it has no storage that is known, and a store into
# it may hit the source.
# target: ascend910b
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        blank: pl.Tile[[32, 32], pl.BF16, pl.Mem.Vec] = pl.tile.create([32, 32], dtype=pl.BF16, target_memory=pl.Mem.Vec)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(tokens_left, weights_right)
        found: pl.UnknownType = pl.tile.fetch_table(tokens)
        stored: pl.UnknownType = pl.tile.store(blank, [0, 0], found)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.BF16]]) -> pl.Tensor[[32, 32], pl.BF16]:
        found: pl.UnknownType = pl.tensor.fetch_table(weights)
        tokens: pl.Tensor[[32, 32], pl.BF16] = pl.tensor.slice(found, [32, 32], [0, 0])
        done: pl.Tensor[[32, 32], pl.BF16] = self.project(tokens, weights, scores)
        return done
