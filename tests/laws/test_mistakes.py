"""A kernel that is wrong is refused with the code of its mistake, at a place in its text, and never with a traceback."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tilewhy.engine.fuzz.mistakes import PARAMETERS, STATEMENTS, Wrong, mistakes
from tilewhy.engine.passes import Result
from tilewhy.ir_facts.diagnostic import Diagnostic

from .strategies import COUNT, PROFILE, PROGRAMS, UNCHECKED, Case, specs

held = settings(max_examples=2 * PROGRAMS, deadline=None, derandomize=PROFILE != "nightly", database=None, suppress_health_check=UNCHECKED)


def told(wrong: Wrong, engine: str = "clingo") -> tuple[Diagnostic, ...]:
    COUNT["programs"] += 1
    outcome = Case(wrong.program, "ascend910b", specs()).run(wrong.program, engine)
    return outcome.diagnostics if isinstance(outcome, Result) else outcome


@held
@given(mistakes(specs()))
def test_a_mistake_is_told_by_its_code(wrong: Wrong) -> None:
    assert wrong.code in {one.code for one in told(wrong)}, wrong.mistake


@held
@given(mistakes(specs()))
def test_a_message_points_into_the_kernel(wrong: Wrong) -> None:
    lines = str(wrong.program).splitlines()
    for one in told(wrong):
        assert one.message and not one.message.endswith("."), one
        for label in one.labels:
            assert 1 <= label.span.line <= len(lines) and label.span.end_column <= len(lines[label.span.end_line - 1])
        if one.code == wrong.code:
            assert one.labels, f"{one.code} tells no place"


@settings(held, max_examples=PROGRAMS)
@given(mistakes(specs()))
def test_every_engine_tells_the_same(wrong: Wrong) -> None:
    assert [str(one) for one in told(wrong)] == [str(one) for one in told(wrong, "both")]


@pytest.mark.parametrize("mistake", [*STATEMENTS, *PARAMETERS])
def test_every_known_mistake_can_be_made(mistake: str) -> None:
    @settings(held, max_examples=3)
    @given(mistakes(specs(), mistake))
    def check(wrong: Wrong) -> None:
        assert wrong.mistake == mistake
        assert wrong.code in {one.code for one in told(wrong)}

    check()
