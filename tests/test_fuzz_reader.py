"""A short run of `tests/fuzz_reader.py`, the mutants that once were findings, and the fuzzer itself."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tilewhy.ir_facts import parse_program

from .conftest import ROOT
from .fuzz_reader import SECONDS, TARGETS, Finding, check, corpus, examine, mutant, smallest

FOUND = ROOT / "tests" / "mutants"
"""Findings in their smallest form, named after the lesson; what is said of them is fixed in `test_what_was_found`."""


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_mutants_are_placed_or_refused(first: int) -> None:
    for seed in range(first, first + 20):
        began = time.monotonic()
        assert check(seed) in ("placed", "refused", "unread")
        assert time.monotonic() - began < SECONDS


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.py")), ids=lambda path: path.stem)
@pytest.mark.parametrize("target", TARGETS)
def test_what_was_found(path: Path, target: str) -> None:
    assert examine(path.read_bytes(), target) in ("placed", "refused", "unread")


def test_a_mutant_is_a_function_of_its_seed() -> None:
    assert [mutant(seed) for seed in range(50)] == [mutant(seed) for seed in range(50)]
    assert len({mutant(seed) for seed in range(50)}) > 45


def test_the_files_themselves_are_read() -> None:
    """Some belong to other op specs, or are there to be refused."""
    files = [data for data in corpus() if b"pl.program" in data][:50]
    assert sum(examine(data, "none") != "unread" for data in files) > 30


def test_a_failure_is_made_small() -> None:
    data = b"a = 1\nb = 2\nc = bad + 3\nd = 4\n"
    assert smallest(data, lambda mutated: b"bad" in mutated) == b"bad"


def test_a_result_that_reads_back_differently_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = (ROOT / "tests" / "cases" / "producers" / "load_for_a_matmul.before.py").read_bytes()
    seen: list[str] = []

    def forgetful(text: str, **options: object) -> object:
        seen.append(text)
        return parse_program(text if len(seen) == 1 else text.replace("Mat", "Vec"), **options)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr("tests.fuzz_reader.parse_program", forgetful)
    with pytest.raises(Finding, match="prints differently"):
        examine(kernel, "none")
