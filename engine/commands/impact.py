"""`tilewhy impact`: kernels and op specs in; what these specs would change in them out. Writes no kernel."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...ir_facts.opspecs import load_specs
from ..arguments import add_placement_arguments, check_target
from ..failures import OK, diagnostics_of, exit_status
from ..impact import Impact, impact
from ..impact_text import report_json, report_text
from ..input import read_source
from ..output import write_stdout
from ..passes import infer_tile_memory_space
from ..reporting import report

CHANGED = 1


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a kernel: printed IR or hand-written DSL; - is standard input")
    add_placement_arguments(parser)
    parser.add_argument(
        "--base",
        action="append",
        default=[],
        metavar="YAML",
        help="what the kernels are placed by now, below --opspecs; may be given several times (default: the built-in op specs)",
    )
    parser.add_argument("--json", action="store_true", help="write what would change as JSON")
    parser.epilog = "The exit status is 1 where anything would change, 2 where a kernel or the op specs cannot be read."


def run(options: Namespace) -> int:
    """Compare each kernel under both sets of specs; returns 1 where anything changed, so that it can guard a merge."""
    old, new = load_specs(*options.base), load_specs(*options.base, *options.opspecs)
    for specs in (old, new):
        check_target(options.target, specs)
    before = infer_tile_memory_space(options.target, old, engine=options.engine)
    after = infer_tile_memory_space(options.target, new, engine=options.engine)
    impacts: list[Impact] = []
    status = OK
    for path in dict.fromkeys(options.files):
        try:
            impacts.append(impact(read_source(path), before, after))
        except Exception as error:
            diagnostics = diagnostics_of(error, path)
            report(diagnostics)
            status = max(status, exit_status(diagnostics))
    if options.json:
        from json import dumps

        write_stdout(f"{dumps(report_json(impacts), indent=2)}\n")
    else:
        write_stdout(report_text(impacts))
    return status or (CHANGED if any(one.changed for one in impacts) else OK)
