"""CPU time by stage: wraps the functions that make up a stage while a real run goes on, so that nothing of it is imitated."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


class Stopwatch:
    """`seconds` by stage. What one stage calls counts for that stage, unless it is a stage that was asked for as `inner`."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._open: list[str] = []
        self._since = 0.0

    def run(self, stage: str, work: Callable[[], T]) -> T:
        """`work()`, as part of `stage`."""
        self._switch()
        self._open.append(stage)
        try:
            return work()
        finally:
            self._switch()
            self._open.pop()

    def _switch(self) -> None:
        """Book the time since the last switch to the stage that is open."""
        now = time.process_time()
        if self._open:
            stage = self._open[-1]
            self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._since
        self._since = now

    @contextmanager
    def watching(self, *stages: tuple[Any, str, str], inner: tuple[str, ...] = ()) -> Iterator[None]:
        """For a while, each function `(owner, name, stage)` counts for its stage; those of `inner` stages also within others."""
        before = [(owner, name, getattr(owner, name)) for owner, name, _ in stages]
        for owner, name, stage in stages:
            setattr(owner, name, self._watched(getattr(owner, name), stage, stage in inner))
        try:
            yield
        finally:
            for owner, name, function in before:
                setattr(owner, name, function)

    def _watched(self, function: Callable[..., Any], stage: str, inner: bool) -> Callable[..., Any]:
        def watched(*args: Any, **kwargs: Any) -> Any:
            if self._open and not inner and self._open[-1] != REST:
                return function(*args, **kwargs)
            return self.run(stage, lambda: function(*args, **kwargs))

        return watched


REST = "rest"
"""The stage of whatever belongs to no other one."""
