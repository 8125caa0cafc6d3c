"""What is paid once: the start of the program from nothing, and specs and rules before the first kernel."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from .kernels import ROOT

SMALL = ROOT / "examples" / "masked_scores.py"
"""The kernel of thirty lines that a cold start places."""


def start_up(rounds: int) -> dict[str, float]:
    """CPU seconds of whole processes, medians of `rounds` starts each, taken in turns; the first is Python doing nothing.

    The installed command is started where there is one beside the interpreter, for that is what users start.
    """
    command = Path(sys.executable).with_name("tilewhy")
    start = [str(command)] if command.exists() else [sys.executable, "-m", "tilewhy.engine"]
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "tilewhy --help": [*start, "--help"],
        "tilewhy infer (30 lines)": [*start, "infer", str(SMALL)],
    }
    found: dict[str, list[float]] = {name: [] for name in commands}
    for words in commands.values():
        _cpu(words)  # files into the disk's cache, op specs into ours
    for _ in range(rounds):
        for name, words in commands.items():
            found[name].append(_cpu(words))
    return {name: median(seconds) for name, seconds in found.items()}


def _cpu(words: list[str]) -> float:
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # The folder is not the checkout: a user's Python does not find modules there.
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, cwd=tempfile.gettempdir())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def once(rounds: int) -> dict[str, float]:
    """CPU seconds, in a process that has imported everything, of what does not depend on the size of a kernel."""
    from tilewhy.engine import passes, residency, solver_clingo
    from tilewhy.engine.rulebook import load_rulebook
    from tilewhy.ir_facts.opspecs import load_specs

    works: dict[str, Callable[[], Any]] = {
        "load specs (from the cache)": load_specs,
        "load rules": lambda: load_rulebook(*passes.PLACEMENT_RULES).text,
        "parse rules, placement": lambda: solver_clingo.solve(load_rulebook(*passes.PLACEMENT_RULES), "", passes.READ),
        "parse rules, residency": lambda: solver_clingo.solve(residency.residency_rulebook(), "", residency.READ),
    }
    found = {name: _median(work, rounds) for name, work in works.items()}
    with _no_cache():
        found["load specs (from YAML)"] = _median(load_specs, min(rounds, 5))
    return found


def _median(work: Callable[[], Any], rounds: int) -> float:
    seconds: list[float] = []
    work()
    for _ in range(rounds):
        begun = time.process_time()
        work()
        seconds.append(time.process_time() - begun)
    return median(seconds)


@contextmanager
def _no_cache() -> Iterator[None]:
    """As if op specs had never been read: a folder that cannot be made holds nothing."""
    before = os.environ.get("TILEWHY_CACHE")
    os.environ["TILEWHY_CACHE"] = os.path.join(os.devnull, "none")
    try:
        yield
    finally:
        del os.environ["TILEWHY_CACHE"]
        if before is not None:
            os.environ["TILEWHY_CACHE"] = before
