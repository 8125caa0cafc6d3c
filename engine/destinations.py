"""The kernels of a command line and its `-o` in, where each result goes out. Reads and writes no kernel."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.record import record
from .input import STDIN
from .output import make_folder

STDOUT = "-"


@record
class Job:
    """One kernel: the path it is read from, and the path its result is written to (`STDOUT`, or None for nowhere)."""

    source: str
    destination: str | None


def plan(sources: list[str], output: str | None, *, optional: bool = False) -> list[Job]:
    """Where the result of each of `sources` goes: to standard output, to the file `output`, or into the folder `output`.

    `optional` says that results need not be written at all where no `output` is given. A folder is made where several
    kernels need it. Raises `DiagnosticError` TW0603 where several results would land in one place.
    """
    if output is None:
        if len(sources) > 1 and not optional:
            raise DiagnosticError(Diagnostic("TW0603", "several kernels need -o DIR for their results"))
        return [Job(source, None if optional else STDOUT) for source in sources]
    single = len(sources) == 1
    if single and not os.path.isdir(output) and not output.endswith(os.sep):
        return [Job(sources[0], output)]
    jobs = [Job(source, os.path.join(output, _file_name(source))) for source in sources]
    _refuse_collisions(jobs)
    make_folder(output)
    return jobs


def keep_apart(written: str | None, others: Iterable[str | None], *, what: str) -> None:
    """Raises `DiagnosticError` TW0603 where the file `written`, which holds `what`, would replace one of `others`.

    `others` are the files that the call reads, or writes something else to.
    """
    if written is None or written == STDOUT:
        return
    place = os.path.realpath(written)
    for other in others:
        if other is not None and other != STDOUT and os.path.realpath(other) == place:
            message = f"{what} would be written over {other}"
            raise DiagnosticError(Diagnostic("TW0603", message, help="name another file"))


def _file_name(source: str) -> str:
    if source == STDIN:
        message = "a result of standard input cannot be written into a folder: it has no file name"
        raise DiagnosticError(Diagnostic("TW0603", message, help="name a file with -o"))
    return os.path.basename(source)


def _refuse_collisions(jobs: list[Job]) -> None:
    taken: dict[str | None, str] = {}
    for job in jobs:
        other = taken.setdefault(job.destination, job.source)
        if other is not job.source:
            message = f"{other} and {job.source} would both be written to {job.destination}"
            raise DiagnosticError(Diagnostic("TW0603", message, help="kernels of the same name need a call of their own"))
