# pypto.program: MaskedScores
import pypto.language as pl

@pl.program
class MaskedScores:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def masked_scores(query: pl.Tensor[[16, 128], pl.BF16], keys: pl.Tensor[[256, 128], pl.BF16], mask: pl.Tensor[[16, 64], pl.FP32], masked: pl.Scalar[pl.INDEX], scores: pl.Out[pl.Tensor[[16, 256], pl.FP32]]) -> pl.Tensor[[16, 256], pl.FP32]:
        # the query stays the same for every block of keys
        q: pl.Tile[[16, 128], pl.BF16] = pl.tile.load(query, [0, 0], [16, 128], [16, 128])
        for i, (done,) in pl.range(4, init_values=(scores,)):
            k: pl.Tile[[64, 128], pl.BF16] = pl.tile.load(keys, [i * 64, 0], [64, 128], [64, 128])
            k_t: pl.Tile[[128, 64], pl.BF16, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(k)
            product: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(q, k_t)
            scaled: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.muls(product, 0.088388346100000001)
            if i < masked:
                given: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(mask, [0, 0], [16, 64], [16, 64])
                bias: pl.Tile[[16, 64], pl.FP32] = pl.yield_(given)
            else:
                nothing: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)
                bias: pl.Tile[[16, 64], pl.FP32] = pl.yield_(nothing)
            block: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.add(scaled, bias)
            stored: pl.Tensor[[16, 256], pl.FP32] = pl.tile.store(block, [0, i * 64], done)
            result: pl.Tensor[[16, 256], pl.FP32] = pl.yield_(stored)
        return result
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, query: pl.Tensor[[16, 128], pl.BF16], keys: pl.Tensor[[256, 128], pl.BF16], mask: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 256], pl.FP32]:
        scores: pl.Tensor[[16, 256], pl.FP32] = pl.tensor.create([16, 256], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        filled: pl.Tensor[[16, 256], pl.FP32] = self.masked_scores(query, keys, mask, 2, scores)
        return filled
