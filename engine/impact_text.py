"""Impacts of op specs as text and as JSON data. In: what `impact` found. Out: lines for people, dictionaries for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .diagnostics import diagnostic_json, render
from .impact import Impact, Move, totals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..ir_facts.diagnostic import Diagnostic


def report_text(impacts: list[Impact]) -> str:
    """The kernels that change, each with what changes, and the totals."""
    parts = ["\n".join((one.path, *(f"  {line}" for line in lines(one)))) for one in impacts if one.changed]
    return "\n\n".join([*parts, summary(impacts)]) + "\n"


def lines(one: Impact) -> Iterator[str]:
    """What changes in one kernel, a line each."""
    for tile, old, new in one.spaces:
        yield f"{tile}: {old} -> {new}"
    for sign, moves in (("+", one.added), ("-", one.removed)):
        yield from (f"{sign} move {_move(move)}" for move in moves)
    for sign, hoists in (("+", one.hoists_gained), ("-", one.hoists_lost)):
        yield from (f"{sign} hoist {variable} out of {loop}" for variable, loop in hoists)
    for sign, told in (("+", (*one.errors_new, *one.warnings_new)), ("-", one.errors_gone)):
        yield from (line for diagnostic in told for line in _told(sign, diagnostic))
    if one.changed and not (one.spaces or one.added or one.removed or one.hoists_gained or one.hoists_lost or _messages(one)):
        yield "the same placement, but another text: types or keywords differ"


def _messages(one: Impact) -> tuple[Diagnostic, ...]:
    return (*one.errors_new, *one.errors_gone, *one.warnings_new)


def _told(sign: str, diagnostic: Diagnostic) -> Iterator[str]:
    first, *rest = render(diagnostic).split("\n")
    yield f"{sign} {first}"
    yield from (f"  {line}" for line in rest)


def _move(move: Move) -> str:
    size = "size unknown" if move.bytes is None else f"{move.bytes} bytes"
    return f"{move.tile} {move.source} -> {move.goal}, {size}"


def summary(impacts: list[Impact]) -> str:
    """One line of totals."""
    sums = totals(impacts)
    if not sums["kernels_changed"]:
        return f"{_count(sums['kernels'], 'kernel')}, none changes"
    said = [f"{sums['kernels_changed']} of {_count(sums['kernels'], 'kernel')} change{'s' * (sums['kernels_changed'] == 1)}"]
    parts = [
        (sums["tiles_moved_elsewhere"], "{} elsewhere", "tile"),
        (sums["moves_added"], f"{{}} more ({sums['bytes_added']} bytes)", "move"),
        (sums["moves_removed"], f"{{}} less ({sums['bytes_removed']} bytes)", "move"),
        (sums["hoists_gained"], "{} gained", "hoist"),
        (sums["hoists_lost"], "{} lost", "hoist"),
        (sums["errors_new"], "{} more", "error"),
        (sums["errors_gone"], "{} less", "error"),
        (sums["warnings_new"], "{} more", "warning"),
    ]
    return ", ".join([*said, *(form.format(_count(count, word)) for count, form, word in parts if count)])


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def report_json(impacts: list[Impact]) -> dict[str, Any]:
    """The same as plain data."""
    return {"kernels": [_kernel(one) for one in impacts], "totals": totals(impacts)}


def _kernel(one: Impact) -> dict[str, Any]:
    return {
        "path": one.path,
        "changed": one.changed,
        "spaces": [{"tile": tile, "old": old, "new": new} for tile, old, new in one.spaces],
        "moves_added": [_move_json(move) for move in one.added],
        "moves_removed": [_move_json(move) for move in one.removed],
        "hoists_gained": [{"variable": variable, "loop": loop} for variable, loop in one.hoists_gained],
        "hoists_lost": [{"variable": variable, "loop": loop} for variable, loop in one.hoists_lost],
        "errors_new": [diagnostic_json(diagnostic) for diagnostic in one.errors_new],
        "errors_gone": [diagnostic_json(diagnostic) for diagnostic in one.errors_gone],
        "warnings_new": [diagnostic_json(diagnostic) for diagnostic in one.warnings_new],
    }


def _move_json(move: Move) -> dict[str, Any]:
    return {"tile": move.tile, "from": move.source, "to": move.goal, "bytes": move.bytes}
