"""`tilewhy report FILE -o out.html`: a kernel in, one HTML file that shows it and answers questions out."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from ..asking import add_house_rules, add_question_arguments
from ..destinations import keep_apart
from ..failures import exit_status
from ..input import read_source
from ..output import write_file
from ..reporting import report as tell


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_question_arguments(parser)
    parser.add_argument("-o", dest="output", metavar="HTML", required=True, help="where to write the report")
    help_ = "what to compare with: another version of the kernel, or op specs (*.yaml, builtin:NAME) to lay on top"
    parser.add_argument("--against", metavar="OTHER", help=help_)
    add_house_rules(parser)


def run(options: Namespace) -> int:
    """Write the report; the exit status is 1 for a kernel that infer refuses, whose report says why."""
    from ..report import report
    from ..report.runs import run as place

    source, overlays, other = read_source(options.file), options.opspecs, options.against
    keep_apart(options.output, [options.file, other, *overlays, *options.rules], what="the report")
    how = (options.target, options.engine, [read_source(path) for path in options.rules])
    main, against, labels = place(source, overlays, *how), None, ("this run", "the other")
    if other is not None:
        specs = other.endswith((".yaml", ".yml")) or other.startswith("builtin:")
        against = place(source if specs else read_source(other), [*overlays, other] if specs else overlays, *how)
        labels = (f"without {_short(other)}", f"with {_short(other)}") if specs else _told_apart(options.file, other)
    write_file(options.output, report(main, against, labels))
    tell(main.diagnostics)
    return exit_status(main.diagnostics)


def _told_apart(one: str, other: str) -> tuple[str, str]:
    """Two files by their names, or where these are equal by their paths."""
    return (one, other) if _short(one) == _short(other) else (_short(one), _short(other))


def _short(path: str) -> str:
    return os.path.basename(path)
