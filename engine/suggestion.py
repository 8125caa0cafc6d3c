"""What a user could change, tried out: an edit of the kernel or of the op specs that does what was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ir_facts.nodes import Source
from ..ir_facts.record import record
from .answers import Answers
from .operands import lines_of


@record
class Edit:
    """An edit that may help: what it does in words, and the new text of the kernel or an overlay of the op specs.

    `goal` is the row that must hold in the round of that name when the edit was made.
    """

    says: str
    goal: tuple[str, str, tuple[str, ...]]
    text: str | None = None
    overlay: str | None = None


@record
class Suggestion:
    """An edit that was run and does what was asked for. `lines` show it; `moves` are the moves that it adds or spares."""

    says: str
    lines: tuple[str, ...]
    moves: int
    text: str | None = None
    overlay: str | None = None

    def json(self) -> dict[str, Any]:
        return {"says": self.says, "lines": list(self.lines), "moves": self.moves, "text": self.text, "overlay": self.overlay}

    @property
    def effect(self) -> str:
        """What the edit costs or saves, in words; empty when the number of moves stays the same."""
        if not self.moves:
            return ""
        count = abs(self.moves)
        return f"{count} {'more' if self.moves > 0 else 'fewer'} move{'s' * (count != 1)}"


def tried(edits: Iterator[Edit], before: Answers, runs: int) -> list[Suggestion]:
    """The edits that do what they are meant to, in the order given; `runs` is how many are tried."""
    from .trial import Trial

    source = before.derived.program.source
    if source is None:
        return []
    trial, broken = Trial(before.infer, source, runs), _violations(before)
    found: list[Suggestion] = []
    for edit in edits:
        after = trial.text(edit.text) if edit.overlay is None else trial.overlay(edit.overlay)
        if after is not None and _holds(after, edit) and _violations(after) <= broken:
            lines = shown(source, edit.text) if edit.text is not None else tuple((edit.overlay or "").rstrip().split("\n"))
            found.append(Suggestion(edit.says, lines, moves(after) - moves(before), edit.text, edit.overlay))
    return found


def moves(answers: Answers) -> int:
    """How many moves the pass makes, not counting that branches make their own."""
    return len(answers.placement.model.rows("hop"))


def _holds(answers: Answers, edit: Edit) -> bool:
    name, relation, row = edit.goal
    stage = next(known for known in answers.rounds if known.name == name).stage()
    return stage is not None and stage.model.holds(relation, row)


def _violations(answers: Answers) -> int:
    """How many promises the result breaks: a move that the hardware cannot do is no help."""
    checked = answers.verification
    return 0 if checked is None else len(checked.model.rows("violation"))


def shown(source: Source, text: str) -> tuple[str, ...]:
    """The lines that an edit of the kernel adds or changes, with their numbers."""
    from difflib import SequenceMatcher

    old, new = lines_of(source.text), text.split("\n")
    lines: list[str] = []
    for kind, _, _, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind in ("replace", "insert"):
            lines += [f"{number + 1:>5} | {new[number].strip()}" for number in range(begin, end)]
    return tuple(lines)
