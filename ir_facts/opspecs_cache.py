"""Compiled op specs on disk, so that a cold start needs no YAML. In: the bytes of the files. Out: their table, or None.

A cache file begins with everything that decides its table: the texts and their paths, the version of Python (whose `marshal`
wrote it) and the stamps of the modules that make a table. It is used only when all of that is equal, so its name may be a mere
checksum: a collision, a torn or a foreign file is the same as none. Nothing here ever raises for the state of the disk.
"""

from __future__ import annotations

import marshal
import os
import sys
from typing import Any

_KEEP = 32
"""How many tables stay on disk; the oldest ones go first."""

_PRIME = 1_073_741_789
"""What a key is divided by, for a checksum that needs no library."""


def _folder() -> str:
    own = os.environ.get("TILEWHY_CACHE")
    if own is not None:
        return own
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "tilewhy")


def _makers() -> str:
    """Size and time of the modules that make a table: a change of the tool makes old tables unfindable."""
    here = os.path.dirname(os.path.abspath(__file__))
    stamps: list[str] = [sys.version]
    for name in ("yaml", "merge", "shapes", "schema", "link", "load", "dsl"):
        try:
            found = os.stat(os.path.join(here, f"opspecs_{name}.py"))
            stamps.append(f"{found.st_size}.{found.st_mtime_ns}")
        except OSError:
            stamps.append(name)
    return " ".join(stamps)


def _key(texts: list[tuple[str, bytes]]) -> bytes:
    parts = [_makers().encode()]
    for path, text in texts:
        parts += [b"%s %d" % (path.encode("utf-8", "surrogateescape"), len(text)), text]
    return b"\n".join(parts)


def _path(key: bytes) -> str:
    checksum = int.from_bytes(key, "little") % _PRIME
    return os.path.join(_folder(), f"opspecs-{checksum:08x}-{len(key)}.bin")


def read(texts: list[tuple[str, bytes]]) -> dict[str, Any] | None:
    """The table of these files if it was stored before and can be read."""
    key = _key(texts)
    try:
        with open(_path(key), "rb") as file:
            if file.read(len(key)) != key:
                return None
            table: dict[str, Any] = marshal.loads(file.read())
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return table


def write(texts: list[tuple[str, bytes]], table: dict[str, Any]) -> None:
    """Store a table: whole or not at all. A disk that cannot be written is no reason to fail."""
    key = _key(texts)
    path = _path(key)
    part = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(part, "wb") as file:
            file.write(key + marshal.dumps(table))
        os.replace(part, path)
        _prune(path)
    except OSError:
        return


def _prune(newest: str) -> None:
    stored = [entry for entry in os.scandir(os.path.dirname(newest)) if entry.name.startswith("opspecs-") and entry.path != newest]
    for entry in sorted(stored, key=lambda entry: entry.stat().st_mtime_ns)[: 1 - _KEEP]:
        os.unlink(entry.path)
