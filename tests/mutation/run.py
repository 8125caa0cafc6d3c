"""Holds every mutant of the rules against the suite's kernels: `python -m tests.mutation.run [--grown N] [--stage S] [NAME...]`.

Prints the mutants that survive, and the score. A mutant that is known to be equivalent stands in `equivalents.txt` with its proof.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tilewhy.engine.model import Row
from tilewhy.engine.rulebook import Rulebook
from tilewhy.engine.rules_ast import Literal
from tilewhy.engine.solver_clingo import solve
from tilewhy.ir_facts.diagnostic import DiagnosticError

from .bundle import STAGES, SUITE, Bundle, bundles, observed, rulebook
from .mutants import Mutant, mutants

SECONDS, MEMORY = 20, 6 << 30
"""What one mutant may use."""

EQUIVALENTS = Path(__file__).with_name("equivalents.txt")

Answer = tuple[tuple[Row, ...], ...]


class Stage(NamedTuple):
    """The rules of a stage with the right answers on its bundles."""

    rules: Rulebook
    read: tuple[str, ...]
    bundles: tuple[Bundle, ...]
    answers: tuple[Answer, ...]


def stages(grown: int, wanted: Iterable[str] = STAGES, suite: Iterable[str] = SUITE) -> dict[str, Stage]:
    """Every stage, ready to hold mutants against the kernels of these files of the suite."""
    made = bundles(grown, suite)
    found: dict[str, Stage] = {}
    for name in wanted:
        rules = rulebook(name)
        read = observed(name, rules)
        found[name] = Stage(rules, read, tuple(made[name]), tuple(_answer(rules, read, bundle) for bundle in made[name]))
    return found


def survives(mutant: Mutant, stage: Stage) -> bool:
    """Whether nothing that the product reads changes on any kernel. A mutant that the rulebook refuses does not survive."""
    changed = mutant.apply(stage.rules)
    if not mutant.text and _tells(mutant, stage):
        return False
    try:
        return all(_answer(changed, stage.read, bundle) == right for bundle, right in zip(stage.bundles, stage.answers))  # noqa: B905
    except DiagnosticError:
        return False


def _tells(mutant: Mutant, stage: Stage) -> bool:
    """Whether the deleted rule is one that tells a violation, and tells one on some kernel.

    Several rules can derive the same row of violation/2, each with a message of its own; which of them did is not in the row.
    """
    told = {(rule.path, rule.line): rule.body[0] for rule in stage.rules.by_head.get("violation", ())}
    condition = told.get((mutant.path, mutant.first))
    if not isinstance(condition, Literal):
        return False
    place = stage.read.index(condition.atom.relation)
    return any(answer[place] for answer in stage.answers)


def survives_apart(mutant: Mutant, stage: Stage) -> bool:
    """`survives` in a process of its own: a rule without its conditions can derive more than there is time or memory for.

    Such a mutant does not survive.
    """
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            os._exit(0 if survives(mutant, stage) else 1)
        except MemoryError:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def _answer(rules: Rulebook, read: tuple[str, ...], bundle: Bundle) -> Answer:
    model = solve(rules, bundle.facts, read)
    return tuple(model.rows(relation) for relation in read)


def equivalents() -> dict[str, str]:
    """The mutants that change nothing, with the proof. A paragraph of the file is a proof and the mutants it is about."""
    found: dict[str, str] = {}
    for paragraph in EQUIVALENTS.read_text("utf-8").split("\n\n"):
        lines = paragraph.strip().splitlines()
        proof = " ".join(line.lstrip("# ") for line in lines if line.startswith("#"))
        found.update({line: proof for line in lines if not line.startswith("#")})
    return found


def every(stage: Stage, wanted: Iterable[str]) -> Iterator[Mutant]:
    """The mutants of a stage whose names contain one of `wanted`."""
    parts = tuple(wanted)
    return (mutant for mutant in mutants(stage.rules) if not parts or any(part in mutant.name for part in parts))


def main() -> int:
    """Hold all mutants, or those named, against the kernels. Returns 1 where one survives that is not known to be equivalent."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.run")
    parser.add_argument("--grown", type=int, default=0, help="also hold them against so many grown kernels for each target")
    parser.add_argument("--stage", action="append", choices=tuple(STAGES), help="only the rules of this stage")
    parser.add_argument("names", nargs="*", help="only mutants whose name contains one of these")
    options = parser.parse_args()
    start = time.monotonic()
    known = equivalents()
    total = killed = 0
    surviving: list[str] = []
    seen: set[str] = set()
    alive: dict[str, int] = {}
    shared: dict[str, int] = {}
    for name, stage in stages(options.grown, options.stage or STAGES).items():
        for mutant in every(stage, options.names):
            shared[mutant.name] = shared.get(mutant.name, 0) + 1
            if survives_apart(mutant, stage):
                alive[mutant.name] = alive.get(mutant.name, 0) + 1
            seen.add(mutant.name)
        print(f"{name}: {len(stage.bundles)} bundles, {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    total = len(seen)
    surviving = [name for name in alive if alive[name] == shared[name]]  # a rule of two stages is killed in either
    killed = total - len(surviving)
    unknown = [name for name in surviving if name not in known]
    print("\n".join(unknown))
    print(f"{total} mutants, {killed} killed, {len(surviving) - len(unknown)} equivalent, {len(unknown)} survive", file=sys.stderr)
    stale = [name for name in known if name in seen and name not in surviving]
    for name in stale:
        print(f"no longer equivalent: {name}", file=sys.stderr)
    return 1 if unknown or stale else 0


if __name__ == "__main__":
    sys.exit(main())
