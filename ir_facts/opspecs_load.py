"""Files -> table. In: paths of overlays. Out: the table that `Specs` reads, from the cache when nothing changed.

The stages: text -> located trees (`opspecs_yaml`) -> one tree (`opspecs_merge`) -> checked values (`opspecs_schema`) -> table
(`opspecs_link`). The cache is only a shortcut: with none, or an unreadable one, the result is the same.
"""

from __future__ import annotations

import gc
import marshal
import os
from typing import TYPE_CHECKING, Any

from .diagnostic import Diagnostic, DiagnosticError
from .nodes import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

BUILTIN = "opspecs.yaml"


def builtin_path() -> str:
    """The built-in file. It lies beside this package, in a checkout as in an installation."""
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), BUILTIN)


def load_table(overlays: Sequence[str | os.PathLike[str]]) -> dict[str, Any]:
    """The table of the built-in specs with overlays. Raises `DiagnosticError` as `load_specs` says."""
    from . import opspecs_cache

    texts = [(BUILTIN, _read(builtin_path())), *((_shown(os.fspath(path)), _read(path)) for path in overlays)]
    found = opspecs_cache.read(texts)
    if found is None:
        found = _without_collecting([Source(path, _decoded(path, text)) for path, text in texts])
        opspecs_cache.write(texts, found)
    return found


def _shown(path: str) -> str:
    """How messages and proofs name an overlay; one that has the name of the built-in file must not be taken for it."""
    return os.path.join(os.curdir, path) if path == BUILTIN else path


def build_table(sources: list[Source]) -> dict[str, Any]:
    """The table of these files, each merged over those before it. Raises `DiagnosticError` with every problem found."""
    from .opspecs_link import Linker
    from .opspecs_merge import merge_layers
    from .opspecs_schema import DECLARES, FILE
    from .opspecs_shapes import Context
    from .opspecs_yaml import read_tree

    problems: list[Diagnostic] = []
    ctx = Context({source.path: source for source in sources}, problems)
    layers = [tree for source in sources if (tree := read_tree(source, problems)) is not None]
    tree = merge_layers(layers, ctx)
    sections = tree.value if isinstance(tree.value, dict) else {}
    for what, section in DECLARES.items():
        value = sections[section].value.value if section in sections else None
        ctx.names[what] = tuple(value) if isinstance(value, dict) else ()
    ctx.names["output"] = ("inherit", "follow", *ctx.names["space"])
    values = FILE.read(tree, ctx)
    if problems or values is None:
        raise DiagnosticError(*problems)
    table = Linker(tree, values, ctx).table()
    if problems:
        raise DiagnosticError(*problems)
    table["ops"] = {name: marshal.dumps(row) for name, row in table["ops"].items()}
    return table


def _without_collecting(sources: list[Source]) -> dict[str, Any]:
    """`build_table`, all of whose many small objects stay until it is done: looking for garbage in between costs a third more."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return build_table(sources)
    finally:
        if was_enabled:
            gc.enable()


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        why = error.strerror or str(error)
        raise DiagnosticError(Diagnostic("TW0210", f"{os.fspath(path)}: cannot be read: {why}")) from None


def _decoded(path: str, text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DiagnosticError(Diagnostic("TW0210", f"{path}: not UTF-8 text (byte {error.start})")) from None
