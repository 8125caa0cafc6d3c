"""Op specs read on past their mistakes, for `tilewhy ops check`. In: files. Out: what is wrong with them, and specs of the rest.

Loading stops at the first stage that finds something. Here an entry of an op that is wrong is told and left out, so that one
pass over a file tells all that is wrong with it. What only makes sense of the whole (memories, moves, dtypes) must be right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .diagnostic import Diagnostic, DiagnosticError
from .opspecs import Specs
from .opspecs_link import Linker
from .opspecs_load import packed, read_values
from .opspecs_records import op_spec
from .opspecs_shapes import Context
from .opspecs_yaml import Located, problem, read_tree
from .record import replace
from .results_rules import check_result_rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .nodes import Source
    from .opspecs import OpSpec
    from .opspecs_records import At
    from .opspecs_yaml import Entry

_FREE = frozenset(("ops", "dsl", "targets"))
"""Sections whose entries can be left out one by one."""


class Checked:
    """What became of files: `problems` in the order of their places, and `specs` of what is right, if anything can be.

    `halves` are ops that are left out of the specs, but whose operands and keywords are known: enough to look at their results.
    """

    def __init__(self, sources: dict[str, Source], problems: list[Diagnostic], specs: Specs | None, halves: list[OpSpec]) -> None:
        self.sources = sources
        self.problems = problems
        self.specs = specs
        self.halves = halves

    def problem(self, code: str, message: str, at: At, width: int, help: str = "") -> Diagnostic:
        """A diagnostic at a place of one of the files."""
        return problem(code, message, at, width, self.sources[at.file], "", help)


def read_on(sources: list[Source]) -> Checked:
    """Everything that is wrong with these files, each merged over those before it."""
    problems: list[Diagnostic] = []
    by_path = {source.path: source for source in sources}
    ctx = Context(by_path, problems)
    trees: list[Located] = []
    for source in sources:
        try:
            if (tree := read_tree(source, problems)) is not None:
                trees.append(tree)
        except DiagnosticError as refused:
            problems += refused.diagnostics
    tree, values = read_values(trees, ctx)
    halves: list[OpSpec] = []
    specs = None if values is None else _linked(tree, values, ctx, halves)
    checked = Checked(by_path, _once(problems), specs, halves)
    if trees:
        checked.problems += shadowing(trees, checked)
    return checked


def _linked(tree: Located, values: dict[str, Any], ctx: Context, halves: list[OpSpec]) -> Specs | None:
    """Specs of the entries that are right; None where a section is not on which everything depends."""
    ops = _entries(tree)["ops"].value if "ops" in _entries(tree) else None
    said: dict[str, Any] = dict(values.get("ops") or {})
    if ops is None or not _leave_out(tree, ops, values, ctx):
        return None
    before, linker = len(ctx.problems), Linker(tree, values, ctx)
    table = linker.table()
    if len(ctx.problems) > before and not _leave_out(tree, ops, table, ctx):
        return None
    places = {_place(diagnostic) for diagnostic in ctx.problems}
    for name, raw in said.items():
        if name not in table["ops"] and raw is not None and not _incomplete(_entries(ops)[name].value, places):
            values["ops"][name] = raw
            row = {key: raw[key] for key in ("kwargs", "result") if key in raw}
            known: dict[str, Any] = {
                "category": "",
                "boundary": True,
                "args": linker.arguments(name),
                "inputs": {},
                "output": ("annotation", None, None),
            }
            halves.append(op_spec(name, {**row, **known, "where": linker.places(name)}, tuple(linker.files)))
    return Specs(packed(table))


def _leave_out(tree: Located, ops: Located, values: dict[str, Any], ctx: Context) -> bool:
    """Take the ops that problems point into out of `values`; false where a problem points elsewhere."""
    places = {_place(diagnostic) for diagnostic in ctx.problems}
    if any(_touches(entry, places) for name, entry in _entries(tree).items() if name not in _FREE) or (tree.at in places):
        return False
    for name, entry in _entries(ops).items():
        if name in values["ops"] and _touches(entry, places):
            del values["ops"][name]
    return True


def _incomplete(op: Located, places: set[At | None]) -> bool:
    """Whether a problem concerns what the rest of an entry speaks of: its operands and keywords."""
    return any(key in ("args", "kwargs", "like") and _touches(entry, places) for key, entry in _entries(op).items())


def _entries(node: Located) -> dict[str, Entry]:
    return node.value if isinstance(node.value, dict) else {}


def _touches(entry: Entry, places: set[At | None]) -> bool:
    """Whether one of `places` is in this entry."""
    return entry.at in places or _holds(entry.value, places)


def _holds(node: Located, places: set[At | None]) -> bool:
    if node.at in places:
        return True
    if isinstance(node.value, dict):
        return any(_touches(entry, places) for entry in node.value.values())
    return isinstance(node.value, list) and any(_holds(item, places) for item in node.value)


def _place(diagnostic: Diagnostic) -> At | None:
    from .opspecs_records import At

    if not diagnostic.labels or diagnostic.labels[0].source is None:
        return None
    span = diagnostic.labels[0].span
    return At(diagnostic.labels[0].source.path, span.line, span.column)


def _once(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Each problem once: what ops that are alike share would be told for each of them."""
    found: dict[tuple[str, At | None], Diagnostic] = {}
    for diagnostic in problems:
        found.setdefault((diagnostic.code, _place(diagnostic)), diagnostic)
    return list(found.values())


