"""Every case in `tests/cases` comes out as the files beside it say. How to write one: `tests/case_runner.py`."""

from __future__ import annotations

import pytest

from .case_runner import CASES, Case, cases, difference, run, transcript

ALL = cases()


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    after, error = case.expected(".after.py"), case.expected(".error")
    assert (after is None) != (error is None), f"{case.name} needs either an .after.py or an .error file"

    outcome = run(case)
    suffix, expected = (".after.py", after) if after is not None else (".error", error)
    got = outcome.after if outcome.after is not None else outcome.error
    wrong = difference(expected or "", got or "", case.file(suffix))
    wrong += difference(case.expected(".warnings") or "", outcome.warnings, case.file(".warnings"))
    wrong += difference(case.expected(".residency") or "", outcome.residency, case.file(".residency"))
    if (why := case.expected(".why")) is not None:
        wrong += difference(why, transcript(case, why), case.file(".why"))
    if wrong:
        pytest.fail(wrong, pytrace=False)


def test_every_file_belongs_to_a_case() -> None:
    suffixes = (".before.py", ".after.py", ".error", ".warnings", ".residency", ".why", ".opspecs.yaml")
    known = {case.file(suffix) for case in ALL for suffix in suffixes}
    files = {path for path in CASES.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert sorted(files - known) == []
