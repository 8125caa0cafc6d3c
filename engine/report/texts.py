"""The texts of a report: what the user wrote, the kernel as it was read, and the kernel as the pass left it, line by line.

In come a program, its result and the program between the rounds; out come lines that know which line of the file they
come from, which line of the kernel as read they correspond to, and what the pass did to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...ir_facts.nodes import Assign, For, ForScope, Function, Program, Source, Stmt
from ...ir_facts.opspecs import Specs
from ...ir_facts.printer import print_program
from ...ir_facts.record import record
from ...ir_facts.walk import blocks
from .values import deltas

if TYPE_CHECKING:
    from ...ir_facts.print_state import Owner

INSERTED, HOISTED, CHANGED = 1, 2, 4
"""What can have happened to a line, as bits."""


@record
class Printed:
    """A printed program: its lines, and whose each line is (None for what belongs to the program itself)."""

    lines: list[str]
    owners: list[Stmt | Function | None]
    begins: dict[int, int]
    """The line on which each statement itself begins, by its identity."""


def printed(program: Program, specs: Specs) -> Printed:
    """Print a program and remember whose each line is."""
    told: list[Owner] = []
    lines = print_program(program, specs=specs, owners=told).split("\n")
    owners: list[Stmt | Function | None] = [None] * len(lines)
    begins: dict[int, int] = {}
    for first, after, node in reversed(told):  # outer ones first, so that what they contain takes its lines from them
        owners[first:after] = [node] * (after - first)
        begins[id(node)] = first + len(getattr(node, "comments", ()))
    return Printed(lines, owners, begins)


def texts(source: Source, before: Printed, after: Printed | None, placed: Program | None, result: Program | None) -> dict[str, Any]:
    """`source` is the file; `before` the kernel as read, left out where it is the file; `after` with its `was` and `marks`."""
    own = source.text.rstrip("\n").split("\n")
    told: dict[str, Any] = {"source": "\n".join(own)}
    if before.lines != own:
        told["before"] = "\n".join(before.lines)
        told["lines"] = deltas(_lines(before))
    if after is not None and placed is not None and result is not None:
        was = _correspondence(before, after)
        left = _left_their_loop(placed, result)
        told["after"] = "\n".join(after.lines)
        told["was"] = deltas(was)
        told["marks"] = [_mark(before, after, line, old, left) for line, old in enumerate(was)]
    return told


def _lines(text: Printed) -> list[int]:
    """The line of the file (1-based) that each line comes from, 0 for none."""
    spans = [owner.span if owner is not None else None for owner in text.owners]
    return [0 if span is None else span.line for span in spans]


def _correspondence(before: Printed, after: Printed) -> list[int]:
    """For each line after the pass the line before it (0-based), -1 where there was none."""
    places: dict[object, int] = {}
    for line, key in enumerate(_keys(before)):
        places[key] = line
    return [places.get(key, -1) for key in _keys(after)]


def _keys(text: Printed) -> list[object]:
    """A name for each line that it keeps when its statement is rebuilt: the statement, and which of its lines this is."""
    counts: dict[object, int] = {}
    found: list[object] = []
    for owner in text.owners:
        name = "" if owner is None else owner.name if isinstance(owner, Function) else _statement(owner)
        count = counts[name] = counts.get(name, 0) + 1
        found.append((name, count))
    return found


def _statement(stmt: Stmt) -> object:
    """What a statement keeps when a pass rebuilds it: the variable that it defines, else its place."""
    if isinstance(stmt, (Assign, For, ForScope)):
        return id(stmt.var)
    return id(stmt) if stmt.span is None else (stmt.__class__.__name__, stmt.span)


def _mark(before: Printed, after: Printed, line: int, was: int, left: set[object]) -> int:
    owner = after.owners[line]
    if owner is None or isinstance(owner, Function):
        return 0 if was >= 0 and before.lines[was] == after.lines[line] else CHANGED
    hoisted = HOISTED if _statement(owner) in left else 0
    if was < 0:
        return INSERTED | hoisted
    same = before.lines[was].lstrip() == after.lines[line].lstrip()
    return hoisted | (0 if same else CHANGED)


def _left_their_loop(placed: Program, result: Program) -> set[object]:
    """The statements that stand in another body than before residency."""
    inside, now = _bodies(placed), _bodies(result)
    return {stmt for stmt, body in now.items() if inside.get(stmt, body) != body}


def _bodies(program: Program) -> dict[object, object]:
    """For each statement the statement or function in whose body it stands."""
    found: dict[object, object] = {}
    for function in program.functions:
        pending: list[tuple[object, tuple[Stmt, ...]]] = [(function.name, function.body or ())]
        while pending:
            body, block = pending.pop()
            for stmt in block:
                name = _statement(stmt)
                found.setdefault(name, body)
                pending.extend((name, inner) for inner in blocks(stmt))
    return found
