"""Bytes to text to Python's syntax tree, with every failure of either step as a diagnostic.

Knows Python's syntax errors and nothing of the IR. Never executes the text.
"""

from __future__ import annotations

import ast
import warnings
from typing import NoReturn

from .diagnostic import Diagnostic, DiagnosticError, Label
from .nodes import Source, Span

NOT_PYTHON = "TW0101"
NOT_UTF8 = "TW0102"
TOO_DEEP = "TW0103"
TOO_LARGE = "TW0121"

LARGEST, LONGEST, WIDEST = 64_000_000, 250_000, 4_000_000
"""How many bytes (or characters) and lines are read, and how many characters in one line. The largest dump that we know has 850,000
in 4,800 lines. Python's syntax tree of more than this takes gigabytes."""


def decode(data: bytes, path: str) -> str:
    """The text of a file. Raises `DiagnosticError` (TW0102) at the first byte that is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode(errors="replace"))
        source = Source(path, data.decode(errors="replace"))
        message = f"the file is not UTF-8: byte 0x{data[error.start]:02x} cannot stand here"
        raise DiagnosticError(_diagnostic(NOT_UTF8, source, line, column, 1, message, "save the file as UTF-8")) from None


def split_lines(text: str) -> list[str]:
    """The lines of a text as Python's parser counts them: `\\n`, `\\r\\n` and `\\r` end one, nothing else does."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def parse_python(source: Source) -> ast.Module:
    """The syntax tree of a text. Raises `DiagnosticError`: TW0121 for one that is too large, TW0101 to TW0103 for whatever
    `ast.parse` refuses."""
    text = source.text
    wide = len(text) > WIDEST and max(map(len, text.split("\n"))) > WIDEST
    if wide or len(text) > LARGEST or text.count("\n") > LONGEST:
        raise DiagnosticError(too_large(source.path))
    nul = text.find("\0")
    if nul >= 0:
        _refuse_at(source, nul, NOT_PYTHON, "a NUL byte cannot stand in a program", "the file may be truncated or binary")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, source.path)
    except SyntaxError as error:
        raise DiagnosticError(_syntax_error(source, error)) from None
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeEncodeError) else 0
        _refuse_at(source, at, NOT_UTF8, "this character cannot be written as UTF-8", "remove the lone surrogate")
    except (RecursionError, MemoryError):
        raise DiagnosticError(too_deep(source)) from None
    except (ValueError, OverflowError) as error:
        raise DiagnosticError(_diagnostic(NOT_PYTHON, source, 1, 0, 1, f"the text is not a program: {error}", "")) from None


def too_large(path: str) -> Diagnostic:
    """What to say of a text that is larger than any kernel."""
    limits = f"{LARGEST // 1_000_000} MB, {LONGEST:,} lines, or {WIDEST // 1_000_000} MB in one line"
    message = f"this is too large for a kernel: more than {limits}"
    return Diagnostic(TOO_LARGE, message, help="split the program into several files", source=Source(path, ""))


def deepest(tree: ast.Module) -> Span | None:
    """The place of the most deeply nested part of a tree, found without recursion."""
    span: Span | None = None
    level: list[ast.AST] = [tree]
    while level:
        first = next((node for node in level if isinstance(node, (ast.expr, ast.stmt))), None)
        if first is not None:
            span = Span(first.lineno, 0, first.lineno, first.col_offset)
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return span


def too_deep(source: Source, span: Span | None = None) -> Diagnostic:
    """What to say when nesting exhausts Python's stack: at `span`, else at the most deeply indented or longest line."""
    if span is None:
        lines = split_lines(source.text)
        number = max(range(len(lines)), key=lambda i: (len(lines[i]), -i))
        span = Span(number + 1, 0, number + 1, len(lines[number]))
    message = "expressions or blocks are nested too deeply to be read"
    label = Label(span, "around here", source)
    return Diagnostic(TOO_DEEP, message, (label,), "split the expression over several assignments", source=source)


def _refuse_at(source: Source, offset: int, code: str, message: str, help: str) -> NoReturn:
    before = split_lines(source.text[:offset])
    raise DiagnosticError(_diagnostic(code, source, len(before), len(before[-1]), 1, message, help)) from None


def _diagnostic(code: str, source: Source, line: int, column: int, width: int, message: str, help: str) -> Diagnostic:
    return Diagnostic(code, message, (Label(Span(line, column, line, column + width), "", source),), help, source=source)


def _syntax_error(source: Source, error: SyntaxError) -> Diagnostic:
    lines = split_lines(source.text)
    line = min(max(error.lineno or 1, 1), len(lines))
    column = max((error.offset or 1) - 1, 0)
    if (error.lineno or 1) > len(lines) or column > len(lines[line - 1]):
        column = len(lines[line - 1])
    width = 1
    if error.end_lineno == error.lineno and error.end_offset and error.offset and error.end_offset > error.offset:
        width = error.end_offset - error.offset
    return _diagnostic(NOT_PYTHON, source, line, column, width, f"this is not Python: {error.msg}", _advice(error))


def _advice(error: SyntaxError) -> str:
    if isinstance(error, TabError):
        return "indent with four spaces per level and no tabs"
    if str(error.msg).startswith("too many"):
        return "split the expression over several assignments, or make functions of the inner blocks"
    if isinstance(error, IndentationError):
        return "a block is indented by four spaces; an empty one holds `pass`"
    if "was never closed" in str(error.msg) or "EOF" in str(error.msg):
        return "the file may be truncated"
    return "kernels are written in Python syntax; correct the line"
