"""`tilewhy why FILE TILE`: a kernel and a tile in, the story of the tile with its proofs out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..asking import SHOW, add_house_rules, add_question_arguments, add_round, ask
from ..failures import exit_status
from ..output import write_stdout
from ..reporting import report
from ..story import DEPTH


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_question_arguments(parser)
    help_ = "x_tile, x_tile#2, function.x_tile, a line (kernel.py:9 or 9), or an atom: 'space(T, mat)'"
    parser.add_argument("tile", metavar="TILE", help=help_)
    parser.add_argument("--proofs", type=int, default=1, metavar="N", help="show up to N proofs of where the tile is (default: 1)")
    parser.add_argument("--depth", type=int, default=DEPTH, metavar="N", help=f"steps of each proof to show, 0 for all (default: {DEPTH})")
    add_round(parser)
    add_house_rules(parser, shows=True)
    parser.add_argument("--json", action="store_true", help="write the proofs as JSON")


def run(options: Namespace) -> int:
    """Tell the story; the exit status is 1 for a kernel that infer refuses, with its diagnostics on standard error."""
    asked = ask(options)
    story = asked.answers.why(options.tile, options.proofs, options.round)
    if options.json:
        from json import dumps

        write_stdout(f"{dumps(story.json(), indent=2, ensure_ascii=False)}\n")
    else:
        story.show(sys.stdout, options.depth, SHOW in options.rules)
    report(asked.errors)
    return exit_status(asked.errors)
