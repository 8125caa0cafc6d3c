"""Small rulebooks for tests of proofs: solved by clingo, and by an evaluator so naive that nobody can doubt it."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from tilewhy.engine.checker import Checker
from tilewhy.engine.explain import Explainer
from tilewhy.engine.model import Model
from tilewhy.engine.rulebook import Rulebook
from tilewhy.engine.rules_ast import Comparison, Literal, Rule, Variable
from tilewhy.engine.solver_clingo import solve
from tilewhy.ir_facts.nodes import Source


class Toy(NamedTuple):
    """A solved rulebook with what asks it and what checks the answers."""

    rulebook: Rulebook
    model: Model
    explainer: Explainer
    checker: Checker


def toy(rules: str, facts: str) -> Toy:
    """Solve `rules` over `facts`. Relations are declared as they occur; every column is called as in the first head."""
    rulebook = Rulebook((Source("toy.lp", rules),))
    model = solve(rulebook, facts)
    return Toy(rulebook, model, Explainer(model, rulebook), Checker(rulebook, facts, model))


def stages(
    rules: tuple[Rule, ...], facts: dict[tuple[str, tuple[object, ...]], int], constants: list[object]
) -> dict[tuple[str, tuple[object, ...]], int]:
    """The height of every atom of a rulebook whose negations look at facts alone: one round of all rules after another."""
    heights = dict(facts)
    while True:
        new: dict[tuple[str, tuple[object, ...]], int] = {}
        for rule in rules:
            names = sorted(
                {
                    t.name
                    for c in (rule.head, *(i.atom for i in rule.body if isinstance(i, Literal)))
                    for t in c.terms
                    if isinstance(t, Variable)
                }
            )
            for values in product(constants, repeat=len(names)):
                given = dict(zip(names, values, strict=True))
                height = _fires(rule, given, heights, facts)
                if height is not None:
                    head = (rule.head.relation, tuple(given[t.name] if isinstance(t, Variable) else t for t in rule.head.terms))
                    if head not in heights:
                        new[head] = min(height, new.get(head, height))
        if not new:
            return heights
        least = min(new.values())
        heights.update({head: height for head, height in new.items() if height == least})


def _fires(
    rule: Rule,
    given: dict[str, object],
    heights: dict[tuple[str, tuple[object, ...]], int],
    facts: dict[tuple[str, tuple[object, ...]], int],
) -> int | None:
    height = 0
    for item in rule.body:
        assert not isinstance(item, Comparison)
        atom = (item.atom.relation, tuple(given[t.name] if isinstance(t, Variable) else t for t in item.atom.terms))
        if not item.positive:
            if atom in facts:
                return None
        elif atom not in heights:
            return None
        else:
            height = max(height, heights[atom])
    return height + 1
