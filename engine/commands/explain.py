"""`tilewhy explain CODE`: a diagnostic code in, its page out."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...ir_facts.diagnostic import Diagnostic, DiagnosticError
from ...ir_facts.spelling import did_you_mean
from ..codes import pages
from ..output import write_stdout


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("code", metavar="CODE", help="a code as it stands in a message, such as TW0602")


def run(options: Namespace) -> int:
    """Print the page of the code; an unknown one is bad usage."""
    known = pages()
    code: str = options.code.upper()
    if code not in known:
        guess = did_you_mean(code, known) or "docs/diagnostics.md lists all codes"
        raise DiagnosticError(Diagnostic("TW0604", f"there is no diagnostic `{options.code}`", help=guess))
    page = known[code]
    write_stdout(f"{page.code}: {page.title}\n\n{page.body}\n")
    return 0
