"""Placing tiles does not change what a kernel computes, and no op reads a tile where it cannot.

The programs run before and after the pass on random data, in a semantics that knows nothing of the rules (`semantics.py`).
"""

from __future__ import annotations

import numpy as np
import pytest

from tilewhy.ir_facts import parse_program

from .semantics import Misplaced, Tile, observe
from .strategies import Case, every_case, specs


@every_case()
def test_every_function_computes_the_same(case: Case) -> None:
    if (result := case.result) is None:
        return
    for seed in (1, 2):
        before, after = (observe(program, case.specs, seed) for program in (case.program, result.program))
        assert before == after


@every_case(tame=True)
def test_no_tile_is_read_where_its_op_cannot(case: Case) -> None:
    if (result := case.result) is not None:
        placed = {row[0] for row in result.model.rows("placed_function")}
        kernels = tuple(function for function in result.program.functions if function.name in placed)
        for function in kernels:
            observe(type(result.program)("Kernel", "Kernel", (), (function,), {}), case.specs, 1, placed=True)


KERNEL = """\
# pypto.program: Small
import pypto.language as pl

@pl.program
class Small:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a: pl.Tile[[16, 16], pl.FP32] = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.{memory})
        b: pl.Tile[[16, 16], pl.FP32] = pl.tile.{op}(a, a)
        o: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(b, [0, 0], out)
        return o
"""


def small(op: str, memory: str = "Vec"):
    return parse_program(KERNEL.format(op=op, memory=memory))


def test_the_semantics_tells_programs_apart() -> None:
    """Another op, or another order of effects, is seen."""
    seen = [observe(small(op), specs(), 1)["kernel"] for op in ("add", "sub", "mul", "part_add", "part_mul")]
    assert len({one.tensors for one in seen}) == 5
    assert observe(small("add"), specs(), 1) == observe(small("add"), specs(), 1) != observe(small("add"), specs(), 2)


def test_the_semantics_finds_a_misplaced_operand() -> None:
    observe(small("add"), specs(), 1, placed=True)
    with pytest.raises(Misplaced, match=r"tile\.add reads operand 0 in Mat, and can only in Vec"):
        observe(small("add", "Mat"), specs(), 1, placed=True)


def test_a_memory_is_no_part_of_a_value() -> None:
    assert observe(small("add"), specs(), 1) == observe(small("add", "Mat"), specs(), 1)
    assert Tile(np.zeros(2), "Vec").data.tobytes() == Tile(np.zeros(2), "Mat").data.tobytes()
