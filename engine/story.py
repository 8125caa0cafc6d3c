"""The story of one tile: where it is and why, who wants it where, which moves are made for whom, and whether its load was hoisted.

In come the rounds of a run and a tile; out comes a `Story`: answers with their proofs, as text or as data. What there is to tell is
looked up in the relations; every sentence comes from the rule files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

from ..ir_facts.record import record
from .join import ground, matches, unify
from .model import Row
from .places import Places
from .proofs import Node
from .rules_ast import Atom
from .stages import Stage
from .telling import Line, teller_for
from .wording import Wording

if TYPE_CHECKING:
    from .tree import TreeRenderer

WAYS = 12
"""How many of the reasons for one demand are told."""

TITLES = {
    "atom": "",
    "placement": "",
    "state": "while a loop carries it",
    "demand": "wanted",
    "move": "moved",
    "copy": "copies that others read too",
    "detour": "on the way",
    "layout": "layout of the copies",
    "residency": "in its loop",
    "refusal": "what is wrong",
}
"""What the parts of a story are called, in the order in which they are told."""

PLAIN = ("demand",)
"""The parts in which the last step of a proof says what is proven, so that it needs no headline."""

REFUSALS = ("unloadable", "stranded", "unmovable", "disagreement", "homeless", "misplaced_parameter", "unwritable")
"""The relations about what is wrong with a tile, which is their first column."""


@record
class Answer:
    """One thing that a story tells: what it is about, the round it comes from, and its proof."""

    about: str
    stage: Stage
    proof: Node


@record
class Story:
    """Everything that there is to tell about a tile. `str()` is the text; `answers` are the proofs.

    `headline` is told where there are no answers, `asked` first where the question was about a copy of the tile.
    """

    tile: str
    headline: str
    answers: tuple[Answer, ...]
    asked: str = ""

    def __str__(self) -> str:
        from .tree import TreeRenderer

        return self.render(TreeRenderer(depth=DEPTH))

    def render(self, renderer: TreeRenderer) -> str:
        """The text for one reader, without a final newline."""
        return "\n\n".join(renderer.render(block, whole=not self.tile) for block in self.blocks())

    def blocks(self) -> list[Line]:
        """The parts of the story, each a headline with its lines."""
        told = [(title, self._lines(about)) for about, title in TITLES.items()]
        blocks = [block for title, lines in told if lines for block in ([Line(title, because=tuple(lines))] if title else lines)]
        asked = [Line(self.asked)] if self.asked else []
        return [*asked, *(blocks or [Line(self.headline)])]

    def show(self, stream: TextIO = sys.stdout, depth: int = 0, rules: bool = False) -> None:
        """Write the text for `stream`, with a tree and colours on a terminal."""
        from .output import write_stdout
        from .tree import tree_renderer_for

        text = f"{self.render(tree_renderer_for(stream, depth, rules))}\n"
        write_stdout(text) if stream is sys.stdout else stream.write(text)

    def _lines(self, about: str) -> list[Line]:
        answers = [answer for answer in self.answers if answer.about == about]
        here = self.tile.partition(".")[0]
        lines: list[Line] = []
        for stage in dict.fromkeys(answer.stage for answer in answers):
            teller = teller_for(stage, here)
            for answer in answers:
                lines += teller.steps(answer.proof) if about in PLAIN else [teller.answer(answer.proof)]
        return lines

    def json(self) -> dict[str, Any]:
        """The story as data: each answer names the root of its proof among `nodes`."""
        from .proof_json import story_json

        return story_json(self)


DEPTH = 8
"""How many steps of a proof are shown where nobody says otherwise."""


def tell(placement: Stage, residency: Stage | None, tile: str, asked: str = "", max_proofs: int = 1) -> Story:
    """The story of `tile`, from the first round, and from the second if that has something to say.

    Its place is proven in up to `max_proofs` ways, the shortest first.
    """
    answers = [*_placement(placement, tile, max_proofs), *_residency(residency, tile)]
    place = Places(placement).entity(tile)
    where = f" ({place})" if place is not None else ""
    function = tile.partition(".")[0]
    kinds = placement.model.match("function", (function, None))
    kind = f", which is of kind {kinds[0][1]}" if kinds else ""
    return Story(tile, f"{tile.partition('.')[2]} is not placed: it belongs to {function}{kind}{where}", tuple(answers), asked)


def prove_rows(stage: Stage, atom: Atom, max_proofs: int = 1) -> Story:
    """The proofs of all rows that `atom` can be, as a story without a tile; up to `max_proofs` of each."""
    rows = [row for row in matches(stage.model, atom, {}) if unify(atom, row, {}) is not None]
    answers = tuple(Answer("atom", stage, proof) for row in rows for proof in stage.explainer.proofs(atom.relation, row, max_proofs))
    return Story("", Wording(stage).absence(atom.relation, ground(atom, {})), answers)


def _placement(stage: Stage, tile: str, max_proofs: int) -> Iterator[Answer]:
    prove, model = stage.explainer.prove, stage.model
    for row in model.match("space", (tile, None)):
        for proof in stage.explainer.proofs("space", row, max_proofs):
            yield Answer("placement", stage, proof)
    final = [row[1] for row in model.match("space", (tile, None))]
    for state in stage.states.get(tile, ()):
        for row in model.match("holds", (state, None)):
            if row[1] not in final:
                yield Answer("state", stage, prove("holds", row))
    for row in model.match("demand", (tile, None)):
        for way in stage.explainer.each_way("demand", row)[:WAYS]:
            yield Answer("demand", stage, way)
    served: set[Row] = set()
    for row in model.match("needed_move", (tile, None, None)):
        served.add((row[2], row[1]))
        yield Answer("move", stage, prove("needed_move", row))
    for row in model.match("reads_move", (None, None, tile, None)):
        if (row[0], row[3]) not in served:
            yield Answer("copy", stage, prove("reads_move", row))
        for keyword in model.match("copy_keyword", (row[0], row[1], None, None)):
            yield Answer("layout", stage, prove("copy_keyword", keyword))
    for row in model.match("move_via", (tile, None, None)):
        yield Answer("detour", stage, prove("move_via", row))
    for row in model.match("stop_keyword", (tile, None, None, None)):
        yield Answer("layout", stage, prove("stop_keyword", row))
    for relation in REFUSALS:
        columns = len(stage.rulebook.relations[relation].columns)
        for row in model.match(relation, (tile, *(None,) * (columns - 1))):
            yield Answer("refusal", stage, prove(relation, row))


def _residency(stage: Stage | None, tile: str) -> Iterator[Answer]:
    if stage is None:
        return
    prove, model = stage.explainer.prove, stage.model
    for row in model.match("preheader", (tile, None)):
        yield Answer("residency", stage, prove("preheader", row))
    for relation in ("declined", "stays"):
        for row in model.match(relation, (tile, None, None)):
            yield Answer("residency", stage, prove(relation, row))
