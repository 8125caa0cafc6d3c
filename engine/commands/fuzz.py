"""`tilewhy fuzz`: op specs in; the smallest grown kernel that breaks a law out, if there is one.

Kernels are grown from the op specs themselves, so the ops of an overlay take part without further words. Needs Hypothesis.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...ir_facts.diagnostic import Diagnostic, DiagnosticError
from ...ir_facts.opspecs import load_specs
from ..output import write_stdout


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--seconds", type=float, default=10, metavar="N", help="how long to look (default: 10)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="where to begin; the same seed grows the same kernels")
    parser.add_argument(
        "--opspecs", action="append", default=[], metavar="YAML", help="an overlay over the built-in op specs; may be given several times"
    )
    parser.add_argument("--law", action="append", default=[], metavar="NAME", help="only laws whose name contains NAME; see --laws")
    parser.add_argument("--laws", action="store_true", help="list the laws and stop")


def run(options: Namespace) -> int:
    """Grow kernels and hold the laws against them. Returns 1 where one is broken."""
    try:
        from ..fuzz.laws import LAWS
        from ..fuzz.search import search
    except ImportError:
        message = "tilewhy fuzz needs Hypothesis, which is not installed"
        raise DiagnosticError(Diagnostic("TW0613", message, help="pip install 'tilewhy[fuzz]'")) from None
    if options.laws:
        width = max(map(len, LAWS))
        write_stdout("".join(f"{name:{width}}  {' '.join((law.__doc__ or '').split())}\n" for name, law in LAWS.items()))
        return 0
    laws = {name: law for name, law in LAWS.items() if not options.law or any(part in name for part in options.law)}
    if not laws:
        raise DiagnosticError(Diagnostic("TW0602", f"no law is called {' or '.join(options.law)}", help="tilewhy fuzz --laws lists them"))
    finding, tried = search(load_specs(*options.opspecs), options.seconds, options.seed, laws)
    if finding is None:
        write_stdout(f"{tried} kernels, {len(laws)} laws: all hold\n")
        return 0
    fault = f"{type(finding.fault).__name__}: {finding.fault}" if not isinstance(finding.fault, AssertionError) else str(finding.fault)
    write_stdout(f"broken: {finding.law}\ntarget: {finding.case.target}\n{fault}\n\n{finding.case.text}\n")
    return 1
