"""What happens when one entry of the op specs is missing: each entry of an op, taken away by itself, and who notices.

In: the built-in op specs. Out: mutants, and the first thing that notices each: the check of op specs, a case in `tests/cases` or
`tests/verify`, or a test that asks specs directly. An entry is a key, or an item of a list, at any depth; a row or a condition of a
result is one entry.

`python -m tests.spec_mutants [OP...]` prints every mutant of these ops (default: all forty) and who noticed it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tilewhy.engine.engines import engine_named
from tilewhy.engine.spec_card import spellings
from tilewhy.engine.spec_diff import op_meaning
from tilewhy.engine.spec_findings import findings
from tilewhy.ir_facts.diagnostic import Diagnostic, DiagnosticError
from tilewhy.ir_facts.nodes import Source
from tilewhy.ir_facts.opspecs import Specs, load_specs
from tilewhy.ir_facts.opspecs_check import Checked, rule_problems
from tilewhy.ir_facts.opspecs_layers import decoded, layers
from tilewhy.ir_facts.opspecs_link import Linker
from tilewhy.ir_facts.opspecs_load import packed, read_values
from tilewhy.ir_facts.opspecs_merge import merge_layers
from tilewhy.ir_facts.opspecs_shapes import Context
from tilewhy.ir_facts.opspecs_yaml import Entry, Located, read_tree

from . import case_runner, verify_runner
from .ir_facts import one_call, test_most_used_ops, test_op_requirements, test_opspecs, test_opspecs_reference, test_rebuild, test_results

MOST_USED = (
    *("tile.load", "tile.store", "tile.create", "tile.cast", "tile.slice", "tensor.read", "tile.add", "tensor.create", "tile.reshape"),
    *("tile.muls", "tensor.write", "tile.extract", "array.update_element", "tile.full", "tile.get_block_idx", "array.get_element"),
    *("tile.matmul", "tile.mul", "tile.assemble", "tile.row_expand_mul", "tile.matmul_acc", "tensor.reshape", "tile.adds", "tile.sub"),
    *("tile.col_expand_mul", "tile.exp", "tile.set_validshape", "tile.move", "tile.row_sum", "tile.transpose_view", "tensor.slice"),
    *("tile.gather", "tensor.dim", "tile.maximum", "tile.div", "tile.row_max", "tile.row_expand_div", "tile.ci", "tile.recip"),
    "tile.fillpad",
)
"""The forty ops that the kernels of the corpus call most often, most often first."""

WORDS_ONLY = frozenset(("is",))
"""Keys that say nothing about the op itself."""

Path_ = tuple[str | int, ...]


class Mutant(NamedTuple):
    """The op specs without one entry of one op."""

    op: str
    path: Path_

    def __str__(self) -> str:
        return f"{self.op}: {'.'.join(map(str, self.path))}"


class World:
    """The built-in op specs as a tree, from which mutants are made."""

    def __init__(self) -> None:
        self.sources = {path: Source(path, decoded(path, text)) for path, text in layers(())}
        (source,) = self.sources.values()
        tree = read_tree(source, [])
        assert tree is not None
        self.tree = merge_layers([tree], Context(self.sources, []))
        self.ops = _mapping(_mapping(self.tree)["ops"].value)
        for entry in self.ops.values():
            _mapping(entry.value).pop("like", None)  # its keys are there by now, and would come back

    def mutants(self, op: str) -> Iterator[Mutant]:
        """Every mutant of one op, its layouts on each target included."""
        yield from (Mutant(op, path) for path in _entries(self.ops[op].value, ()) if path[0] not in WORDS_ONLY)
        for target, entry in _mapping(_mapping(self.tree)["targets"].value).items():
            layouts = _mapping(entry.value).get("layouts")
            for layout, ops in _mapping(layouts.value).items() if layouts is not None else ():
                if op in _mapping(ops.value):
                    operands = _mapping(ops.value)[op].value.value
                    yield from (Mutant(op, ("targets", target, "layouts", layout, op, index)) for index in range(len(operands)))

    def without(self, mutant: Mutant) -> Located:
        """The whole tree without the entry."""
        return _without(self.tree, mutant.path if mutant.path[0] == "targets" else ("ops", mutant.op, *mutant.path))


def _mapping(node: Located) -> dict[str, Entry]:
    assert isinstance(node.value, dict)
    return node.value


def _entries(node: Located, path: Path_) -> Iterator[Path_]:
    """The entries inside a value. What is said in one breath (a row, a condition, a layout) is one entry."""
    if isinstance(node.value, dict):
        if {"then", "that"} & set(node.value):
            return
        for key, entry in node.value.items():
            yield (*path, key)
            yield from _entries(entry.value, (*path, key))
    elif isinstance(node.value, list):
        for index, item in enumerate(node.value):
            yield (*path, index)
            yield from _entries(item, (*path, index))


def _without(node: Located, path: Path_) -> Located:
    step, rest = path[0], path[1:]
    if isinstance(node.value, dict):
        both = dict(node.value)
        if rest:
            both[str(step)] = Entry(both[str(step)].at, _without(both[str(step)].value, rest))
        else:
            del both[str(step)]
        return Located(both, node.at, node.width)
    assert isinstance(node.value, list) and isinstance(step, int)
    items = list(node.value)
    items[step : step + 1] = [_without(items[step], rest)] if rest else []
    return Located(items, node.at, node.width)


class Damaged:
    """Op specs without one entry, under whatever a case lays over them."""

    def __init__(self, world: World, tree: Located) -> None:
        self.world = world
        self.tree = tree
        self.known: dict[tuple[str, ...], Specs] = {}

    def load(self, *overlays: str) -> Specs:
        """As `load_specs`. Raises `DiagnosticError` where the rest makes no sense without the entry."""
        if overlays not in self.known:
            self.known[overlays] = self._loaded(overlays)
        return self.known[overlays]

    def _loaded(self, overlays: tuple[str, ...]) -> Specs:
        problems: list[Diagnostic] = []
        sources = {path: Source(path, decoded(path, text)) for path, text in layers(overlays)}
        above = [tree for path, source in sources.items() if path not in self.world.sources if (tree := read_tree(source, problems))]
        ctx = Context(sources, problems)
        tree, values = read_values([self.tree, *above], ctx)
        if problems or values is None:
            raise DiagnosticError(*problems)
        table = Linker(tree, values, ctx).table()
        if problems:
            raise DiagnosticError(*problems)
        return Specs(packed(table))


# ---------------------------------------------------------------------------------------------- who notices


class Watch:
    """Everything that could notice a mutant of one op, cheapest first."""

    def __init__(self, world: World, op: str) -> None:
        self.world = world
        words = [spelling.partition("(")[0] + "(" for spelling in spellings(load_specs().ops[op], load_specs())]
        mentioning = [case for case in case_runner.cases() if _mentions(case.before, words)]
        self.cases = sorted(mentioning, key=lambda case: case.before.stat().st_size)
        self.kernels = [kernel for kernel in verify_runner.kernels() if _mentions(kernel, words)]
        self.types = [(name, test) for name, test in type_tests() if any(word in name for word in words)]

    def notices(self, mutant: Mutant) -> str | None:
        """What notices the mutant, or None if nothing does. What means the same without the entry is no mutant."""
        damaged = Damaged(self.world, self.world.without(mutant))
        try:
            specs = damaged.load()
        except DiagnosticError as refused:
            return f"loading: {refused.diagnostics[0].code}"
        if mutant.path[0] != "targets" and op_meaning(specs.ops[mutant.op]) == op_meaning(load_specs().ops[mutant.op]):
            return "nobody needs to: it means the same"
        checked = Checked(self.world.sources, [], specs, [])
        told = rule_problems(checked, specs, [mutant.op])
        if mutant.path[0] != "result":  # on which neither these rules nor these tests depend
            told += findings(checked, specs, engine_named())
        if told:
            return f"ops check: {told[0].code}"
        for name, law in LAWS if mutant.path[0] != "result" else ():
            if _fails(law, specs):
                return f"law: {name}"
        with _asking(specs, damaged.load):
            for name, test in self.types:
                if _fails(_call, test):
                    return f"type: {name.partition('(')[0]}"
        return self._case(damaged)

    def _case(self, damaged: Damaged) -> str | None:
        original = case_runner.load_specs, verify_runner.load_specs
        case_runner.load_specs = verify_runner.load_specs = damaged.load  # type: ignore[assignment]  # both take names of overlays
        try:
            for case in self.cases:
                if _fails(_passes, case):
                    return f"case: {case.name}"
            for kernel in self.kernels:
                if _fails(_holds, kernel):
                    return f"verify: {kernel.stem}"
        finally:
            case_runner.load_specs, verify_runner.load_specs = original
        return None


def _mentions(before: Path, words: list[str]) -> bool:
    files = [before, before.with_name(before.name.replace(".before.py", ".after.py"))]
    texts = [file.read_text(encoding="utf-8") for file in files if file.exists()]
    return any(word in text for word in words for text in texts)


def _passes(case: case_runner.Case) -> None:
    outcome = case_runner.run(case)
    assert outcome.after == case.expected(".after.py") and outcome.error == case.expected(".error")
    assert outcome.warnings == (case.expected(".warnings") or "") and outcome.residency == (case.expected(".residency") or "")


def _holds(kernel: Path) -> None:
    assert verify_runner.violations(kernel) == verify_runner.expectation(kernel).read_text(encoding="utf-8")


def _fails(test: Callable[[Any], None], subject: Any) -> bool:
    try:
        test(subject)
    except (Exception, pytest.fail.Exception):  # whatever a test does not expect, it notices
        return True
    return False


def type_tests() -> Iterator[tuple[str, Callable[[], None]]]:
    """Tests of the types of single calls, one by one, under names that hold the call."""
    for module in (test_op_requirements, test_results, test_rebuild):
        for name, test in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("test_") and test.__module__ == module.__name__:
                marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
                rows: list[Any] = marks[0].args[1] if marks else [()]
                for row in rows:
                    values = row if isinstance(row, tuple) else (row,)
                    body = inspect.getsource(test).partition(f"def {name}")[2]
                    yield f"{name}({values} {body}", partial(test, *values)


@contextmanager
def _asking(specs: Specs, load: Callable[..., Specs]) -> Iterator[None]:
    """`one_call` asks these specs instead of the built-in ones, and tests that lay something over them load them by `load`."""
    original, test_op_requirements.load_specs = one_call.SPECS, load
    asked = [function for _, function in inspect.getmembers(one_call, inspect.isfunction) if original in (function.__defaults__ or ())]
    before = [function.__defaults__ for function in asked]
    one_call.SPECS = specs
    for function in asked:
        function.__defaults__ = tuple(specs if value is original else value for value in function.__defaults__ or ())
    try:
        yield
    finally:
        one_call.SPECS, test_op_requirements.load_specs = original, load_specs
        for function, defaults in zip(asked, before, strict=True):
            function.__defaults__ = defaults


def _call(test: Callable[[], None]) -> None:
    test()


def laws() -> Iterator[tuple[str, Callable[[Specs], None]]]:
    """Tests that ask specs and nothing else; those against the reference data where it is there, though none depends on it."""
    for module in (test_most_used_ops, test_opspecs, test_opspecs_reference):
        for name, test in inspect.getmembers(module, inspect.isfunction):
            parameters = list(inspect.signature(test).parameters)
            if name.startswith("test_") and parameters == ["specs"]:
                yield name, test
            elif name.startswith("test_") and parameters == ["ops", "specs"] and REFERENCE is not None:
                yield name, partial(test, test_opspecs_reference.own_ops(REFERENCE))
    for target in ("ascend910b", "ascend950"):
        yield "test_what_is_laid_out_by_rows", lambda specs, target=target: test_most_used_ops.check_layouts(specs, target)
    if REFERENCE is not None:
        for target, backend in test_opspecs_reference.BACKENDS:
            yield "test_targets", lambda specs, names=(target, backend): test_opspecs_reference.test_targets(REFERENCE, specs, *names)


REFERENCE = test_opspecs_reference.reference_data()
LAWS = tuple(laws())


def main() -> int:
    """Print who notices what; returns 1 where something goes unnoticed."""
    world, unnoticed = World(), 0
    for op in sys.argv[1:] or MOST_USED:
        watch = Watch(world, op)
        for mutant in world.mutants(op):
            noticed = watch.notices(mutant)
            unnoticed += noticed is None
            print(f"{'          ' if noticed else 'UNNOTICED '}{mutant}  {noticed or ''}", flush=True)
    print(f"{unnoticed} unnoticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
