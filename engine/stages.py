"""The rounds of solving as something that can be asked: each with its rules, its facts, its model and the text it speaks of.

In comes what a run left behind, out come proofs and the words for them. The first round (`placement`) speaks of the kernel as
it was read, the second (`residency`) of the kernel with its tiles placed and its moves written out, and the last (`verify`) of the
result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Source
from ..ir_facts.opspecs import Specs
from ..ir_facts.spec_facts import SpecFacts
from .explain import Explainer
from .model import Model
from .rulebook import Rulebook

PLACEMENT, RESIDENCY, VERIFY = "placement", "residency", "verify"


class Round(NamedTuple):
    """A round that may not have been solved yet: its name, its rules, and what solves it. It has no stage for a refused kernel."""

    name: str
    rulebook: Rulebook
    stage: Callable[[], Stage | None]


class Stage:
    """One round. `source` is the file that the user wrote; statements that the pass made have no place in it."""

    def __init__(
        self, name: str, rulebook: Rulebook, model: Model, facts: Facts, spec_facts: SpecFacts, specs: Specs, source: Source | None
    ) -> None:
        self.name = name
        self.rulebook = rulebook
        self.model = model
        self.facts = facts
        self.spec_facts = spec_facts
        self.specs = specs
        self.source = source

    @cached_property
    def explainer(self) -> Explainer:
        """What proves the atoms of this round."""
        return Explainer(self.model, self.rulebook)

    @cached_property
    def states(self) -> dict[str, list[str]]:
        """The earlier states of each carried tile, in the order of the loops that end them."""
        found: dict[str, list[str]] = {}
        for ident, entity in self.facts.entities.items():
            if entity.kind == "state":
                found.setdefault(ident.partition("@")[0], []).append(ident)
        return found

    @property
    def text(self) -> str:
        """Every fact of this round."""
        return f"{self.facts.text}\n{self.spec_facts.text}"
