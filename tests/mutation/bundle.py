"""The kernels and op specs that mutants are held against, as facts, and what the product reads of the models.

In comes the suite: its tests are run once, and every set of facts that they have solved is kept. Out come bundles: the facts of many
kernels in one text, so that a mutant is solved once for all of them. Kernels of one bundle share what is said of the machine and of their
ops, and their functions get names of their own, so that they do not meet. Op specs that are checked are a bundle each: a finding is about
all ops together.

A mutant is killed when a relation that the product reads has other rows on some bundle: these rows become, one to one, the printed result,
the messages and the remarks that the tests pin down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tilewhy.engine import solver_clingo
from tilewhy.engine.fuzz.search import sample
from tilewhy.engine.model import Model
from tilewhy.engine.passes import PLACEMENT_RULES, READ, infer_tile_memory_space
from tilewhy.engine.residency import RESIDENCY_RULES
from tilewhy.engine.rulebook import Rulebook, load_rulebook
from tilewhy.engine.rules_ast import Literal
from tilewhy.engine.spec_findings import READ as FINDINGS
from tilewhy.engine.spec_findings import RULES as SPEC_RULES
from tilewhy.engine.verify import VERIFY_RULES, Verifier
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.opspecs import load_specs

STAGES = {"placement": PLACEMENT_RULES, "residency": RESIDENCY_RULES, "verify": VERIFY_RULES, "specs": SPEC_RULES}
"""The rulebooks whose mutants are made."""

TESTS = Path(__file__).resolve().parent.parent
SUITE = (
    "test_cases.py",
    "test_verify_kernels.py",
    "engine/test_verify.py",
    "engine/test_verify_structure.py",
    "engine/test_residency.py",
    "engine/test_ops.py",
)
"""The part of the suite whose kernels and op specs count: fast, and about rules."""

LARGEST = 4000
"""Facts of one kernel. Larger ones, of the corpus, cost more than they teach."""

_SPEC = ("Op", "Demand", "From", "Space", "Target")
"""Where a relation has its place when it is said by op specs and not by a kernel."""


class Bundle(NamedTuple):
    """The facts of many kernels, or of one file of op specs, for one rulebook."""

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
    if stage == "specs":
        return FINDINGS
    return ("violation", *sorted(conditions))


def bundles(grown: int = 0, suite: Iterable[str] = SUITE) -> dict[str, list[Bundle]]:
    """The bundles of every stage: of the kernels in these files of the suite, and of so many grown ones for each target."""
    with recorded() as solved:
        paths = [str(TESTS / name) for name in suite]
        pytest.main(["-q", "-q", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-k", "not right_answers", *paths])
        _grow(grown)
    stems = {tuple(f"rules/{stem}.lp" for stem in rules): stage for stage, rules in STAGES.items()}
    packs: dict[str, _Packs] = {stage: _Packs(rulebook(stage)) for stage in STAGES}
    for number, (sources, facts) in enumerate(dict.fromkeys(solved)):
        stage = stems.get(sources)
        if stage is not None and facts.count(").") <= LARGEST:
            packs[stage].add(_apart(facts, number), together=stage != "specs")
    return {stage: [Bundle(stage, text) for text in pack.texts()] for stage, pack in packs.items()}


@contextmanager
def recorded() -> Iterator[list[tuple[tuple[str, ...], str]]]:
    """Keeps what is solved meanwhile: the paths of the rules, and the facts."""
    found: list[tuple[tuple[str, ...], str]] = []
    original = solver_clingo.solve

    def solve(rules: Rulebook, facts: str, read: Iterable[str] = ()) -> Model:
        found.append((tuple(source.path for source in rules.sources), facts))
        return original(rules, facts, read)

    solver_clingo.solve = solve
    try:
        yield found
    finally:
        solver_clingo.solve = original


def _grow(count: int) -> None:
    specs = load_specs()
    for turn, target in enumerate(sorted(specs.targets)):
        infer, verifier = infer_tile_memory_space(target, specs), Verifier(target, specs)
        for program in sample(specs, count, 100 + turn) if count else ():
            try:
                verifier.run(infer.run(program).program)
            except DiagnosticError:
                verifier.run(program)


class _Packs:
    """Facts of one stage, put together where they do not contradict each other about the machine or about an op."""

    def __init__(self, rules: Rulebook) -> None:
        self.said = {relation.name for relation in rules.relations.values() if relation.given and relation.at in _SPEC}
        self.by_op = {relation.name for relation in rules.relations.values() if relation.given and relation.at == "Op"}
        self.packs: list[tuple[frozenset[str], dict[str, frozenset[str]], dict[str, None]]] = []

    def add(self, facts: str, together: bool) -> None:
        """The facts of one more kernel, `together` with those of others if they fit."""
        lines = [f"{fact}." for fact in re.findall(r'[a-z_]\w*\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)', facts)]
        machine: set[str] = set()
        ops: dict[str, set[str]] = {}
        for line in lines:
            relation = line.partition("(")[0]
            if relation in self.by_op:
                ops.setdefault(line.partition("(")[2].partition(",")[0].rstrip(")."), set()).add(line)
            elif relation in self.said:
                machine.add(line)
        about = {op: frozenset(told) for op, told in ops.items()}
        for known, known_ops, text in self.packs if together else ():
            if known == machine and all(known_ops.get(op, told) == told for op, told in about.items()):
                known_ops.update(about)
                text.update(dict.fromkeys(lines))
                return
        self.packs.append((frozenset(machine), about, dict.fromkeys(lines)))

    def texts(self) -> list[str]:
        """One text for each pack."""
        return ["\n".join(text) for _, _, text in self.packs]


def _apart(facts: str, number: int) -> str:
    """The facts with a number behind the name of every function of the kernel."""
    names = sorted(set(re.findall(r'\bfunction\("([^"]*)"', facts)), key=len, reverse=True)
    if not names:
        return facts
    return re.sub(rf'"(self\.)?({"|".join(map(re.escape, names))})(?=["\.@:#/])', rf'"\1\2_k{number}', facts)
