# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def project(tokens: pl.Tensor[[32, 64], pl.BF16], weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        weights_mat: pl.Tile[[64, 96], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [64, 96], [64, 96], target_memory=pl.Mem.Mat)
        tokens_mat: pl.Tile[[32, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        for step in pl.range(4):
            acc: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.create([32, 96], dtype=pl.FP32, target_memory=pl.Mem.Acc)
            for k, (part,) in pl.pipeline(0, 64, 32, stage=2, init_values=(acc,)):
                tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.row_major)] = pl.tile.extract(tokens_mat, 0, k, [32, 32], target_memory=pl.Mem.Left)
                weights_right: pl.Tile[[32, 96], pl.BF16, pl.Mem.Right] = pl.tile.extract(weights_mat, k, 0, [32, 96], target_memory=pl.Mem.Right)
                more: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(part, tokens_left, weights_right)
                product: pl.Tile[[32, 96], pl.FP32, pl.Mem.Acc] = pl.yield_(more)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens: pl.Tensor[[32, 64], pl.BF16] = pl.tensor.create([32, 64], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        done: pl.Tensor[[32, 96], pl.FP32] = self.project(tokens, weights, scores)
        return done
