"""Everything that the laws draw, in one file to import: programs grown from op specs, wrong programs, cases, samples.

The strategies themselves are part of the product, since `tilewhy fuzz` draws from them with the user's own op specs
(`tilewhy.engine.fuzz`); here stands how the tests use them.

`TILEWHY_LAWS` says how many programs each law sees: `quick`, `default`, or `nightly` (over 100,000 in all).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from hypothesis import given, settings

from tilewhy.engine.fuzz.cases import Case
from tilewhy.engine.fuzz.programs import kernels, programs
from tilewhy.engine.fuzz.search import UNCHECKED, cases, sample
from tilewhy.ir_facts.opspecs import Specs, load_specs

__all__ = ["PROGRAMS", "Case", "cases", "every_case", "kernels", "programs", "sample", "specs"]

PROFILE = os.environ.get("TILEWHY_LAWS", "default")
PROGRAMS = {"quick": 15, "default": 90, "nightly": 3600}[PROFILE]
"""How many programs each law is held against."""


@lru_cache(maxsize=1)
def specs() -> Specs:
    """The built-in op specs."""
    return load_specs()


def every_case(tame: bool = False, count: int = PROGRAMS) -> Callable[[Callable[[Case], Any]], Callable[[], None]]:
    """Hold the decorated test against `count` drawn cases. The same ones in every run, but for the nightly profile."""

    def decorate(test: Callable[[Case], Any]) -> Callable[[], None]:
        held = settings(max_examples=count, deadline=None, derandomize=PROFILE != "nightly", database=None, suppress_health_check=UNCHECKED)
        return held(given(cases(specs(), tame=tame))(counted(test)))

    return decorate


COUNT = {"programs": 0}
"""How many programs were grown in this session; told at its end."""


def counted(test: Callable[[Case], Any]) -> Callable[[Case], None]:
    """`test`, counting the programs it is given."""
    from functools import wraps

    @wraps(test)
    def counting(case: Case) -> None:
        COUNT["programs"] += 1
        test(case)

    return counting
