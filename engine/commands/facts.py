"""`tilewhy facts FILE`: a kernel in; what the rules know about it out, as text for clingo or as files for other tools."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..asking import add_question_arguments, ask
from ..fact_files import FORMATS, write_relations
from ..failures import exit_status
from ..output import write_stdout
from ..reporting import report
from ..stages import PLACEMENT, RESIDENCY, VERIFY


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_question_arguments(parser)
    rounds = (PLACEMENT, RESIDENCY, VERIFY)
    parser.add_argument("--round", choices=rounds, default=PLACEMENT, help=f"whose facts to write (default: {PLACEMENT})")
    parser.add_argument("-o", dest="output", metavar="DIR", help="write one file for each relation into DIR")
    parser.add_argument("--format", choices=tuple(FORMATS), help="what to write into DIR (default: csv)")
    parser.add_argument("--derived", action="store_true", help="write derived relations into DIR too")
    parser.epilog = "clingo rules/*.lp facts.lp derives from the text on standard output what tilewhy derives."


def run(options: Namespace) -> int:
    """Write the facts; the exit status is 1 for a kernel that infer refuses, with its diagnostics on standard error."""
    if options.output is None and (options.format or options.derived):
        raise DiagnosticError(Diagnostic("TW0602", "tilewhy facts: --format and --derived need -o DIR"))
    asked = ask(options)
    stage = next(known for known in asked.answers.rounds if known.name == options.round).stage()
    if stage is None:
        report(asked.errors)
        return exit_status(asked.errors)
    if options.output is None:
        path = stage.source.path if stage.source is not None else ""
        write_stdout(f"% {path}: facts of the round {stage.name}, target {options.target}\n{stage.text}\n")
    else:
        write_relations(stage, options.output, options.format or "csv", options.derived)
    report(asked.errors)
    return exit_status(asked.errors)
