"""`tilewhy verify`: kernels in, before or after placement; what breaks a property of theirs out. Changes nothing.

A kernel that cannot be read is reported like a violation, and the next one goes on.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ...ir_facts import parse_program
from ...ir_facts.opspecs import load_specs
from ..arguments import add_placement_arguments, check_target
from ..asking import add_house_rules
from ..destinations import keep_apart
from ..failures import diagnostics_of, exit_status
from ..house_verify import HouseVerifier
from ..input import read_source
from ..output import write_file, write_stdout
from ..properties import CHECKS
from ..reporting import report
from ..verify import Verifier

if TYPE_CHECKING:
    from ...ir_facts.diagnostic import Diagnostic


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a kernel: printed IR or hand-written DSL; - is standard input")
    add_placement_arguments(parser)
    parser.add_argument(
        "--check",
        action="append",
        metavar="NAME",
        help=f"run only this check; may be given several times. Checks: {', '.join(CHECKS)}",
    )
    add_house_rules(parser)
    parser.add_argument("--json", action="store_true", help="write what was found to standard output, as JSON")
    parser.add_argument("--sarif", metavar="FILE", help="write what was found to FILE, as SARIF 2.1.0; - is standard output")
    parser.epilog = "Properties of PyPTO are checked under their names; explain CODE tells what a message means."


def run(options: Namespace) -> int:
    """Verify each kernel; returns the worst exit status among them."""
    keep_apart(options.sarif, [*options.files, *options.rules, *options.opspecs], what="the log")
    specs = load_specs(*options.opspecs)
    check_target(options.target, specs)
    verifier = Verifier(options.target, specs, options.check, options.engine)
    house = HouseVerifier(options.target, specs, [read_source(path) for path in options.rules], options.engine) if options.rules else None

    def verified(path: str) -> tuple[Diagnostic, ...]:
        try:
            source = read_source(path)
            program = parse_program(source.text, path=source.path, specs=specs)
            return verifier.run(program).diagnostics + (house.run(program) if house is not None else ())
        except Exception as error:
            return diagnostics_of(error, path)

    found = {path: verified(path) for path in dict.fromkeys(options.files)}
    everything = [diagnostic for diagnostics in found.values() for diagnostic in diagnostics]
    if options.sarif is not None:
        _write_sarif(options.sarif, everything)
    if options.json:
        _write_json(found)
    else:
        report(tuple(everything))
    return max(exit_status(diagnostics) for diagnostics in found.values())


def _write_sarif(path: str, diagnostics: list[Diagnostic]) -> None:
    from json import dumps

    from ..sarif import sarif_log

    text = f"{dumps(sarif_log(diagnostics), indent=2)}\n"
    if path == "-":
        write_stdout(text)
    else:
        write_file(path, text)


def _write_json(found: dict[str, tuple[Diagnostic, ...]]) -> None:
    from json import dumps

    from ..diagnostics import diagnostic_json

    files = [{"path": path, "diagnostics": [diagnostic_json(one) for one in told]} for path, told in found.items()]
    write_stdout(f"{dumps({'files': files}, indent=2)}\n")
