"""A path from the command line in, the text it names out, or a diagnostic in one line. Parses nothing.

`-` is standard input. Every kind of line end becomes a newline, so that a file from another system gives the same output.
"""

from __future__ import annotations

import os
import sys

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.nodes import Source
from ..ir_facts.read_source import LARGEST, decode, too_large

STDIN = "-"
STDIN_NAME = "<stdin>"


def read_source(path: str) -> Source:
    """The text behind `path`. Raises `DiagnosticError`: TW0605 unreadable, TW0121 too large, TW0606 a binary file, TW0102 not UTF-8."""
    name = STDIN_NAME if path == STDIN else path
    try:
        data = _read(path)
    except OSError as error:
        raise DiagnosticError(_unreadable(name, error)) from error
    if len(data) > LARGEST:
        raise DiagnosticError(too_large(name))
    if b"\0" in data:
        message = f"a binary file, not text: it holds a NUL byte at offset {data.index(0)}"
        raise DiagnosticError(Diagnostic("TW0606", message, source=Source(name, ""), help="a kernel is Python text in UTF-8"))
    text = decode(data, name)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(name, text)


def _read(path: str) -> bytes:
    """All bytes, or as many as tell that there are too many: a pipe or a device may never end."""
    if path == STDIN:
        return sys.stdin.buffer.read(LARGEST + 1)
    with open(path, "rb") as file:
        return file.read(LARGEST + 1)


def _unreadable(name: str, error: OSError) -> Diagnostic:
    source = Source(name, "")
    if isinstance(error, IsADirectoryError):
        return Diagnostic("TW0605", "is a directory, not a file", source=source, help=f"name its files: {os.path.join(name, '*.py')}")
    reason = (error.strerror or str(error)).lower()
    return Diagnostic("TW0605", f"cannot read the file: {reason}", source=source)
