"""Edits that may let a load leave its loop, alone or together, and the one that always does: to load by hand in front of it.

In come a run, a tile and its loops, out come suggestions, each of which was run. Which statements to move is read off the proofs of
the reasons; whether a move of a statement keeps the kernel's meaning is for its author to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..ir_facts.nodes import For, Source, Span, Stmt, While
from .answers import Answers
from .edits import move, replace_in_line, set_keyword, unwrap
from .operands import lines_of
from .proofs import walk
from .stages import Stage
from .suggestion import Suggestion, moves, shown
from .trial import Trial

RUNS, TOGETHER = 24, 3
"""How many edited kernels are run for one question, and how many edits are tried together."""

ATTRIBUTES = "attrs"
"""The keyword of the text that holds the attributes of a call."""

SEQUENTIAL = "range"
"""The word of the text for a loop whose iterations run one after the other."""


def hoist_suggestions(answers: Answers, tile: str, loops: list[str]) -> tuple[Suggestion, ...]:
    """What would let the load of `tile` leave the innermost of `loops`."""
    source = answers.derived.program.source
    if source is None:
        return ()
    trial = Trial(answers.infer, source, RUNS)
    found: list[Suggestion] = []
    step: tuple[str, Answers, int] | None = None
    for edit in _edits(answers, tile):
        after = trial.text(edit.text)
        if after is None:
            continue
        if _hoisted(after, tile):
            found.append(_suggestion(edit, source, after, answers))
        elif step is None or _reasons(after, tile) < step[2]:
            step = (edit.says, after, _reasons(after, tile))
    if not found and step is not None and step[2] < _reasons(answers, tile):
        found += _together(trial, source, tile, answers, step)
    found += _by_hand(trial, source, answers, tile)
    return tuple(found)


def _together(trial: Trial, source: Source, tile: str, before: Answers, step: tuple[str, Answers, int]) -> list[Suggestion]:
    """The best edit so far with one or two more, each taken if it does away with a reason."""
    says, current, reasons = step
    for _ in range(TOGETHER - 1):
        better: tuple[str, Answers, int] | None = None
        for more in _edits(current, tile):
            after = trial.text(more.text)
            if after is None:
                continue
            if _hoisted(after, tile):
                return [_suggestion(_Change(f"{says}, and {more.says}", more.text), source, after, before)]
            if _reasons(after, tile) < (better[2] if better else reasons):
                better = (more.says, after, _reasons(after, tile))
        if better is None:
            return []
        says, current, reasons = f"{says}, and {better[0]}", better[1], better[2]
    return []


class _Change(NamedTuple):
    """An edit of the kernel: what it does in words, the new text, and the statement that it moves, if that is all it does."""

    says: str
    text: str
    moved: str = ""


def _edits(answers: Answers, tile: str) -> Iterator[_Change]:
    """Single edits of the kernel, with what they do in words."""
    stage, source = answers.residency_of(tile.partition(".")[0]), answers.derived.program.source
    if stage is None or source is None:
        return
    own = _span(stage, tile)
    named: dict[str, None] = {}
    for relation in ("declined", "stays"):
        for row in stage.model.match(relation, (tile, None, None)):
            for node in walk(stage.explainer.prove(relation, row)):
                named.update(dict.fromkeys(value for value in node.row if isinstance(value, str)))
    for loop in [name for name in named if _is_loop(stage, name)]:
        yield from _in_loop(stage, source, own, loop, list(named))
    for name in named:
        for row in stage.model.match("param", (None, None, name, None)):
            yield from _as_input(stage, source, name, str(row[3]))


def _in_loop(stage: Stage, source: Source, own: Span | None, loop: str, named: list[str]) -> Iterator[_Change]:
    """Edits of one loop: the load at its top, what stands in the way moved out, its iterations one after the other."""
    statement, label = stage.facts.entities[loop].statement, loop.partition(".")[2]
    if not isinstance(statement, (For, While)) or statement.span is None or own is None:
        return
    first = next((stmt.span for stmt in statement.body if stmt.span is not None), None)
    if first is not None and first.line < own.line:
        line = lines_of(source.text)[own.line - 1].strip()
        yield from _said(f"put the load at the top of loop {label}", move(source, own, first), line)
    for name in named:
        span = _span(stage, name)
        inside = span is not None and statement.span.line < span.line <= span.end_line <= statement.span.end_line
        if span is None or not inside or _covers(span, own):
            continue
        line = lines_of(source.text)[span.line - 1].strip()
        yield from _said(f"move `{_short(line)}` behind loop {label}", move(source, span, statement.span, after=True), line)
        yield from _said(f"move `{_short(line)}` in front of loop {label}", move(source, span, statement.span), line)
    if isinstance(statement, For) and statement.kind != SEQUENTIAL:
        text = replace_in_line(source, statement.span.line, f".{statement.kind}(", f".{SEQUENTIAL}(")
        if text is not None:
            lines = text.split("\n")
            lines[statement.span.line - 1] = re.sub(r", *stage=\d+", "", lines[statement.span.line - 1])
            yield _Change(f"let the iterations of loop {label} run one after the other", "\n".join(lines))


def _as_input(stage: Stage, source: Source, name: str, direction: str) -> Iterator[_Change]:
    entity = stage.facts.entities[name]
    if entity.span is not None:
        yield from _said(f"declare {name.partition('.')[2]} as an input", unwrap(source, entity.span, direction))


def _by_hand(trial: Trial, source: Source, answers: Answers, tile: str) -> list[Suggestion]:
    """The load written in front of its loop, where only the missing marker keeps the pass from doing so.

    That nothing else speaks against it is seen by marking the load: then it must be hoisted.
    """
    stage = answers.residency_of(tile.partition(".")[0])
    own = _span(stage, tile) if stage is not None else None
    call = next((str(row[0]) for row in answers.placement.model.match("defines", (None, tile))), "")
    place = answers.derived.facts.entities[call].span if call else None
    if stage is None or own is None or place is None:
        return []
    marked = trial.text(set_keyword(source, place, ATTRIBUTES, f'{{"{answers.infer.specs.residency.marker}": True}}'))
    if marked is None or not _hoisted(marked, tile):
        return []
    around = [
        (entity.statement.span.line, entity.statement.span, name)
        for name, entity in stage.facts.entities.items()
        if isinstance(entity.statement, (For, While))
        and entity.kind == "loop"
        and entity.statement.span
        and _covers(entity.statement.span, own)
    ]
    if not around:
        return []
    _, loop, name = max(around)
    text = move(source, own, loop)
    after = trial.text(text)
    if text is None or after is None:
        return []
    line = lines_of(source.text)[own.line - 1].strip()
    return [_suggestion(_Change(f"load it in front of loop {name.partition('.')[2]} yourself", text, line), source, after, answers)]


def _suggestion(change: _Change, source: Source, after: Answers, before: Answers) -> Suggestion:
    lines = change.text.split("\n")
    moved = [f"{number:>5} | {line.strip()}" for number, line in enumerate(lines, 1) if change.moved and line.strip() == change.moved]
    shows = tuple(moved) if len(moved) == 1 else shown(source, change.text)
    return Suggestion(change.says, shows, moves(after) - moves(before), change.text)


def _hoisted(answers: Answers, tile: str) -> bool:
    stage = answers.residency_of(tile.partition(".")[0])
    return stage is not None and bool(stage.model.match("preheader", (tile, None)))


def _reasons(answers: Answers, tile: str) -> int:
    stage = answers.residency_of(tile.partition(".")[0])
    if stage is None:
        return 1 << 30
    return sum(len(stage.model.match(relation, (tile, None, None))) for relation in ("declined", "stays"))


def _said(says: str, text: str | None, moved: str = "") -> Iterator[_Change]:
    if text is not None:
        yield _Change(says, text, moved)


def _is_loop(stage: Stage, name: str) -> bool:
    entity = stage.facts.entities.get(name)
    return entity is not None and entity.kind == "loop"


def _span(stage: Stage, name: str) -> Span | None:
    """The place of the statement that an identifier belongs to."""
    entity = stage.facts.entities.get(name)
    statement: Stmt | None = entity.statement if entity is not None and entity.kind != "loop" else None
    return statement.span if statement is not None else None


def _covers(outer: Span, inner: Span) -> bool:
    return outer.line <= inner.line and inner.end_line <= outer.end_line


def _short(line: str) -> str:
    return line if len(line) <= 60 else f"{line[:57]}..."
