"""The second round: which operands stay resident across a loop, derived from the placed program and written back.

In comes a program whose tiles all have their space, out come the model of the residency rules with the facts it rests on, and the
program in which what can leave a loop has left it. Which loads leave is decided by `rules/residency.lp` and the files it reads.
"""

from __future__ import annotations

from functools import cache

from ..ir_facts.extract_residency import extract_residency
from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Program, Var
from ..ir_facts.opspecs import Specs
from ..ir_facts.record import record
from ..ir_facts.spec_facts import SpecFacts
from ..ir_facts.spec_facts_residency import residency_spec_facts
from .engines import Engine
from .hoist import Hoisted, hoist
from .model import Model
from .rulebook import Rulebook, load_rulebook

RESIDENCY_RULES = (
    "facts",
    "facts_residency",
    "loops",
    "panels",
    "capacity",
    "marks",
    "storage",
    "callers",
    "writes",
    "residency",
    "chains",
)

READ = ("preheader",)
"""What every run reads of the model."""


@cache
def residency_rulebook() -> Rulebook:
    """The rules of the second round; read once, since most kernels do not need them."""
    return load_rulebook(*RESIDENCY_RULES)


@record
class Residency:
    """What the second round derived, and from what."""

    model: Model
    facts: Facts
    spec_facts: SpecFacts


def derive_residency(placed: Program, specs: Specs, target: str, engine: Engine) -> Residency:
    """The model of the residency rules over a placed program."""
    facts = extract_residency(placed, specs, target)
    said = residency_spec_facts(specs, facts.ops.items(), target)
    model = engine.solve(residency_rulebook(), f"{facts.text}\n{said.text}", READ)
    return Residency(model, facts, said)


def apply_residency(placed: Program, residency: Residency) -> Program:
    """`placed` with every hoisted statement in front of its loop."""
    entities = residency.facts.entities
    hoisted: Hoisted = {}
    for variable, loop in residency.model.rows("preheader"):
        var, statement = entities[str(variable)].node, entities[str(loop)].statement
        if isinstance(var, Var):
            hoisted.setdefault(id(statement), set()).add(var)
    return hoist(placed, hoisted)
