"""The arguments that all commands that answer questions share, and the kernel they name brought to the point of answering."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import NamedTuple

from ..ir_facts import parse_program
from ..ir_facts.diagnostic import Diagnostic
from ..ir_facts.opspecs import load_specs
from .answers import Answers
from .arguments import add_placement_arguments, check_target
from .input import read_source
from .passes import infer_tile_memory_space


LIKELY = ("made_by", "demand")
"""Relations that nearly every proof needs: cheaper to fetch with those that every run reads than one by one."""


class Asked(NamedTuple):
    """A kernel that can be asked, and what is wrong with it: a refused kernel answers too, as far as it got."""

    answers: Answers
    errors: tuple[Diagnostic, ...]


def add_question_arguments(parser: ArgumentParser) -> None:
    """`FILE` and what decides its placement."""
    parser.add_argument("file", metavar="FILE", help="a kernel: printed IR or hand-written DSL; - is standard input")
    add_placement_arguments(parser)


def ask(options: Namespace) -> Asked:
    """The kernel that `options` name, derived as `infer` would derive it. Raises DiagnosticError where it cannot be read."""
    specs = load_specs(*options.opspecs)
    check_target(options.target, specs)
    source = read_source(options.file)
    infer = infer_tile_memory_space(options.target, specs, engine=options.engine)
    derived = infer.derive(parse_program(source.text, path=source.path, specs=specs), LIKELY)
    errors = tuple(told for told in infer.complaints(derived) if told.severity == "error")
    return Asked(Answers(infer, derived, refused=bool(errors)), errors)
