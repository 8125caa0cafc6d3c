# No move leads into Acc. A tile that must be an accumulator is created there, since creating a tile touches no
# memory.

import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        acc = pl.tile.create([16, 32], dtype=pl.FP32)
        a_tile = pl.load(a, [0, 0], [16, 64])
        b_tile = pl.load(b, [0, 0], [64, 32])
        total = pl.matmul_acc(acc, a_tile, b_tile)
        result = pl.store(total, [0, 0], out)
        return result
