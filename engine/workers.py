"""Processes of this machine that place kernels. In: settings and kernels, out: outcomes, in the order in which they are done.

Each process has one kernel at a time. One that dies (killed, out of memory, a crash in a library) loses this kernel only: the
outcome says so, another process takes its place, and the rest goes on. An executor of the standard library gives up all of its work
in that case, which is why there is none here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..ir_facts.diagnostic import Diagnostic
from ..ir_facts.nodes import Source
from .placing import Kernels, Outcome, Placer, Settings, refused

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


def place_in_processes(settings: Settings, kernels: Kernels, count: int) -> Iterator[tuple[int, Outcome]]:
    """The outcomes of `kernels`, `count` of which are placed at a time. Raises DiagnosticError as `Placer` does."""
    from multiprocessing.connection import wait

    Placer(settings)  # refuses at once what every process would refuse
    context = _context()
    waiting: Iterator[tuple[int, Source]] = iter(kernels)
    busy: dict[Any, _Worker] = {}
    try:
        while True:
            while len(busy) < count and (kernel := next(waiting, None)) is not None:
                worker = _Worker(context, settings, busy)
                busy[worker.connection] = worker
                worker.give(*kernel)
            if not busy:
                return
            for connection in wait(list(busy)):
                worker = busy[connection]
                outcome = worker.take()
                yield worker.number, outcome
                kernel = next(waiting, None) if worker.alive else None
                if kernel is None or not worker.give(*kernel):
                    del busy[connection]
                    worker.end()
                    waiting = waiting if kernel is None else chain([kernel], waiting)
    finally:
        for worker in busy.values():
            worker.process.terminate()


class _Worker:
    """A process and our end of its connection. `number` and `path` are those of the kernel that it has."""

    def __init__(self, context: Any, settings: Settings, others: Iterable[Connection]) -> None:
        self.connection, theirs = context.Pipe()
        # What a forked process inherits it must close: an open end would keep its siblings waiting for us after we are gone.
        inherited = [self.connection, *others] if context.get_start_method() == "fork" else []
        self.process = context.Process(target=_work, args=(theirs, settings, inherited), daemon=True)
        self.process.start()
        theirs.close()
        self.alive = True
        self.number = -1
        self.path = ""

    def give(self, number: int, source: Source) -> bool:
        """Hand over a kernel; whether somebody was there to take it."""
        self.number, self.path = number, source.path
        try:
            self.connection.send(source)
        except OSError:
            self.alive = False
        return self.alive

    def take(self) -> Outcome:
        """Its outcome: that of the kernel, or that the process died of it."""
        try:
            return self.connection.recv()
        except (EOFError, OSError):
            self.alive = False
            self.process.join()
            return refused((_died(self.path, self.process.exitcode),))

    def end(self) -> None:
        """Let the process go."""
        self.connection.close()
        self.process.join()


def _died(path: str, status: int) -> Diagnostic:
    from signal import Signals

    if status < 0 and -status in set(Signals):
        how = f"was killed by {Signals(-status).name}"
    else:
        how = f"ended with exit status {status}"
    help_ = "SIGKILL often means that memory ran out: try fewer --jobs, or this kernel alone"
    return Diagnostic("TW0615", f"lost: the process that placed it {how}", source=Source(path, ""), help=help_)


def _work(connection: Connection, settings: Settings, inherited: list[Connection]) -> None:
    """The life of a process: kernels in, outcomes out, until there are no more. Ctrl-C is for its parent to handle."""
    from signal import SIG_IGN, SIGINT, signal

    signal(SIGINT, SIG_IGN)
    for other in inherited:
        other.close()
    place = Placer(settings)
    while True:
        try:
            source = connection.recv()
        except EOFError:
            return
        connection.send(place(source))


def _context() -> Any:
    """On Linux a process starts as a copy of this one, with everything loaded; elsewhere as the platform has it. (The type of what
    all contexts have in common knows no processes.)"""
    from multiprocessing import get_context

    return get_context("fork") if sys.platform == "linux" else get_context()
