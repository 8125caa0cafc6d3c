"""Looks for a program that breaks a law, and makes it small.

In come op specs, a seed and a number of programs or of seconds; out comes the first law that does not hold with the smallest program that
shows it, or the number of programs that were tried.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from ...ir_facts.nodes import Program
from ...ir_facts.opspecs import Specs
from ...ir_facts.record import record
from .cases import Case
from .laws import LAWS, Law
from .programs import programs

BATCH = 50
"""How many programs are grown between two looks at the clock."""


UNCHECKED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.filter_too_much)
"""Whole programs are large and slow to draw, which is no sign of a bad strategy here."""


@record
class Finding:
    """A law, the smallest program that breaks it, on which target, and how it shows."""

    law: str
    case: Case
    fault: Exception


@st.composite
def cases(draw: Callable[[Any], Any], specs: Specs, tame: bool = False) -> Case:
    """Programs with a target. One in four is wild, unless only `tame` ones are wanted."""
    wild = not tame and draw(st.integers(0, 3)) == 3
    target = draw(st.sampled_from(sorted(specs.targets, reverse=True)))
    return Case(draw(programs(specs, wild=wild)), target, specs, wild)


def sample(specs: Specs, count: int, number: int) -> list[Program]:
    """`count` programs, the same ones for the same `number`."""
    found: list[Program] = []

    @seed(number)
    @_settings(count, Phase.generate)
    @given(programs(specs))
    def collect(program: Program) -> None:
        found.append(program)

    collect()
    return found[:count]


def search(specs: Specs, seconds: float, number: int, laws: dict[str, Law] = LAWS) -> tuple[Finding | None, int]:
    """Grow programs for so many seconds and hold every law against each. The first finding, if any, and how many programs were grown."""
    tried = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        finding, count = _batch(specs, end, number, laws)
        tried += count
        number += 1
        if finding is not None:
            return finding, tried
    return None, tried


def _batch(specs: Specs, end: float, number: int, laws: dict[str, Law]) -> tuple[Finding | None, int]:
    last: list[Finding] = []
    tried = 0

    @seed(number)
    @_settings(BATCH, Phase.generate, Phase.shrink)
    @given(cases(specs))
    def hold(case: Case) -> None:
        nonlocal tried
        tried += 1
        if not last and time.monotonic() > end:
            return
        for name, law in laws.items():
            if last and last[-1].law != name:
                continue  # while a program is made small, only the law that it broke counts
            try:
                law(case)
            except HypothesisException:
                raise
            except Exception as fault:
                last.append(Finding(name, case, fault))
                raise

    try:
        hold()
    except Exception:
        if not last:
            raise
        # Also where a second look at the same program finds nothing (Hypothesis calls that flaky): what was seen once is told.
        return last[-1], tried
    return None, tried


def _settings(count: int, *phases: Phase) -> Callable[[Any], Any]:
    return settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=phases,
        suppress_health_check=UNCHECKED,
        print_blob=False,
        report_multiple_bugs=False,
    )
