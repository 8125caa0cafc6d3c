"""`tilewhy query FILE QUERY`: a kernel and conditions over its relations in, every way to fulfil them out."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..asking import add_house_rules, add_question_arguments, add_round, ask
from ..failures import exit_status
from ..output import write_stdout
from ..reporting import report
from ..table_text import table_csv, table_json, table_text


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_question_arguments(parser)
    parser.add_argument("query", metavar="QUERY", help="conditions, as in 'space(T, mat), not target_memory(C, _), defines(C, T)'")
    add_round(parser)
    add_house_rules(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write the answers as JSON")
    form.add_argument("--csv", action="store_true", help="write the answers as CSV")
    parser.epilog = "tilewhy relations lists the relations with their columns."


def run(options: Namespace) -> int:
    """Print the answers; the exit status is 1 for a kernel that infer refuses, with its diagnostics on standard error."""
    asked = ask(options)
    table = asked.answers.query(options.query, options.round)
    if options.json:
        from json import dumps

        write_stdout(f"{dumps(table_json(table), indent=2, ensure_ascii=False)}\n")
    else:
        write_stdout(table_csv(table) if options.csv else f"{table_text(table)}\n")
    report(asked.errors)
    return exit_status(asked.errors)
