"""Finished text in, files and standard output written. A file is written whole or not at all; nothing is decided here."""

from __future__ import annotations

import os
import stat
import sys

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.nodes import Source


def write_file(path: str, text: str) -> None:
    """Write `text` to `path`: readers see the old content or the new, never a part. Raises `DiagnosticError` TW0607.

    A link stays a link and its target is replaced; the mode of an existing file is kept. What is no regular file
    (`/dev/stdout`, a pipe) is written to directly.
    """
    data = text.encode()
    try:
        target = os.path.realpath(path)
        try:
            mode = os.stat(target).st_mode
        except FileNotFoundError:
            mode = None
        if mode is None or stat.S_ISREG(mode):
            _replace(target, data, mode)
        else:
            with open(target, "wb") as stream:
                stream.write(data)
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DiagnosticError(Diagnostic("TW0607", f"cannot write the file: {reason}", source=Source(path, ""))) from error


def make_folder(path: str) -> None:
    """Make the folder `path` and those above it, where missing. Raises `DiagnosticError` TW0607."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DiagnosticError(Diagnostic("TW0607", f"cannot make the folder: {reason}", source=Source(path, ""))) from error


def write_stdout(text: str) -> None:
    """Write `text` to standard output, in UTF-8 where the stream's own encoding cannot take it."""
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()


def _replace(target: str, data: bytes, mode: int | None) -> None:
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name}.{os.getpid()}.draft")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
        if mode is not None:
            os.chmod(draft, stat.S_IMODE(mode))
        os.replace(draft, target)
    except BaseException:
        os.unlink(draft)
        raise
