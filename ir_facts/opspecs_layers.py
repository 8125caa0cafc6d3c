"""Which files make one set of op specs. In: what a user names. Out: their texts in order, the lowest first. Never: what they say.

A user names files, or built-in overlays (`builtin:pypto-2026-08`, in `overlays/`; `builtin` alone is the built-in file). A file
may name what it lies on by `extends`; that comes in right below it, and once only. Only a file that holds this very word is
looked into before the cache is asked.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .diagnostic import Diagnostic, DiagnosticError, Label
from .nodes import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .opspecs_yaml import Located

BUILTIN = "opspecs.yaml"
PREFIX = "builtin:"
NOTHING_MORE = "builtin"
"""The name of the built-in file itself: as an overlay, one that adds nothing."""

_HERE = os.path.dirname(os.path.abspath(__file__))


def builtin_path() -> str:
    """The built-in file. It lies beside this package, in a checkout as in an installation."""
    return os.path.join(os.path.dirname(_HERE), BUILTIN)


def builtin_overlays() -> tuple[str, ...]:
    """The names of the built-in overlays: `builtin:pypto-2026-08`, ..."""
    names = sorted(os.listdir(os.path.join(_HERE, "overlays")))
    return tuple(PREFIX + name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def layers(named: Sequence[str | os.PathLike[str]]) -> list[tuple[str, bytes]]:
    """The built-in file and everything that `named` brings in: the path that messages show, and the text.

    Raises `DiagnosticError`: TW0210 unreadable, TW0212 no such built-in overlay, TW0209 a file that extends itself.
    """
    found = {BUILTIN: _read(builtin_path())}
    for name in named:
        _bring(os.fspath(name), None, found, ())
    return list(found.items())


def _bring(name: str, below: str | None, found: dict[str, bytes], chain: tuple[str, ...], said: Label | None = None) -> None:
    """Add the file of this name, after what it extends. `below` is the folder that relative paths start from."""
    shown, path = _located(name, below, said)
    if name == NOTHING_MORE or shown in found:
        return
    if shown in chain:
        circle = " -> ".join((*chain, shown))
        raise DiagnosticError(Diagnostic("TW0209", f"{shown} extends itself: {circle}", () if said is None else (said,)))
    text = _read(path, said)
    if b"extends" in text:
        source = Source(shown, decoded(shown, text))
        for node in _extended(source):
            _bring(str(node.value), os.path.dirname(path), found, (*chain, shown), _label(node, source))
    found[shown] = text


def _located(name: str, below: str | None, said: Label | None) -> tuple[str, str]:
    """What messages show, and the path."""
    if name.startswith(PREFIX):
        if name not in (known := builtin_overlays()):
            from .spelling import did_you_mean

            ways = (did_you_mean(name, known), f"available: {', '.join(known)}")
            labels = () if said is None else (said,)
            message = f"there are no built-in op specs `{name.removeprefix(PREFIX)}`"
            raise DiagnosticError(Diagnostic("TW0212", message, labels, "; ".join(way for way in ways if way)))
        return name, os.path.join(_HERE, "overlays", f"{name.removeprefix(PREFIX)}.yaml")
    path = name if below is None else os.path.normpath(os.path.join(below, name))
    # A file of the user's that has the name of the built-in one must not be taken for it.
    return (os.path.join(os.curdir, path) if path == BUILTIN else path), path


def _extended(source: Source) -> Iterator[Located]:
    """The names under `extends`. What is no name there is left to the schema."""
    from .opspecs_yaml import read_tree

    tree = read_tree(source, [])
    if tree is None or not isinstance(tree.value, dict) or "extends" not in tree.value:
        return
    said = tree.value["extends"].value
    for node in said.value if isinstance(said.value, list) else [said]:
        if isinstance(node.value, str) and node.value:
            yield node


def _label(node: Located, source: Source) -> Label:
    from .opspecs_yaml import span_of

    return Label(span_of(node.at, node.width), "", source)


def _read(path: str, said: Label | None = None) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        why = error.strerror or str(error)
        labels = () if said is None else (said,)
        raise DiagnosticError(Diagnostic("TW0210", f"{path}: cannot be read: {why}", labels)) from None


def decoded(path: str, text: bytes) -> str:
    """The text of a file. Raises `DiagnosticError` TW0210 where it is not UTF-8."""
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DiagnosticError(Diagnostic("TW0210", f"{path}: not UTF-8 text (byte {error.start})")) from None
