"""The kernels that mutants are held against, as facts, and what the product reads of the models.

In come the cases of `tests/cases`, the kernels of `tests/verify`, and kernels grown at random; out come bundles: the facts of many
kernels in one text, so that a mutant is solved once for all of them. Kernels of one bundle share a target and op specs, and their
functions get names of their own, so that they do not meet.

A mutant is killed when a relation that the product reads has other rows on some kernel: these rows become, one to one, the printed result,
the messages and the remarks that the cases pin down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from inspect import signature
from typing import NamedTuple

from tilewhy.engine.fuzz.search import sample
from tilewhy.engine.passes import PLACEMENT_RULES, READ, infer_tile_memory_space
from tilewhy.engine.residency import RESIDENCY_RULES
from tilewhy.engine.rulebook import Rulebook, load_rulebook
from tilewhy.engine.rules_ast import Literal
from tilewhy.engine.verify import VERIFY_RULES, Verifier
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.nodes import Program
from tilewhy.ir_facts.opspecs import Specs, load_specs

from .. import verify_runner
from ..case_runner import Case, cases, options
from ..engine import test_verify, test_verify_structure

STAGES = {"placement": PLACEMENT_RULES, "residency": RESIDENCY_RULES, "verify": VERIFY_RULES}
"""The rulebooks whose mutants are made."""


class Bundle(NamedTuple):
    """The facts of many kernels for one rulebook."""

    stage: str
    facts: str


def rulebook(stage: str) -> Rulebook:
    """The rules of a stage as they are."""
    return load_rulebook(*STAGES[stage])


def observed(stage: str, rules: Rulebook) -> tuple[str, ...]:
    """The relations that the product reads after this stage. A row of a violation's condition is its message."""
    conditions = {item.atom.relation for rule in rules.by_head.get("violation", ()) for item in rule.body if isinstance(item, Literal)}
    if stage == "placement":
        return (*READ, "needed_move", *sorted(conditions))
    if stage == "residency":
        return ("preheader", "residency_candidate", "declined", "stays")
    return ("violation", *sorted(conditions))


def bundles(grown: int = 0) -> dict[str, list[Bundle]]:
    """The bundles of every stage: of the suite's kernels, and of so many grown ones for each target."""
    told: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    number = 0
    for program, target, specs, key in _kernels(grown):
        number += 1
        for stage, facts in _facts(program, target, specs):
            told.setdefault((stage, target, key), []).append(_apart(facts, program, number))
    found: dict[str, list[Bundle]] = {stage: [] for stage in STAGES}
    for (stage, _, _), texts in sorted(told.items()):
        found[stage].append(Bundle(stage, "\n".join(dict.fromkeys("\n".join(texts).splitlines()))))
    return found


def _kernels(grown: int) -> Iterable[tuple[Program, str, Specs, tuple[str, ...]]]:
    known: dict[tuple[str, ...], Specs] = {}
    for case in (*cases(), *(Case(path) for path in verify_runner.kernels())):
        how = options(case)
        specs = known.setdefault(how.opspecs, load_specs(*how.opspecs))
        try:
            yield parse_program(case.before.read_text("utf-8"), specs=specs), how.target, specs, how.opspecs
        except DiagnosticError:
            continue  # a case about what cannot be read
    specs = known.setdefault((), load_specs())
    for program in _built():
        yield program, "none", specs, ()
    for turn, target in enumerate(sorted(specs.targets)):
        for program in sample(specs, grown, 100 + turn) if grown else ():
            yield program, target, specs, ("grown",)


def _built() -> list[Program]:
    """The programs that no text can say, as the tests of the verifiers build them: the tests are run, and what they verify is kept."""
    found: list[Program] = []
    original = test_verify.verify

    def keep(program: Program, specs: Specs, *more: object, **named: object) -> object:
        found.append(program)
        return original(program, specs, *more, **named)

    test_verify.verify = keep
    try:
        for name, test in [*vars(test_verify).items(), *vars(test_verify_structure).items()]:
            if name.startswith("test_") and not signature(test).parameters and not hasattr(test, "pytestmark"):
                test()
    finally:
        test_verify.verify = original
    return found


def _facts(program: Program, target: str, specs: Specs) -> Iterable[tuple[str, str]]:
    """The facts of each stage that the kernel reaches."""
    infer = infer_tile_memory_space(target, specs)
    placed = program
    derived = infer.derive(program)
    yield "placement", derived.text
    try:
        result = infer.finish(derived, infer.complaints(derived))
    except DiagnosticError:
        result = None
    if result is not None:
        placed = result.program
        second = infer.residency(result.placed)
        yield "residency", f"{second.facts.text}\n{second.spec_facts.text}"
    for version in (program, placed) if placed is not program else (program,):
        verification = Verifier(target, specs).run(version)
        suffix = "" if version is program else "_placed"
        yield "verify", _renamed(f"{verification.facts.text}\n{verification.spec_facts.text}", program, suffix)


def _apart(facts: str, program: Program, number: int) -> str:
    return _renamed(facts, program, f"_k{number}")


def _renamed(facts: str, program: Program, suffix: str) -> str:
    """The facts with `suffix` behind the name of every function."""
    names = "|".join(sorted((re.escape(function.name) for function in program.functions), key=len, reverse=True))
    return re.sub(rf'"(self\.)?({names})(_placed)?(?=["\.@:#])', rf'"\1\2\3{suffix}', facts)
