"""What several test files share: where the checkout is, and where the corpus is, if it is there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def corpus_dir() -> Path:
    """The folder of real kernels that may lie beside a checkout. Skips the calling test, visibly, where it is absent."""
    folder = ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip("no ../shared/corpus beside this checkout")
    return folder


@pytest.fixture(scope="session")
def corpus() -> Path:
    """`corpus_dir()` as a fixture."""
    return corpus_dir()


# How many programs the laws were held against is told once, over all processes that ran some of them.

PROGRAMS: list[int] = []


def pytest_sessionfinish(session: pytest.Session) -> None:
    laws = sys.modules.get("tests.laws.strategies")
    if laws is not None:
        told: Any = getattr(session.config, "workeroutput", None)
        PROGRAMS.append(laws.COUNT["programs"])
        if told is not None:
            told["programs"] = laws.COUNT["programs"]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    PROGRAMS.append(getattr(node, "workeroutput", {}).get("programs", 0))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if sum(PROGRAMS):
        terminalreporter.write_line(f"laws: {sum(PROGRAMS)} generated programs")
