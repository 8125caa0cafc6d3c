"""Verification: a program in, everything that breaks what the pass requires or promises out. Changes nothing.

What is checked, and what each violation says, stands in `rules/verify*.lp`; here facts are measured and the rules are solved.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from ..ir_facts.collecting import without_collecting
from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.extract import extract
from ..ir_facts.extract_split import extract_split
from ..ir_facts.extract_structure import extract_structure
from ..ir_facts.extract_verify import extract_verify
from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Call, Program
from ..ir_facts.opspecs import Specs
from ..ir_facts.record import record
from ..ir_facts.spec_facts import SpecFacts, spec_facts, structure_spec_facts
from ..ir_facts.spec_facts_verify import verify_spec_facts
from ..ir_facts.spelling import nearest_or_all
from ..ir_facts.walk import expressions, statements, subexpressions
from .capacity import capacity_facts
from .engines import DEFAULT, engine_named
from .model import Model
from .properties import CHECKS, VIOLATION
from .rulebook import Rulebook, load_rulebook
from .targets import known_target
from .violations import violations

VERIFY_RULES = (
    "facts",
    "facts_structure",
    "facts_verify",
    "facts_split",
    "shared",
    "verify_structure",
    "verify",
    "verify_target",
    "lanes",
    "verify_split",
)


@cache
def verify_rulebook() -> Rulebook:
    """The rules of the verifiers; read once."""
    return load_rulebook(*VERIFY_RULES)


@record
class Verification:
    """What one verification found, and how: the diagnostics by place, and the model and facts that explain them."""

    diagnostics: tuple[Diagnostic, ...]
    model: Model
    rulebook: Rulebook
    facts: Facts
    spec_facts: SpecFacts


class Verifier:
    """The verifiers, configured for one target and one set of op specs."""

    def __init__(self, target: str, specs: Specs, wanted: Collection[str] | None = None, engine: str = DEFAULT) -> None:
        """`wanted` names the checks to run (default: all of `CHECKS`). Raises DiagnosticError: TW0610 for an unknown one, TW0714 for an
        unknown target."""
        for name in wanted or ():
            if name not in CHECKS:
                raise DiagnosticError(Diagnostic("TW0610", f"there is no check `{name}`", help=nearest_or_all(name, CHECKS, "checks")))
        self.target = known_target(target, specs)
        self.specs = specs
        self.wanted = wanted
        self.engine = engine_named(engine)
        self.rulebook = verify_rulebook()

    @without_collecting
    def run(self, program: Program) -> Verification:
        """Run the checks on `program`, placed or not. A kernel that breaks one is a result here, never an exception."""
        specs = self.specs
        facts = extract(program, specs)
        extract_structure(program, facts)
        extract_verify(program, specs, facts)
        extract_split(program, specs, facts)
        capacity_facts(program, specs, self.target, facts)
        said = spec_facts(specs, facts.ops.items(), self.target)
        used = ops_of(program)
        structure_spec_facts(specs, used, said)
        verify_spec_facts(specs, used, self.target, said)
        model = self.engine.solve(self.rulebook, f"{facts.text}\n{said.text}", (VIOLATION,))
        found = violations(model, self.rulebook, facts, program.source, specs, self.wanted)
        return Verification(tuple(found), model, self.rulebook, facts, said)


def ops_of(program: Program) -> frozenset[str]:
    """The names of all ops that a program calls."""
    return frozenset(
        part.op
        for function in program.functions
        for stmt in statements(function.body)
        for value in expressions(stmt)
        for part in subexpressions(value)
        if isinstance(part, Call)
    )


def verify(program: Program, specs: Specs, target: str = "none", wanted: Collection[str] | None = None) -> list[Diagnostic]:
    """Every violation in `program` of the checks named `wanted` (default: all), by place."""
    return list(Verifier(target, specs, wanted).run(program).diagnostics)
