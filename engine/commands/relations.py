"""`tilewhy relations [NAME]`: what relations there are, or everything about one of them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...ir_facts.diagnostic import Diagnostic, DiagnosticError
from ...ir_facts.spelling import did_you_mean
from ..output import write_stdout
from ..relations import books, card, known_relations, listing, relation_json


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a relation, for its rules and readers; without it all are listed")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(options: Namespace) -> int:
    """Print the list or the card."""
    known = books()
    by_name = {one.relation.name: one for one in known_relations(known)}
    if options.name is not None and options.name not in by_name:
        help_ = did_you_mean(options.name, by_name) or "`tilewhy relations` lists all relations"
        raise DiagnosticError(Diagnostic("TW0703", f"there is no relation `{options.name}`", help=help_))
    chosen = by_name.values() if options.name is None else [by_name[options.name]]
    if options.json:
        from json import dumps

        write_stdout(f"{dumps([relation_json(one) for one in chosen], indent=2, ensure_ascii=False)}\n")
    else:
        write_stdout(listing(known) if options.name is None else f"{card(by_name[options.name])}\n")
    return 0
