"""The types of the corpus, deduced. Needs the corpus.

Each annotated result is deduced from its operands' annotations and compared with its own; the differences that the
reference explains are counted by kind, anything else fails. Then the placed types are computed the way the pass does it:
from the types before and the placed operands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.nodes import Assign, Call, Expr, Function, Invoke, Item, Submit, Symbol, Var
from tilewhy.ir_facts.opspecs import Specs, load_specs
from tilewhy.ir_facts.record import replace
from tilewhy.ir_facts.results import move_type, rebuild, result_type, retarget
from tilewhy.ir_facts.types import UNKNOWN, ScalarType, TensorType, TileType, TupleType, Type
from tilewhy.ir_facts.views import tile_type
from tilewhy.ir_facts.walk import statements, variable_types

REGISTRY = ROOT / "tests" / "overlays" / "pypto-2026-08.yaml"
"""The corpus was made with PyPTO's registry of August 2026."""

EXPLAINED: dict[str, dict[str, int]] = {
    "unit": {
        "compared": 7449,
        "placed": 2423,
        "remote load, placed by the pass": 28,
        "flattened load": 4,
        "annotation narrower than create": 4,
        "space forced by a loop": 1,
    },
    "unset": {
        "compared": 7361,
        "placed": 2391,
        "N-D load or create, placed by the pass": 14,
        "space forced by a loop": 1,
        "remote load, placed by the pass": 28,
        "flattened load": 4,
        "annotation narrower than create": 4,
    },
    "fuzz": {"compared": 11930, "placed": 5472, "space forced by a loop": 34, "alias of a value that a loop forces": 9},
    "model": {
        "compared": 141251,
        "placed": 40402,
        "stale compact": 8,
        "flattened load": 14,
        "remote load, placed by the pass": 2,
    },
}

Types = Callable[[Expr], Type]


@pytest.mark.parametrize("group", ["unit", "unset", "fuzz", "model"])
def test_types_follow_from_the_operands(corpus: Path, group: str) -> None:
    specs = load_specs(REGISTRY)
    explained: Counter[str] = Counter()
    wrong: list[str] = []
    compared = placed = 0
    for path in sorted((corpus / group).glob("*.before.py")):
        before = functions(path, specs)
        after = functions(path.with_name(path.name.replace("before", "after")), specs)
        for function in (*before.values(), *after.values()):
            for stmt, found in deduced(function, specs):
                compared += 1
                if not same(found, stmt.type):
                    why = explanation(found, stmt.type, stmt.value, specs)
                    explained[why] += 1
                    if not why:
                        wrong.append(f"{path.name}: {stmt.var.name}: {found} but {stmt.type}")
        for name, function in after.items():
            if name in before:
                for stmt, made in rebuilt(before[name], function, specs):
                    placed += 1
                    if not same(made, stmt.type):
                        wrong.append(f"{path.name} after: {stmt.var.name}: {made} but {stmt.type}")
    assert wrong == []
    assert {"compared": compared, "placed": placed, **explained} == EXPLAINED.get(group)


def functions(path: Path, specs: Specs) -> dict[str, Function]:
    if not path.exists():
        return {}  # a kernel that PyPTO refuses
    return {function.name: function for function in parse_program(path.read_text(), path=str(path), specs=specs).functions}


def assignments(function: Function) -> Iterator[Assign]:
    return (stmt for stmt in statements(function.body) if isinstance(stmt, Assign))


def typing(function: Function) -> Types:
    types: dict[Expr, Type] = dict(variable_types(function))
    return lambda var: types.get(var, ScalarType("INDEX"))


def same(found: Type, annotated: Type) -> bool:
    """Whether two types print alike: MemRefs come from annotations, and a compound extent prints un-numbered names (7)."""
    return found == annotated or text(found) == text(annotated)


def text(type: Type) -> str:
    shown = repr(replace(type, memref=None) if isinstance(type, (TileType, TensorType)) else type)
    return re.sub(r"Var\('(\w*?)_\d+'\)", r"Var('\1')", shown)


def deduced(function: Function, specs: Specs) -> Iterator[tuple[Assign, Type]]:
    """Every assignment whose type follows from its operands, and the type that follows."""
    types = typing(function)
    for stmt in assignments(function):
        value = stmt.value
        if isinstance(value, (Invoke, Submit)) or (isinstance(value, Item) and not isinstance(types(value.operand), TupleType)):
            continue
        found = result_type(value, types, specs)
        if found != UNKNOWN:
            yield stmt, found


def explanation(found: Type, annotated: Type, value: Expr, specs: Specs) -> str:
    """Why a type may differ from its annotation, as `tile_views.md` explains the prototype's differences."""
    if not isinstance(found, TileType) or not isinstance(annotated, TileType):
        return ""
    if not isinstance(value, Call):
        return "alias of a value that a loop forces"
    spec = specs.ops[value.op]
    if found.shape != annotated.shape:
        return "flattened load"
    if found.space != annotated.space and same(replace(found, space=annotated.space, view=annotated.view), annotated):
        if spec.output.kind == "place":
            return "remote load, placed by the pass"
        return "N-D load or create, placed by the pass" if found.space is None else "space forced by a loop"
    if spec.retargetable:
        return "annotation narrower than create"
    if found.view is not None and annotated.view is not None and replace(found.view, compact=annotated.view.compact) == annotated.view:
        return "stale compact"
    return ""


def rebuilt(before: Function, after: Function, specs: Specs) -> Iterator[tuple[Assign, Type]]:
    """Every placed tile of `after`, and its type by `rebuild`, `retarget` and `move_type`, synchronised as in 2.3."""
    old = {stmt.var.name: stmt for stmt in assignments(before)}
    types = typing(after)
    for stmt in assignments(after):
        value, annotated = stmt.value, stmt.type
        if not isinstance(value, Call) or not isinstance(annotated, TileType) or annotated.space is None:
            continue
        made = placed_type(value, annotated.space, old.get(stmt.var.name), types, specs)
        if isinstance(made, TileType):
            yield stmt, tile_type(made.shape, made.dtype, annotated.space, made.view, made.memref, specs)


def placed_type(value: Call, space: str, origin: Assign | None, types: Types, specs: Specs) -> Type | None:
    if origin is None:
        if value.op != specs.move_op:
            return None
        layouts = {key: layout.name for key, layout in value.kwargs if key != specs.move_kwarg and isinstance(layout, Symbol)}
        source = types(value.args[0])
        assert isinstance(source, TileType)
        return move_type(source, space, layouts.get("blayout"), layouts.get("slayout"), specs)
    if not isinstance(origin.value, Call) or origin.value.op != value.op or not isinstance(origin.type, TileType):
        return None
    if any(isinstance(types(arg), TileType) for arg in value.args if isinstance(arg, Var)):
        return rebuild(value, origin.type, types, specs)
    if specs.ops[value.op].retargetable and origin.value.kwargs != value.kwargs:
        return retarget(value, origin.type, space, types, specs)
    return origin.type
