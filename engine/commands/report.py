"""`tilewhy report FILE -o out.html`: a kernel in, one HTML file that shows it and answers questions out."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..asking import add_question_arguments
from ..failures import exit_status
from ..input import read_source
from ..output import write_file
from ..reporting import report as tell


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_question_arguments(parser)
    parser.add_argument("-o", dest="output", metavar="HTML", required=True, help="where to write the report")
    parser.add_argument(
        "--against",
        metavar="OTHER",
        help="what to compare with: another version of the kernel, or op specs (*.yaml, builtin:NAME) to lay on top",
    )


def run(options: Namespace) -> int:
    """Write the report; the exit status is 1 for a kernel that infer refuses, whose report says why."""
    from ..report import report
    from ..report.runs import run as place

    source, overlays, other = read_source(options.file), options.opspecs, options.against
    main, against, labels = place(source, overlays, options.target, options.engine), None, ("this run", "the other")
    if other is not None:
        specs = other.endswith((".yaml", ".yml")) or other.startswith("builtin")
        against = place(source if specs else read_source(other), [*overlays, other] if specs else overlays, options.target, options.engine)
        labels = (f"without {other}", f"with {other}") if specs else (options.file, other)
    write_file(options.output, report(main, against, labels))
    tell(main.diagnostics)
    return exit_status(main.diagnostics)
