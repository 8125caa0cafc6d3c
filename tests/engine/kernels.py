"""Small kernels for tests of answers, and what asks them."""

from __future__ import annotations

from pathlib import Path

from tilewhy.engine.answers import Answers
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.ir_facts import parse_program

MATMUL = """\
import pypto.language as pl


@pl.program
class Matmul:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[64, 256], pl.BF16], b: pl.Tensor[[256, 64], pl.BF16], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        started = pl.create_tile([64, 64], dtype=pl.FP32)
        for k, (acc,) in pl.range(0, 256, 64, init_values=(started,)):
            a_k = pl.load(a, [0, k], [64, 64])
            b_k = pl.load(b, [k, 0], [64, 64])
            total = pl.matmul_acc(acc, a_k, b_k)
            product = pl.yield_(total)
        scaled = pl.mul(product, 0.125)
        result = pl.store(scaled, [0, 0], out)
        return result

    @pl.function(type=pl.FunctionType.AIV)
    def other(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        a_k = pl.load(x, [0, 0], [64, 64])
        doubled = pl.mul(a_k, 2.0)
        result = pl.store(doubled, [0, 0], out)
        return result

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[64, 256], pl.BF16], b: pl.Tensor[[256, 64], pl.BF16]):
        out = pl.create_tensor([64, 64], dtype=pl.FP32)
        result = self.kernel(a, b, out)
        return result
"""

REFUSED = """\
import pypto.language as pl


@pl.program
class Refused:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        a: pl.Tensor[[16, 16], pl.BF16],
        c: pl.Tensor[[16, 16], pl.FP32],
        out: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    ):
        left = pl.load(a, [0, 0], [16, 16])
        acc = pl.load(c, [0, 0], [16, 16])
        total = pl.matmul_acc(acc, left, left)
        result = pl.store(total, [0, 0], out)
        return result
"""

PANEL = """\
import pypto.language as pl


@pl.program
class Panel:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        tokens: pl.Tensor[[32, 64], pl.BF16],
        weights: pl.Tensor[[64, 96], pl.BF16],
        scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]],
    ) -> pl.Tensor[[32, 96], pl.FP32]:
        blank = pl.tile.create([32, 96], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        right = pl.tile.load(weights, [0, 0], [64, 96], target_memory=pl.Mem.Mat)
        for step in pl.{kind}(4):
            {first}
            left = pl.tile.load(tokens, [0, 0], [32, 64], target_memory=pl.Mem.Mat, attrs={{"__compiler_tensor_to_tile_mat_bridge": True}})
            product = pl.tile.matmul(left, right)
        return scores

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[pl.Tensor[[32, 96], pl.FP32]]) -> pl.Tensor[[32, 96], pl.FP32]:
        tokens = pl.create_tensor([32, 64], dtype=pl.BF16)
        done = self.project(tokens, weights, scores)
        return done
"""

STORE = "cleared = pl.tile.store(blank, [0, 0], scores)"
PURE = "doubled = pl.tile.muls(blank, 2.0)"


def panel(first: str = PURE, kind: str = "range") -> str:
    """A kernel whose left operand may leave the loop, unless `first` or the `kind` of the loop stand in its way."""
    return PANEL.format(first=first, kind=kind)


def answers(text: str = MATMUL, target: str = "none", engine: str = "clingo", **how: object) -> Answers:
    """The kernel ready to be asked, refused or not."""
    infer = infer_tile_memory_space(target, engine=engine)
    derived = infer.derive(parse_program(text, path="k.py", specs=infer.specs))
    refused = any(told.severity == "error" for told in infer.complaints(derived))
    return Answers(infer, derived, refused=refused, **how)  # type: ignore[arg-type]  # passed through


def write(folder: Path, text: str = MATMUL, name: str = "k.py") -> str:
    """The kernel as a file; its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)
