"""`tilewhy infer`: kernels in; the same kernels with every tile placed, or what changed in them, out.

One kernel at a time is read, placed and written. One that is refused leaves no output, and the next one goes on.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from ...ir_facts import parse_program
from ...ir_facts.opspecs import load_specs
from ..arguments import add_placement_arguments, check_target
from ..destinations import STDOUT, Job, plan
from ..failures import diagnostics_of, exit_status
from ..input import read_source
from ..output import write_file, write_stdout
from ..passes import infer_tile_memory_space
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


def run(options: Namespace) -> int:
    """Place each kernel; returns the worst exit status among them."""
    jobs = plan(options.files, options.output, optional=options.diff)
    finish = _finisher(options.format)
    specs = load_specs(*options.opspecs)
    check_target(options.target, specs)
    infer = infer_tile_memory_space(options.target, specs, options.strict, options.engine, options.verify)
    remarked: list[str] = []

    def place(job: Job) -> int:
        source = read_source(job.source)
        program = parse_program(source.text, path=source.path, specs=specs)
        result = infer.run(program)
        report(result.diagnostics)
        if options.remarks is not None:
            from ..remarks import remarks
            from ..remarks_yaml import remarks_yaml

            remarked.append(remarks_yaml(remarks(result), source.path))
        text = finish(str(result.program))
        if options.diff:
            write_stdout(_diff(finish(str(program)), text, source.path))
        if job.destination == STDOUT:
            write_stdout(text)
        elif job.destination is not None:
            write_file(job.destination, text)
        return exit_status(result.diagnostics)

    status = max(_guarded(place, job) for job in jobs)
    if options.remarks is not None:
        write_file(options.remarks, "".join(remarked))
    return status


def _guarded(place: Callable[[Job], int], job: Job) -> int:
    """`place(job)`; where the kernel is refused, say why and go on."""
    try:
        return place(job)
    except BrokenPipeError:
        raise  # nobody reads on: no reason to place the rest
    except Exception as error:
        diagnostics = diagnostics_of(error, job.source)
        report(diagnostics)
        return exit_status(diagnostics)


def _finisher(formatted: bool) -> Callable[[str], str]:
    """What makes a text file of a print."""
    if formatted:
        from ..formatting import formatter

        return formatter()
    return lambda text: f"{text}\n"


def _diff(before: str, after: str, path: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), path, f"{path} (placed)")
    return "".join(lines)
