"""Whatever a command raised in, the diagnostics that say so and the exit status they call for out. Writes nothing.

This is the last net: code that knows what went wrong raises `DiagnosticError` itself. What arrives here otherwise is
our own fault, and is reported as such, in one line. Python's development mode (`PYTHONDEVMODE=1`) lets it pass
through, so that the traceback is seen.
"""

from __future__ import annotations

import sys

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.nodes import Source

OK, WRONG_KERNEL, BAD_INPUT = 0, 1, 2
_ABOUT_THE_KERNEL = ("TW03", "TW04", "TW05")


def diagnostics_of(error: Exception, path: str | None = None) -> tuple[Diagnostic, ...]:
    """What `error`, raised while working on `path`, tells the user. Raises it again in development mode if it is a bug."""
    if isinstance(error, DiagnosticError):
        return error.diagnostics
    if sys.flags.dev_mode:
        raise error
    source = Source(path, "") if path is not None else None
    if isinstance(error, RecursionError):
        return (Diagnostic("TW0608", "nested too deeply", source=source),)
    if isinstance(error, MemoryError):
        return (Diagnostic("TW0608", "not enough memory", source=source),)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message = f"internal error: {what} ({_raised_at(error)})"
    return (Diagnostic("TW0699", message, source=source, help="this is a bug in tilewhy; PYTHONDEVMODE=1 shows the traceback"),)


def exit_status(diagnostics: tuple[Diagnostic, ...]) -> int:
    """0 without an error, 1 where a kernel is wrong, 2 where the input or the call of the program is."""
    errors = [d.code for d in diagnostics if d.severity == "error"]
    if not errors:
        return OK
    return WRONG_KERNEL if all(code.startswith(_ABOUT_THE_KERNEL) for code in errors) else BAD_INPUT


def _raised_at(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "no traceback"
    name = trace.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
    return f"{name}:{trace.tb_lineno}"
