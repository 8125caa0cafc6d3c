"""What is grown: every op on tiles, also one whose operands have to be made for it, and regions in which the vector cores work."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from tilewhy.engine.fuzz import laws_result as result
from tilewhy.engine.fuzz.blocks import Grower
from tilewhy.engine.fuzz.cases import Case, every
from tilewhy.engine.fuzz.fits import fits
from tilewhy.engine.fuzz.scope import Scope
from tilewhy.engine.fuzz.supplies import Stock
from tilewhy.ir_facts.nodes import Assign, Call, Evaluate, ForScope, Stmt, Var
from tilewhy.ir_facts.opspecs import Specs, load_specs
from tilewhy.ir_facts.types import TensorType, TileType

from ..conftest import ROOT
from .strategies import sample, specs


@lru_cache(maxsize=2)
def stock(specs: Specs) -> Stock:
    return Stock(specs)


def grown(specs: Specs, op: str) -> list[Stmt]:
    """A call of `op` in a kernel that has a tensor to read and one to write, and nothing else, with what had to be made for it."""
    for turn in range(6):
        scope = Scope()
        scope.add_tensor(Var("x"), TensorType((16, 16), "FP16"), writable=False)
        scope.add_tensor(Var("out"), TensorType((16, 16), "FP32"), writable=True)
        made = Grower(lambda _: 0, stock(specs), wild=False, marked=False).call(specs.ops[op], scope, turn)
        if any(isinstance(stmt, (Assign, Evaluate)) and isinstance(stmt.value, Call) and stmt.value.op == op for stmt in made):
            return made
    return []


@pytest.mark.parametrize("op", [name for name, spec in specs().ops.items() if ".tile." in f".{name}" and spec.crossing is None])
def test_every_op_on_tiles_is_grown_from_its_spec(op: str) -> None:
    assert grown(specs(), op)


PICKY = """\
version: 1
ops:
  tile.blend:
    args: [lhs, scale, rhs, limit: Scalar]
    inputs: {lhs: Left, scale: RightScale, rhs: [Acc, Vec]}
    output: Acc
    result:
      shape: "[lhs[0], rhs[1]]"
      dtype: FP32
      view: col_major/row_major/1024
      require:
      - dtype(lhs) == HF8 and lhs[0] % 48 == 0
      - that: shape(scale) == [lhs[0] // 16, rhs[1]]
        says: scale must hold one scale for 16 rows
      - possible(lhs[1] == rhs[0])
      - dtype(rhs) == INT64
"""


def test_the_operands_of_an_op_follow_from_what_it_requires(tmp_path: Path) -> None:
    path = tmp_path / "picky.yaml"
    path.write_text(PICKY, encoding="utf-8")
    picky = load_specs(path)
    for fit in fits(picky.ops["tile.blend"], [()], picky):
        lhs, scale, rhs = (fit[index] for index in range(3))
        assert (lhs.dtype, scale.dtype, rhs.dtype) == ("HF8", "FP8E8M0", "INT64")
        assert (lhs.shape[0], scale.shape, rhs.shape) == (48, (3, rhs.shape[1]), (lhs.shape[1], rhs.shape[1]))
    *made, call = grown(picky, "tile.blend")
    assert isinstance(call, Assign) and isinstance(call.type, TileType) and call.type.shape[0] == 48
    loaded = [stmt.type for stmt in made if isinstance(stmt, Assign)]
    assert len(loaded) == 3


def test_regions_are_grown_with_their_gates() -> None:
    programs = sample(specs(), 150, 6)
    regions = [stmt for program in programs for stmt in every(program) if isinstance(stmt, ForScope)]
    gates = [spec.name for spec in specs().ops.values() if spec.crossing is not None and spec.crossing.operand is not None]
    texts = "\n".join(map(str, programs))
    assert len(regions) > 10
    assert all(f"pl.{gate}(" in texts for gate in gates)


def test_specs_without_gates_have_no_regions(tmp_path: Path) -> None:
    gates = [name for name, spec in specs().ops.items() if spec.crossing is not None]
    path = tmp_path / "none.yaml"
    path.write_text("version: 1\nops:\n" + "".join(f"  {gate}: null\n" for gate in gates), encoding="utf-8")
    assert not any(isinstance(stmt, ForScope) for program in sample(load_specs(path), 60, 6) for stmt in every(program))


def test_kernels_of_another_machine_are_grown() -> None:
    """Its memories, dtypes and ops are all there are."""
    machine = load_specs(ROOT / "examples" / "trainium" / "neuroncore.yaml")
    for program in sample(machine, 20, 2):
        for target in machine.targets:
            case = Case(program, target, machine)
            result.one_space(case)
            result.operands_are_where_their_op_wants_them(case)
            result.verified(case)
