"""Proofs as lines for a reader: one sentence for each step that says something, with the places it rests on.

In come proofs, out come trees of `Line`s. Facts and absences are no lines of their own, since the sentence of the step that needs
them tells them; their places are shown beside it. What a rule file calls quiet or mute (`%!quiet`, `%!mute`) is passed over. The
proof itself keeps everything.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..ir_facts.record import record
from .places import Place, Places
from .proofs import ABSENT, DERIVED, GIVEN, Node, walk
from .rules_ast import Rule
from .stages import Stage
from .wording import Wording


@record
class Line:
    """One sentence, where to look, the rule that says it, and the lines that support it. `id` is that of the proof's node."""

    text: str
    places: tuple[Place, ...] = ()
    because: tuple[Line, ...] = ()
    rule: Rule | None = None
    id: str = ""


class Teller:
    """Tells proofs of one round."""

    def __init__(self, wording: Wording, places: Places) -> None:
        self.wording = wording
        self.places = places

    def answer(self, root: Node, text: str = "") -> Line:
        """A proof under a headline: what it proves (or `text`), and the place of that."""
        headline = text or self.wording.conclusion(root)
        place = self.places.atom(root.relation, root.row)
        return Line(headline, () if place is None else (place,), self.steps(root))

    def steps(self, root: Node) -> tuple[Line, ...]:
        """The lines of a proof without a headline."""
        told: dict[str, tuple[tuple[Line, ...], tuple[Place, ...]]] = {}
        for node in sorted(walk(root), key=lambda node: node.height):
            told[node.id] = self._tell(node, told)
        lines, places = told[root.id]
        if lines or root.kind == DERIVED:
            return lines
        return (Line(self.wording.node(root), places, id=root.id),)

    def _tell(self, node: Node, told: dict[str, tuple[tuple[Line, ...], tuple[Place, ...]]]) -> tuple[tuple[Line, ...], tuple[Place, ...]]:
        """The lines of a node, and the places that it leaves to whoever needs it."""
        if node.kind == GIVEN:
            place = self.places.atom(node.relation, node.row)
            return (), () if place is None else (place,)
        if node.kind == ABSENT or node.rule is None or node.rule.voice == "mute":
            return (), ()
        parts = [told[child.id] for child in node.because]
        lines = tuple({line.id: line for part in parts for line in part[0]}.values())
        places = ordered(place for part in parts for place in part[1])
        if node.rule.voice == "quiet":
            return lines, places
        return (Line(self.wording.node(node), places, lines, node.rule, node.id),), ()


def teller_for(stage: Stage, here: str = "") -> Teller:
    """What tells proofs of `stage`; names of the function `here` are told without it."""
    return Teller(Wording(stage, here), Places(stage))


def places_text(places: tuple[Place, ...]) -> str:
    """Places on one line: `matmul.py:27, 29 · opspecs.yaml:110`."""
    files: dict[str, list[str]] = {}
    for place in places:
        files.setdefault(place.path, []).append(str(place.line))
    return " · ".join(f"{path}:{', '.join(lines)}" for path, lines in files.items())


def ordered(places: Iterable[Place]) -> tuple[Place, ...]:
    """Places without repetition of a line, those of the kernel first."""
    lines: dict[tuple[str, str], Place] = {}
    for place in places:
        lines.setdefault((place.kind, str(place)), place)
    kinds = ("kernel", "specs", "rules")
    return tuple(sorted(lines.values(), key=lambda place: (kinds.index(place.kind), place.path, place.line)))
