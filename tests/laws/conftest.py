"""Tells at the end of a session how many programs the laws were held against."""

from __future__ import annotations

from typing import Any

from .strategies import COUNT, PROFILE


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if COUNT["programs"]:
        terminalreporter.write_line(f"laws: {COUNT['programs']} generated programs (profile {PROFILE})")