def shadowing(trees: list[Located], checked: Checked) -> list[Diagnostic]:
    """Ops of the last file that change one below without saying so, and those that say so but change none."""
    last = _entries(trees[-1])
    if "ops" not in last or ("standalone" in last and last["standalone"].value.value == "true"):
        return []
    below = {name for tree in trees[:-1] if "ops" in _entries(tree) for name in _entries(_entries(tree)["ops"].value)}
    told: list[Diagnostic] = []
    for name, entry in _entries(last["ops"].value).items():
        if not isinstance(entry.value.value, dict):
            continue  # `null`, which says clearly enough that it takes the op away
        says = entry.value.value.get("override")
        overrides = says is not None and says.value.value == "true"
        if name in below and not overrides:
            way = "say `override: true` if that is meant, or give the op another name"
            told.append(checked.problem("TW0230", f"{name} changes an op that exists already", entry.at, len(name), way))
        elif says is not None and overrides and name not in below:
            from .spelling import did_you_mean

            way = did_you_mean(name, below) or "a new op needs no `override`"
            told.append(checked.problem("TW0231", f"{name} overrides nothing: no file below has it", says.at, len("override"), way))
    return told


def rule_problems(checked: Checked, specs: Specs, names: Iterable[str] | None = None) -> list[Diagnostic]:
    """What is wrong with the `result:` entries of all ops, or of those with these names."""
    told: list[Diagnostic] = []
    for op in (*(specs.ops[name] for name in (specs.ops if names is None else names)), *checked.halves):
        if op.result is None:
            if op.output.kind != "annotation":
                told.append(replace(_untyped(op, checked), severity="warning"))
            continue
        kinds = {argument.name: argument.kinds for argument in op.args}
        for found in check_result_rule(op.result, op.arg_names, op.kwargs, specs, kinds):
            at = op.where("result", *found.path)
            told.append(checked.problem("TW0250", f"result of {op.name}: {found.message}", at, _width(op, found.path), found.help))
    return _once(told)


def _untyped(op: OpSpec, checked: Checked) -> Diagnostic:
    message = f"nothing says the type of what {op.name} makes, so a kernel that does not annotate it cannot go on with it"
    return checked.problem(
        "TW0232", message, op.at, len(op.name), "for example `result: {view: inherit(OPERAND)}`; see docs/result_rules.md"
    )


def _width(op: OpSpec, path: tuple[str | int, ...]) -> int:
    """How much to underline: a key where one stands there, else what a list holds there."""
    if not path or isinstance(path[-1], str):
        return len(str(path[-1])) if path else len("result")
    inside: Any = op.result
    for step in path:
        inside = inside[step]
    return len(inside) if isinstance(inside, str) else 1
