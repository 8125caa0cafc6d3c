# pypto.program: Projection
import pypto.language as pl

@pl.program
class Projection:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def helper(tile: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat], target: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        return target
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def left_helper(tile: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left], target: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        return target
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def packed(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            pair: pl.Tuple[pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat], pl.Scalar[pl.INDEX]] = [tokens_mat, step]
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def submitted(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                _submit_tmp: pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.helper, tokens_mat, scores)
                written: pl.Tensor[[32, 32], pl.FP32] = _submit_tmp[0]
                task: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def uses_of_what_is_no_operand_anyway(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tile[[32, 32], pl.BF16, pl.Mem.Left]]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            turned: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(tokens_left)
            name: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = turned
            pair: pl.Tuple[pl.Tile[[32, 32], pl.BF16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)], pl.Scalar[pl.INDEX]] = [turned, step]
            for inner, (kept,) in pl.range(2, init_values=(turned,)):
                last: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.yield_(turned)
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                _submit_tmp: pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.left_helper, turned, scores)
                written: pl.Tensor[[32, 32], pl.FP32] = _submit_tmp[0]
                task: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
            product: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc, pl.TileView(valid_shape=[32, 32])] = pl.tile.gemv(turned, weights_right, acc_phase='unspecified', attrs={"dump_vars": [turned]})
            return scores, turned
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def viewed_after_staging(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        weights_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(weights, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        weights_right: pl.Tile[[32, 32], pl.BF16, pl.Mem.Right] = pl.tile.move(weights_mat, target_memory=pl.Mem.Right)
        for step in pl.range(4):
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
            tokens_left: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = pl.tile.move(tokens_mat, target_memory=pl.Mem.Left)
            turned: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(tokens_left)
            product: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(turned, weights_right)
        return scores
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def viewed_elsewhere(tokens: pl.Tensor[[32, 32], pl.BF16], weights: pl.Tensor[[32, 32], pl.BF16], scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        for step in pl.range(4):
            tokens_vec: pl.Tile[[32, 32], pl.BF16, pl.Mem.Vec] = pl.tile.load(tokens, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
            turned: pl.Tile[[32, 32], pl.BF16, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(tokens_vec)
            tokens_mat: pl.Tile[[32, 32], pl.BF16, pl.Mem.Mat] = pl.tile.move(turned, target_memory=pl.Mem.Mat)
        return scores
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, scores: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        tokens: pl.Tensor[[32, 32], pl.BF16] = pl.tensor.create([32, 32], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        weights: pl.Tensor[[32, 32], pl.BF16] = pl.tensor.create([32, 32], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        part_1: pl.Tensor[[32, 32], pl.FP32] = self.submitted(tokens, weights, scores)
        part_2: pl.Tensor[[32, 32], pl.FP32] = self.packed(tokens, weights, part_1)
        part_3: pl.Tensor[[32, 32], pl.FP32] = self.viewed_elsewhere(tokens, weights, part_2)
        part_4: pl.Tensor[[32, 32], pl.FP32] = self.viewed_after_staging(tokens, weights, part_3)
        _tuple_tmp: pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tile[[32, 32], pl.BF16, pl.Mem.Left]] = self.uses_of_what_is_no_operand_anyway(tokens, weights, part_4)
        done: pl.Tensor[[32, 32], pl.FP32] = _tuple_tmp[0]
        kept: pl.Tile[[32, 32], pl.BF16, pl.Mem.Left] = _tuple_tmp[1]
        return done
