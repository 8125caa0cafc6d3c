"""A path from the command line in, the text it names out, or a diagnostic in one line. Parses nothing.

`-` is standard input. Text is UTF-8, a byte order mark is dropped, and every kind of line end becomes a newline, so that
lines count here as they count in Python's own parser.
"""

from __future__ import annotations

import os
import sys

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.nodes import Source

STDIN = "-"
STDIN_NAME = "<stdin>"


def read_source(path: str) -> Source:
    """The text behind `path`. Raises `DiagnosticError` TW0605 where it cannot be read and TW0606 where it is no text."""
    name = STDIN_NAME if path == STDIN else path
    try:
        data = _read(path)
    except OSError as error:
        raise DiagnosticError(_unreadable(name, error)) from error
    if b"\0" in data:
        raise DiagnosticError(_not_text(name, f"it holds a NUL byte at offset {data.index(0)}"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DiagnosticError(_not_text(name, f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8")) from error
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(name, text)


def _read(path: str) -> bytes:
    if path == STDIN:
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        return file.read()


def _unreadable(name: str, error: OSError) -> Diagnostic:
    if isinstance(error, IsADirectoryError):
        files = os.path.join(name, "*.py")
        return Diagnostic("TW0605", "is a directory, not a file", source=Source(name, ""), help=f"name its files: {files}")
    reason = (error.strerror or str(error)).lower()
    return Diagnostic("TW0605", f"cannot read the file: {reason}", source=Source(name, ""))


def _not_text(name: str, why: str) -> Diagnostic:
    return Diagnostic("TW0606", f"not a text file: {why}", source=Source(name, ""), help="a kernel is Python text in UTF-8")
