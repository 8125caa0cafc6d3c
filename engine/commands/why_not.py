"""`tilewhy why-not FILE TILE SPACE` and `why-not FILE --hoist TILE`: what was wanted in, what keeps it from being so out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ...ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..asking import SHOW, add_house_rules, add_question_arguments, ask
from ..failures import exit_status
from ..output import write_stdout
from ..reporting import report


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_question_arguments(parser)
    parser.add_argument("tile", nargs="?", metavar="TILE", help="x_tile, x_tile#2, function.x_tile, or a line: kernel.py:9 or 9")
    parser.add_argument("space", nargs="?", metavar="SPACE", help="the memory where the tile was expected, such as Vec")
    parser.add_argument("--hoist", metavar="TILE", help="ask instead why the load of this tile stays in its loop")
    parser.add_argument("--depth", type=int, default=0, metavar="N", help="steps of each reason to show (default: all)")
    add_house_rules(parser, shows=True)
    parser.add_argument("--json", action="store_true", help="write everything as JSON, all rules included")


def run(options: Namespace) -> int:
    """Print the answer; the exit status is 1 for a kernel that infer refuses, with its diagnostics on standard error."""
    if (options.hoist is None) == (options.space is None):
        message = "tilewhy why-not: name a TILE and a SPACE, or --hoist TILE"
        raise DiagnosticError(Diagnostic("TW0602", message, help="tilewhy why-not --help lists its arguments"))
    asked = ask(options)
    answers = asked.answers
    told = answers.why_not(options.tile, options.space) if options.hoist is None else answers.why_not_hoisted(options.hoist)
    if options.json:
        from json import dumps

        write_stdout(f"{dumps(told.json(), indent=2, ensure_ascii=False)}\n")
    else:
        told.show(sys.stdout, options.depth, SHOW in options.rules)
    report(asked.errors)
    return exit_status(asked.errors)
