"""Every tile, move, hoist and decline has a proof that the checker accepts and whose facts point at the right line.

Over a fixed sample of `tests/cases` and of the corpus; over all of both with TILEWHY_FULL=1 in the environment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewhy.engine.answers import Answers
from tilewhy.engine.checker import Checker
from tilewhy.engine.passes import InferTileMemorySpace, infer_tile_memory_space
from tilewhy.engine.stages import Stage
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.opspecs import load_specs

from ..case_runner import Case, cases, options
from ..conftest import corpus_dir
from .leaves import Judge

FULL = bool(os.environ.get("TILEWHY_FULL"))
DECISIONS = ("space", "needed_move", "reads_move", "preheader", "declined", "stays")
SETS = ("unit", "unset", "fuzz")


def answers_for(path: Path, infer: InferTileMemorySpace) -> Answers | None:
    """The kernel ready to be asked; None where it does not read."""
    try:
        program = parse_program(path.read_text(encoding="utf-8"), path=path.name, specs=infer.specs)
    except DiagnosticError:
        return None
    derived = infer.derive(program)
    return Answers(infer, derived, refused=any(told.severity == "error" for told in infer.complaints(derived)))


def decisions(stage: Stage | None) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    if stage is not None:
        yield from ((relation, row) for relation in DECISIONS if relation in stage.rulebook.relations for row in stage.model.rows(relation))


def check_all(answers: Answers) -> int:
    """Prove and check every decision; returns how many there were."""
    count = 0
    for stage in (answers.placement, answers.residency):
        if stage is None:
            continue
        checker, judge = Checker(stage.rulebook, stage.text, stage.model), Judge(stage)
        for relation, row in decisions(stage):
            proof = stage.explainer.prove(relation, row)
            checker.check(proof)
            judge.check(proof)
            count += 1
    return count


def test_over_the_cases() -> None:
    chosen = cases() if FULL else cases()[::9]
    count = 0
    for case in chosen:
        how = options(case)
        try:
            infer = infer_tile_memory_space(how.target, load_specs(*how.opspecs))
        except DiagnosticError:
            continue
        answers = answers_for(case.before, infer)
        count += 0 if answers is None else check_all(answers)
    assert count > len(chosen)


@pytest.mark.parametrize(
    "case", [case for case in cases() if case.expected(".after.py") is not None][:: 1 if FULL else 40], ids=lambda case: case.name
)
def test_every_derived_row_of_every_round_has_a_proof(case: Case) -> None:
    how = options(case)
    answers = answers_for(case.before, infer_tile_memory_space(how.target, load_specs(*how.opspecs)))
    assert answers is not None
    for stage in (answers.placement, answers.residency, answers.verification):
        assert stage is not None
        checker = Checker(stage.rulebook, stage.text, stage.model)
        for relation in stage.rulebook.by_head:
            for row in stage.model.rows(relation):
                checker.check(stage.explainer.prove(relation, row))


@pytest.mark.parametrize("name", SETS)
def test_over_the_corpus(name: str) -> None:
    files = sorted((corpus_dir() / name).glob("*.before.py"))
    infer = infer_tile_memory_space("ascend910b", load_specs("builtin:pypto-2026-08"))
    chosen = files if FULL else files[::40]
    count = 0
    for path in chosen:
        answers = answers_for(path, infer)
        count += 0 if answers is None else check_all(answers)
    assert count > len(chosen)
