"""Kernels of any size for the tests of the report: functions that multiply in a loop with a carry, branch, scale and store."""

from __future__ import annotations

HEADER = """\
# pypto.program: Grown
import pypto.language as pl

@pl.program
class Grown:
"""
SIGNATURE = """\
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel_{f}(x: pl.Tensor[[16, 512], pl.BF16], w: pl.Tensor[[512, 64], pl.BF16], limit: pl.Scalar[pl.INDEX], \
out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
"""
BLOCK = """\
        start_{n}: pl.Tile[[16, 64], pl.FP32] = pl.tile.create([16, 64], dtype=pl.FP32)
        for i_{n}, (acc_{n},) in pl.range(0, 512, 64, init_values=(start_{n},)):
            kept_{n}: pl.Tile[[16, 64], pl.BF16] = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
            panel_{n}: pl.Tile[[64, 64], pl.BF16] = pl.tile.load(w, [i_{n}, 0], [64, 64], [64, 64])
            sum_{n}: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(acc_{n}, kept_{n}, panel_{n})
            total_{n}: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc] = pl.yield_(sum_{n})
        row_{n}: pl.Scalar[pl.INDEX] = limit + {n}
        if row_{n} < 16:
            scaled_{n}: pl.Tile[[16, 64], pl.FP32] = pl.tile.muls(total_{n}, 0.5)
            chosen_{n}: pl.Tile[[16, 64], pl.FP32] = pl.yield_(scaled_{n})
        else:
            ones_{n}: pl.Tile[[16, 64], pl.FP32] = pl.tile.full([16, 64], dtype=pl.FP32, value=1.0)
            chosen_{n}: pl.Tile[[16, 64], pl.FP32] = pl.yield_(ones_{n})
        last_{n}: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(chosen_{n}, [0, 0], out)
"""
BLOCKS = 7
"""Blocks of a function."""


def grown(lines: int) -> str:
    """A kernel of at least `lines` lines."""
    parts = [HEADER]
    size = len(BLOCK.splitlines())
    for function in range(-(-lines // (BLOCKS * size))):
        parts.append(SIGNATURE.format(f=function))
        parts += [BLOCK.format(n=n) for n in range(BLOCKS)]
        parts.append(f"        return last_{BLOCKS - 1}\n")
    return "".join(parts)
