"""The arguments that all commands that answer questions share, and the kernel they name brought to the point of answering."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import NamedTuple

from ..ir_facts import parse_program
from ..ir_facts.diagnostic import Diagnostic
from ..ir_facts.opspecs import load_specs
from .answers import Answers
from .arguments import add_placement_arguments, check_target
from .input import read_source
from .passes import infer_tile_memory_space
from .stages import PLACEMENT, RESIDENCY, VERIFY

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


def add_round(parser: ArgumentParser) -> None:
    """`--round`: where to look for relations that several rounds know."""
    help_ = "the round to ask, where several know the relations (default: the first of them)"
    parser.add_argument("--round", choices=(PLACEMENT, RESIDENCY, VERIFY), default="", help=help_)


SHOW = True
"""What a bare `--rules` stands for among the rule files."""


def add_house_rules(parser: ArgumentParser, *, shows: bool = False) -> None:
    """`--rules FILE.lp`: rules of the user's own. Where it `shows`, a bare `--rules` asks for the rules behind each step."""
    help_ = "rules of your own on top; may be given several times"
    if shows:
        help_ += "; without a file (as the last word): show the rule behind each step"
        parser.add_argument("--rules", action="append", default=[], nargs="?", const=SHOW, type=_rule_file, metavar="FILE.lp", help=help_)
    else:
        parser.add_argument("--rules", action="append", default=[], type=_rule_file, metavar="FILE.lp", help=help_)


def _rule_file(path: str) -> str:
    """A file name after `--rules`, which must look like one: it may have swallowed another argument."""
    if not path.endswith(".lp"):
        raise ArgumentTypeError(f"{path} is no rule file (*.lp); a --rules without a file comes last")
    return path


def ask(options: Namespace) -> Asked:
    """The kernel that `options` name, derived as `infer` would derive it. Raises DiagnosticError where it cannot be read."""
    specs = load_specs(*options.opspecs)
    check_target(options.target, specs)
    source = read_source(options.file)
    infer = infer_tile_memory_space(options.target, specs, engine=options.engine)
    derived = infer.derive(parse_program(source.text, path=source.path, specs=specs), LIKELY)
    errors = tuple(told for told in infer.complaints(derived) if told.severity == "error")
    house = [read_source(path) for path in getattr(options, "rules", ()) if isinstance(path, str)]
    return Asked(Answers(infer, derived, refused=bool(errors), house=house), errors)
