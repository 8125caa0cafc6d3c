"""`tilewhy infer`: kernels in; the same kernels with every tile placed, or what changed in them, out.

Kernels are placed one after the other, several at a time in processes of this machine, or on a cluster. One that is refused leaves
no output, and the next one goes on. What is printed is in the order of the command line, whoever was first.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator

from ...ir_facts.nodes import Source
from ...ir_facts.opspecs import Specs
from ...ir_facts.opspecs_load import load_table
from ...ir_facts.record import replace
from ..arguments import add_placement_arguments, check_target
from ..destinations import STDOUT, Job, keep_apart, plan
from ..failures import OK, diagnostics_of, exit_status
from ..input import read_source
from ..output import write_file, write_stdout
from ..placing import Outcome, Settings, place_here, refused
from ..reporting import report


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a kernel: printed IR or hand-written DSL; - is standard input")
    add_placement_arguments(parser)
    parser.add_argument("-o", dest="output", metavar="FILE|DIR", help="where to write (default: standard output); several kernels need DIR")
    parser.add_argument("--format", action="store_true", help="pass the output through ruff, as PyPTO does with its dumps")
    parser.add_argument("--diff", action="store_true", help="print what the pass changed, as a unified diff of the canonical text")
    parser.add_argument("--remarks", metavar="FILE", help="write every decision to FILE, as YAML remarks in the shape of LLVM's and MLIR's")
    parser.add_argument("--strict", action="store_true", help="refuse a kernel that uses an unknown op, or that cannot fit the target")
    parser.add_argument("--verify", action="store_true", help="check what the pass promises of its result (see tilewhy verify)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=_count, default=1, metavar="N", help="place N kernels at a time; 0: as many as there are processors")
    where.add_argument("--scheduler", metavar="ADDRESS", help="place the kernels on the Dask cluster of this scheduler, as tcp://HOST:8786")


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"`{text}` is no number of kernels")
    if int(text):
        return int(text)
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(options: Namespace) -> int:
    """Place each kernel; returns the worst exit status among them."""
    jobs = plan(options.files, options.output, optional=options.diff)
    table = load_table(options.opspecs)
    specs = Specs(table)
    check_target(options.target, specs)
    remarked = options.remarks is not None
    keep_apart(options.remarks, [path for job in jobs for path in (job.source, job.destination)], what="the remarks")
    settings = Settings(options.target, table, options.engine, options.strict, options.verify, options.format, options.diff, remarked)
    call = _Call(jobs)
    try:
        for number, outcome in _outcomes(settings, specs, call, options):
            call.done(number, outcome)
    finally:
        call.end()
    if remarked:
        write_file(options.remarks, "".join(call.remarks))
    return call.status


def _outcomes(settings: Settings, specs: Specs, call: _Call, options: Namespace) -> Iterator[tuple[int, Outcome]]:
    """Whoever places the kernels: their numbers and outcomes, in any order."""
    if options.scheduler is not None:
        from ..cluster import place_on_cluster

        return place_on_cluster(settings, call.kernels(), options.scheduler)
    count = min(options.jobs, len(options.files))
    if count == 1:
        return place_here(settings, specs, call.kernels())
    from ..workers import place_in_processes

    return place_in_processes(settings, call.kernels(), count)


class _Call:
    """The kernels of one call. Results are written when they come, messages and standard output wait for their turn."""

    def __init__(self, jobs: list[Job]) -> None:
        self.status = OK
        self.remarks: list[str] = []
        self._jobs = jobs
        self._waiting: dict[int, Outcome] = {}
        self._next = 0
        self._progress = None
        if len(jobs) > 1:
            from ..progress import Progress

            self._progress = Progress(len(jobs))

    def kernels(self) -> Iterator[tuple[int, Source]]:
        """Each kernel that can be read, with its number, when it is asked for."""
        for number, job in enumerate(self._jobs):
            try:
                source = read_source(job.source)
            except Exception as error:
                self.done(number, refused(diagnostics_of(error, job.source)))
            else:
                yield number, source

    def done(self, number: int, outcome: Outcome) -> None:
        """One kernel is done: write its result, and tell what can be told by now."""
        job = self._jobs[number]
        if outcome.text is not None and job.destination != STDOUT:
            outcome = self._written(outcome, job)
        self.status = max(self.status, outcome.status)
        self._waiting[number] = outcome
        while (turn := self._waiting.pop(self._next, None)) is not None:
            self._next += 1
            self._tell(turn)
        if self._progress is not None:
            self._progress.add(outcome)

    def end(self) -> None:
        """No kernel comes any more: tell what still waits for its turn, where some are missing."""
        if self._progress is not None:
            self._progress.clear()
        for _, outcome in sorted(self._waiting.items()):
            self._tell(outcome)

    def _written(self, outcome: Outcome, job: Job) -> Outcome:
        """The outcome after its text was written to a file; the text need not be kept any longer."""
        try:
            if job.destination is not None and outcome.text is not None:
                write_file(job.destination, outcome.text)
        except BrokenPipeError:
            raise  # nobody reads on: no reason to place the rest
        except Exception as error:
            diagnostics = (*outcome.diagnostics, *diagnostics_of(error, job.source))
            return replace(outcome, text=None, diagnostics=diagnostics, status=exit_status(diagnostics))
        return replace(outcome, text=None)

    def _tell(self, outcome: Outcome) -> None:
        if self._progress is not None and (outcome.diagnostics or outcome.diff or outcome.text):
            self._progress.clear()
        report(outcome.diagnostics)
        if outcome.remarks:
            self.remarks.append(outcome.remarks)
        if outcome.diff:
            write_stdout(outcome.diff)
        if outcome.text is not None:
            write_stdout(outcome.text)
