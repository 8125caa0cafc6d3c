"""The questions behind `why-not`: a tile in a memory, or a load out of its loop. In: a run and names. Out: the answer."""

from __future__ import annotations

from ..ir_facts.record import replace
from .answers import Answers
from .near_misses import Miss, near_misses
from .places import Places
from .rules_ast import Literal
from .stages import Stage
from .suggest_hoist import hoist_suggestions
from .suggest_space import space_edits
from .suggestion import tried
from .telling import teller_for
from .why_not import WhyNot

RUNS = 16
"""How many edits are tried for one question."""


def why_not_in(answers: Answers, tile: str, space: str) -> WhyNot:
    """Why `tile` is not in the memory that rules call `space`."""
    stage = answers.placement
    name = stage.specs.space_of(space)
    function, _, own = tile.partition(".")
    actual = [stage.specs.space_of(str(row[1])) for row in stage.model.match("space", (tile, None))]
    place = Places(stage).entity(tile)
    if name in actual:
        return WhyNot(f"{own} is in {name}; `why` tells why", place, True, stage, function, (), (), ())
    where = f"it is in {actual[0]}" if actual else "it is not placed"
    misses = _ranked(near_misses(stage.explainer, "space", (tile, space)), stage, tile)
    suggestions = tuple(tried(space_edits(answers, tile, space), answers, RUNS))
    return WhyNot(f"{own} is not in {name}: {where}", place, False, stage, function, misses, (), suggestions)


def why_not_out_of_loop(answers: Answers, tile: str) -> WhyNot:
    """Why the load of `tile` stays in its loop."""
    function, _, own = tile.partition(".")
    place = Places(answers.placement).entity(tile)
    stage = answers.residency_of(function)
    if stage is None:
        return WhyNot(f"{own} stays where it is: the kernel is refused", place, False, answers.placement, function, (), (), ())
    hoisted = stage.model.match("preheader", (tile, None))
    if hoisted:
        loop = str(hoisted[0][1]).partition(".")[2]
        return WhyNot(f"{own} is computed once, before loop {loop}; `why` tells why", place, True, stage, function, (), (), ())
    teller = teller_for(stage, function)
    rows = [(relation, row) for relation in ("declined", "stays") for row in stage.model.match(relation, (tile, None, None))]
    reasons = tuple(teller.answer(stage.explainer.prove(relation, row)) for relation, row in rows)
    misses = () if reasons else near_misses(stage.explainer, "preheader", (tile, None))
    loops = list(dict.fromkeys(str(row[1]) for _, row in rows))
    suggestions = hoist_suggestions(answers, tile, loops) if loops else ()
    return WhyNot(
        f"{own} stays in its loop" if loops else f"{own} is not hoisted", place, False, stage, function, misses, reasons, suggestions
    )


def _ranked(misses: tuple[Miss, ...], stage: Stage, tile: str) -> tuple[Miss, ...]:
    """Misses of equal distance in the order in which an author can do something about them.

    First comes the rule that placed the tile where it is, then what the kernel says, then what rules derive, then op specs.
    """
    fired = {way.rule.name for row in stage.model.match("holds", (tile, None)) for way in stage.explainer.ways.of(("holds", row))}

    def rank(miss: Miss) -> tuple[int, bool, int, int]:
        wanted = stage.rulebook.relations.get(miss.condition.atom.relation) if isinstance(miss.condition, Literal) else None
        source = 1 if wanted is None or not wanted.given else 2 if wanted.at == "Op" else 0
        return (miss.open, miss.rule.name not in fired, source, -miss.met)

    def ranked(level: tuple[Miss, ...]) -> tuple[Miss, ...]:
        return tuple(replace(miss, missing=ranked(miss.missing)) for miss in sorted(level, key=rank))

    return ranked(misses)
