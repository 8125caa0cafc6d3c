"""How far a call with many kernels has come, as one line on a terminal that is drawn over again. Writes nothing to a pipe."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from .placing import Outcome

EVERY = 0.1
"""Seconds between two drawings."""

WIDTH = 24
"""Characters of the bar."""


class Progress:
    """`total` kernels are to be placed. Whoever writes to the terminal meanwhile calls `clear` before."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._total = total
        self._done = self._failed = self._statements = 0
        self._began = time.monotonic()
        self._drawn = 0.0
        self._shown = False
        self._visible = self._stream.isatty()

    def add(self, outcome: Outcome) -> None:
        """One more kernel is done."""
        self._done += 1
        self._failed += outcome.status != 0
        self._statements += outcome.statements
        now = time.monotonic()
        if self._visible and now - self._drawn >= EVERY:
            self._drawn, self._shown = now, True
            self._stream.write(f"\r\033[K{self.line(now - self._began)}")
            self._stream.flush()

    def line(self, seconds: float) -> str:
        """What stands on the line after so many seconds."""
        bar = ("#" * (WIDTH * self._done // max(self._total, 1))).ljust(WIDTH, ".")
        rate = self._statements / seconds if seconds > 0 else 0.0
        return f"[{bar}] {self._done}/{self._total} kernels, {rate:,.0f} statements/s, {self._failed} failed"

    def clear(self) -> None:
        """Leave no line behind."""
        if self._shown:
            self._shown = False
            self._stream.write("\r\033[K")
            self._stream.flush()
