"""The argument parser of one command, and the arguments that several commands share. Imports `argparse`, so it is
itself imported only once a command runs."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, NoReturn

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.spelling import did_you_mean, nearest_or_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ir_facts.opspecs import Specs
from .engines import DEFAULT, ENGINES


class CommandParser(ArgumentParser):
    """An `ArgumentParser` that raises `DiagnosticError` TW0602 instead of printing and leaving the program."""

    def __init__(self, command: str, summary: str) -> None:
        width = _width()
        super().__init__(
            prog=f"tilewhy {command}",
            description=summary,
            formatter_class=lambda prog: RawDescriptionHelpFormatter(prog, width=width),
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        raise DiagnosticError(Diagnostic("TW0602", f"{self.prog}: {message}", help=self._hint(message)))

    def _hint(self, message: str) -> str:
        unknown = [word for word in message.split() if word.startswith("--")] if message.startswith("unrecognized") else []
        known = [name for action in self._actions for name in action.option_strings]
        guess = did_you_mean(unknown[0].partition("=")[0], known) if unknown else ""
        return guess or f"{self.prog} --help lists its arguments"


def _width() -> int:
    """How wide a help may be. argparse would ask `shutil`, at every argument, and so import four compressors."""
    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(sys.stdout.fileno()).columns
    except (AttributeError, ValueError, OSError):  # no standard output, no number, no terminal
        columns = 80
    return (columns or 80) - 2


def add_placement_arguments(parser: ArgumentParser) -> None:
    """`--target`, `--opspecs` and `--engine`: for which chip, by which op specs and by what evaluator tiles are placed."""
    parser.add_argument("--target", default="none", metavar="TARGET", help="a target of opspecs.yaml, such as ascend910b; default: none")
    add_opspecs_argument(parser)
    parser.add_argument(
        "--engine", choices=tuple(ENGINES), default=DEFAULT, help=f"what evaluates the rules; both compares the two (default: {DEFAULT})"
    )


def add_opspecs_argument(parser: ArgumentParser) -> None:
    """`--opspecs`: the op specs that count."""
    parser.add_argument(
        "--opspecs",
        action="append",
        default=[],
        metavar="YAML",
        help="an overlay over the built-in op specs: a file, or one that is shipped, such as builtin:pypto-2026-08; "
        "may be given several times, later ones win",
    )


def check_target(target: str, specs: Specs) -> None:
    """Raises `DiagnosticError` TW0602 where `specs` describe no such target."""
    known_name("--target", "target", target, specs.targets)


def known_name(option: str, what: str, given: str, known: Iterable[str]) -> None:
    """Raises `DiagnosticError` TW0602 where what an option names is none of `known`."""
    names = list(known)
    if given not in names:
        plural = f"{what[:-1]}ies" if what[-1] == "y" else f"{what}s"
        message = f"argument {option}: unknown {what} `{given}`"
        raise DiagnosticError(Diagnostic("TW0602", message, help=nearest_or_all(given, names, plural)))
