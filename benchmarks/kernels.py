"""What is measured: kernels of the corpus where it is there, the shipped examples where not, and generated ones of any size.

A generated kernel is the same text on every machine. Its functions multiply panels of two tensors in a loop with a carry (one of
the panels is the same on every round, and marked as one that may stay), branch, scale, and store: what the kernels of models do,
in about the same mixture.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
OVERLAY = ROOT / "tests" / "overlays" / "pypto-2026-08.yaml"

TARGET = "ascend910b"
FUNCTION = 100
"""Statements of a function, about, where a kernel has many: as in the kernels of models."""


class Kernel(NamedTuple):
    """A text to measure, under the name by which the table calls it. `overlays` are the op specs that it is written for."""

    name: str
    text: str
    overlays: tuple[str, ...] = ()


HEADER = """\
# pypto.program: Generated
import pypto.language as pl

@pl.program
class Generated:
"""
SIGNATURE = """\
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel_{f}(x: pl.Tensor[[16, 512], pl.BF16], w: pl.Tensor[[512, 64], pl.BF16], scale: pl.Tensor[[16, 64], pl.FP32], \
limit: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
"""
BLOCK = """\
        start_{n}: pl.Tile[[16, 64], pl.FP32] = pl.tile.create([16, 64], dtype=pl.FP32)
        for i_{n}, (acc_{n},) in pl.range(0, 512, 64, init_values=(start_{n},)):
            kept_{n}: pl.Tile[[16, 64], pl.BF16] = pl.tile.load(x, [0, {column}], [16, 64], [16, 64], target_memory=pl.Mem.Mat, \
attrs={{"__compiler_tensor_to_tile_mat_bridge": True}})
            panel_{n}: pl.Tile[[64, 64], pl.BF16] = pl.tile.load(w, [i_{n}, 0], [64, 64], [64, 64])
            sum_{n}: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(acc_{n}, kept_{n}, panel_{n})
            total_{n}: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc] = pl.yield_(sum_{n})
        row_{n}: pl.Scalar[pl.INDEX] = limit + {n}
        if row_{n} < 16:
            given_{n}: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(scale, [0, 0], [16, 64], [16, 64])
            chosen_{n}: pl.Tile[[16, 64], pl.FP32] = pl.yield_(given_{n})
        else:
            ones_{n}: pl.Tile[[16, 64], pl.FP32] = pl.tile.full([16, 64], dtype=pl.FP32, value=1.0)
            chosen_{n}: pl.Tile[[16, 64], pl.FP32] = pl.yield_(ones_{n})
        scaled_{n}: pl.Tile[[16, 64], pl.FP32] = pl.tile.muls(chosen_{n}, 0.5)
        added_{n}: pl.Tile[[16, 64], pl.FP32] = pl.tile.add(scaled_{n}, chosen_{n})
        first_{n}: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(added_{n}, [0, 0], out)
        last_{n}: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(total_{n}, [0, 0], out)
"""
STATEMENTS = 16
"""Statements of a block: its lines that are not `else:`."""

ENTRY = """\
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, w: pl.Tensor[[512, 64], pl.BF16], scale: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
        x: pl.Tensor[[16, 512], pl.BF16] = pl.tensor.create([16, 512], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        out_0: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
"""
CALL = """\
        out_{next}: pl.Tensor[[16, 64], pl.FP32] = self.kernel_{f}(x, w, scale, 8, out_{f})
"""


def generated(statements: int, function: int = FUNCTION) -> str:
    """A kernel of at least `statements` statements in functions of about `function` each, which one more function calls in turn."""
    blocks = -(-statements // STATEMENTS)
    each = -(-function // STATEMENTS)
    parts = [HEADER]
    for block in range(blocks):
        if block % each == 0:
            parts.append(SIGNATURE.format(f=block // each))
        parts.append(BLOCK.format(n=block % each, column=block % 8 * 64))
        if block % each == each - 1 or block == blocks - 1:
            parts.append(f"        return last_{block % each}\n")
    kernels = -(-blocks // each)
    parts.append(ENTRY)
    parts.extend([CALL.format(f=number, next=number + 1) for number in range(kernels)])
    parts.append(f"        return out_{kernels}\n")
    return "".join(parts)


def chosen(corpus: Path = CORPUS) -> list[Kernel]:
    """A small, a middle and the largest kernel of the corpus' models, or the shipped examples where there is no corpus."""
    folder, overlays = corpus / "model", (str(OVERLAY),)
    if not folder.is_dir():
        folder, overlays = ROOT / "examples", ()
    paths = sorted(folder.glob("*.before.py") if overlays else folder.glob("*.py"), key=lambda path: (path.stat().st_size, path.name))
    if overlays:
        paths = [paths[len(paths) // 10], paths[len(paths) // 2], paths[-1]]
    return [Kernel(f"{folder.name}/{path.name.partition('.')[0]}", path.read_text("utf-8"), overlays) for path in paths]
