"""Why not: what keeps a tile out of a memory, or a load in its loop, and the edits that would change it.

In come a run, a tile and what was wanted; out comes a `WhyNot`: for each rule that could have done it the first condition that fails,
nearest miss first, and suggestions, of which each was run.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TextIO

from ..ir_facts.record import record
from .near_misses import Miss
from .places import Place
from .rules_ast import Literal
from .stages import Stage
from .suggestion import Suggestion
from .telling import Line, Teller, teller_for
from .wording import Wording

if TYPE_CHECKING:
    from .tree import TreeRenderer

SHOWN = 4
"""How many misses are told of one atom."""

SUGGESTIONS = "what would change it (each was tried)"


@record
class WhyNot:
    """The answer. `holds` tells that there is nothing to explain: what was asked for is so. `str()` is the text."""

    headline: str
    place: Place | None
    holds: bool
    stage: Stage
    here: str
    misses: tuple[Miss, ...]
    reasons: tuple[Line, ...]
    suggestions: tuple[Suggestion, ...]

    def __str__(self) -> str:
        from .tree import TreeRenderer

        return self.render(TreeRenderer())

    def render(self, renderer: TreeRenderer) -> str:
        """The text for one reader, without a final newline."""
        return "\n\n".join(renderer.render(block) for block in self.blocks())

    def blocks(self) -> list[Line]:
        """The answer and the suggestions, each a headline with its lines."""
        teller = teller_for(self.stage, self.here)
        lines = (*self.reasons, *miss_lines(self.misses, teller))
        blocks = [Line(self.headline, () if self.place is None else (self.place,), lines)]
        if self.suggestions:
            told = [Line(_says(one), because=tuple(Line(line) for line in one.lines)) for one in self.suggestions]
            blocks.append(Line(SUGGESTIONS, because=tuple(told)))
        return blocks

    def show(self, stream: TextIO = sys.stdout, depth: int = 0, rules: bool = False) -> None:
        """Write the text for `stream`, with a tree and colours on a terminal."""
        from .output import write_stdout
        from .tree import tree_renderer_for

        text = f"{self.render(tree_renderer_for(stream, depth, rules))}\n"
        write_stdout(text) if stream is sys.stdout else stream.write(text)

    def json(self) -> dict[str, Any]:
        """The answer as data; every rule is in it, however far."""
        from .proof_json import misses_json

        return {
            "headline": self.headline,
            "holds": self.holds,
            "reasons": [line.text for line in self.reasons],
            "misses": misses_json(self.misses, self.stage, self.here),
            "suggestions": [one.json() for one in self.suggestions],
        }


def miss_lines(misses: tuple[Miss, ...], teller: Teller) -> tuple[Line, ...]:
    """Misses as lines, nearest first: those of rules of which something holds, and how many others there are."""
    near = [miss for miss in misses if miss.met or len(miss.rule.body) == 1] or list(misses)
    if len(near) == 1:
        return _lines(near[0], teller)
    told: dict[str, Line] = {}
    for miss in near:
        for line in _lines(miss, teller):
            told.setdefault(line.text, line)
    lines = tuple(told.values())[:SHOWN]
    rest = len(misses) - len(lines)
    if rest < 1:
        return lines
    return (*lines, Line(f"and {rest} rule{'s' * (rest != 1)} that {'are' if rest != 1 else 'is'} further away"))


def _lines(miss: Miss, teller: Teller) -> tuple[Line, ...]:
    """The line of one miss; of a rule that adds nothing, those below it."""
    condition = miss.condition
    if miss.there is not None:
        text, below = teller.wording.conclusion(miss.there), teller.steps(miss.there)
        place = teller.places.atom(miss.there.relation, miss.there.row)
    elif isinstance(condition, Literal):
        text, below = teller.wording.absence(condition.atom.relation, miss.row), miss_lines(miss.missing, teller)
        if miss.rule.voice == "quiet" and below:
            return below
        place = teller.places.atom(condition.atom.relation, miss.row)
    else:
        text, below, place = f"{comparison(miss, teller.wording)} does not hold", (), None
    return (Line(text, () if place is None else (place,), below, miss.rule),)


def comparison(miss: Miss, wording: Wording) -> str:
    """A comparison with its variables filled in."""
    words = str(miss.condition).split(" ")
    return " ".join(wording.value(word, miss.binding[word], miss.binding) if word in miss.binding else word for word in words)


def _says(suggestion: Suggestion) -> str:
    return f"{suggestion.says} ({suggestion.effect})" if suggestion.effect else suggestion.says
