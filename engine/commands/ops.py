"""`tilewhy ops`: what op specs say, what is wrong with them, and how two sets of them differ."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ...ir_facts.opspecs import Specs, load_specs
from ..arguments import CommandParser, add_opspecs_argument, check_target, known_name
from ..failures import OK, exit_status
from ..output import write_stdout

if TYPE_CHECKING:
    from ...ir_facts.diagnostic import Diagnostic

DIFFERENT = 1


class ActionParser(CommandParser):
    """The parser of one action, which says `tilewhy ops ACTION` where the parser of a command says `tilewhy COMMAND`."""

    def __init__(self, prog: str, description: str, **_: object) -> None:
        super().__init__(prog.removeprefix("tilewhy "), description)


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions: Any = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=ActionParser)
    for name, (summary, declare) in _ACTIONS.items():
        declare(actions.add_parser(name, help=summary, description=summary))


def run(options: Namespace) -> int:
    """Do what was asked; returns the exit status."""
    return _RUN[options.action](options)


# ---------------------------------------------------------------------------------------------- list


def _list_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these ops; may be a pattern such as 'tile.row_*'")
    parser.add_argument("--space", metavar="SPACE", help="only ops that read or write this memory")
    parser.add_argument("--category", metavar="CATEGORY", help="only ops of this category")
    parser.add_argument("--target", metavar="TARGET", help="only ops that this target has")
    parser.add_argument("--retargetable", action="store_true", help="only ops whose result goes where its consumers want it")
    parser.add_argument("--inherits", action="store_true", help="only ops whose result is where their first operand is")
    parser.add_argument("--json", action="store_true", help="write the ops as JSON")
    add_opspecs_argument(parser)


def _list(options: Namespace) -> int:
    from ..spec_list import Choice, chosen, row, table

    specs = load_specs(*options.opspecs)
    if options.space is not None:
        known_name("--space", "memory", options.space, specs.spaces)
    if options.category is not None:
        known_name("--category", "category", options.category, specs.categories)
    if options.target is not None:
        check_target(options.target, specs)
    names = tuple(options.names)
    ops = chosen(specs, Choice(names, options.space, options.category, options.target, options.retargetable, options.inherits))
    if options.json:
        _write_json([row(op) for op in ops])
    else:
        write_stdout(table(ops))
    return OK


# ---------------------------------------------------------------------------------------------- show


def _show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("op", metavar="OP", help="an op such as tile.matmul, or a spelling such as pl.matmul")
    parser.add_argument("--json", action="store_true", help="write the card as JSON")
    add_opspecs_argument(parser)


def _show(options: Namespace) -> int:
    from ..spec_card import card, card_text

    specs = load_specs(*options.opspecs)
    cards = [card(specs.ops[name], specs) for name in _ops_named(options.op, specs)]
    if options.json:
        _write_json(cards)
    else:
        write_stdout("\n".join(f"{card_text(one)}\n" for one in cards))
    return OK


def _ops_named(word: str, specs: Specs) -> list[str]:
    """The ops that `word` is the name of, or the spelling. Raises `DiagnosticError` TW0240."""
    if word in specs.ops:
        return [word]
    found = dict.fromkeys(variant.op for variant in specs.dsl(word) if variant.op is not None)
    if not found:
        from ...ir_facts.diagnostic import Diagnostic, DiagnosticError
        from ...ir_facts.spelling import did_you_mean

        guess = did_you_mean(word, (*specs.ops, *specs.spellings())) or "tilewhy ops list shows them all"
        raise DiagnosticError(Diagnostic("TW0240", f"no op spec describes `{word}`", help=guess))
    return list(found)


# ---------------------------------------------------------------------------------------------- check


def _check_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="an op-spec file, or one that is shipped, such as builtin:pypto-2026-08")
    parser.add_argument("--json", action="store_true", help="write what was found to standard output, as JSON")


def _check(options: Namespace) -> int:
    from ..engines import engine_named
    from ..reporting import report
    from ..spec_check import check_file

    found = {name: check_file(name, engine_named()) for name in dict.fromkeys(options.files)}
    if options.json:
        from ..diagnostics import diagnostic_json

        _write_json([{"path": name, "diagnostics": [diagnostic_json(one) for one in told]} for name, told in found.items()])
    else:
        report(tuple(one for told in found.values() for one in told))
        write_stdout("".join(f"{name}: {_verdict(told)}\n" for name, told in found.items()))
    return max(exit_status(tuple(told)) for told in found.values())


def _verdict(told: list[Diagnostic]) -> str:
    errors = sum(one.severity == "error" for one in told)
    counts = [(errors, "error"), (len(told) - errors, "warning")]
    return ", ".join(f"{count} {word}{'s' * (count > 1)}" for count, word in counts if count) or "nothing wrong"


# ---------------------------------------------------------------------------------------------- diff and schema


def _diff_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="an op-spec file, one that is shipped (builtin:NAME), or `builtin`")
    parser.add_argument("new", metavar="NEW", help="likewise")
    parser.add_argument("--json", action="store_true", help="write the differences as JSON")
    parser.epilog = "The exit status is 1 where they differ."


def _diff(options: Namespace) -> int:
    from ..spec_diff import change_lines, differences

    changes = differences(load_specs(options.old), load_specs(options.new))
    if options.json:
        _write_json([{"path": list(change.path), "old": change.old, "new": change.new} for change in changes])
    else:
        write_stdout(change_lines(changes))
    return DIFFERENT if changes else OK


def _no_arguments(parser: ArgumentParser) -> None:
    parser.epilog = "Name the file in the first line of your own: `# yaml-language-server: $schema=opspecs.schema.json`."


def _schema(options: Namespace) -> int:
    from ...ir_facts.opspecs_jsonschema import text

    write_stdout(text())
    return OK


def _write_json(data: object) -> None:
    from json import dumps

    write_stdout(f"{dumps(data, indent=2, default=str)}\n")


_ACTIONS = {
    "list": ("list ops, with where they read and write", _list_arguments),
    "show": ("show everything that is said about an op", _show_arguments),
    "check": ("say everything that is wrong with op-spec files", _check_arguments),
    "diff": ("compare two sets of op specs by meaning", _diff_arguments),
    "schema": ("write the JSON Schema of op-spec files, for editors", _no_arguments),
}
_RUN = {"list": _list, "show": _show, "check": _check, "diff": _diff, "schema": _schema}
