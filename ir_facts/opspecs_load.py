"""Files -> table. In: what a user names. Out: the table that `Specs` reads, from the cache when nothing changed.

The stages: names -> texts (`opspecs_layers`) -> located trees (`opspecs_yaml`) -> one tree (`opspecs_merge`) -> checked values
(`opspecs_schema`) -> table (`opspecs_link`). The cache is only a shortcut: with none, or an unreadable one, the result is the same.
"""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any

from .collecting import without_collecting
from .diagnostic import Diagnostic, DiagnosticError
from .nodes import Source
from .opspecs_layers import decoded, layers

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from .opspecs_shapes import Context
    from .opspecs_yaml import Located


def load_table(overlays: Sequence[str | os.PathLike[str]]) -> dict[str, Any]:
    """The table of the built-in specs with overlays. Raises `DiagnosticError` as `load_specs` says."""
    from . import opspecs_cache

    texts = layers(overlays)
    found = opspecs_cache.read(texts)
    if found is None:
        found = build_table([Source(path, decoded(path, text)) for path, text in texts])
        opspecs_cache.write(texts, found)
    return found


@without_collecting
def build_table(sources: list[Source]) -> dict[str, Any]:
    """The table of these files, each merged over those before it. Raises `DiagnosticError` with every problem found."""
    from .opspecs_link import Linker
    from .opspecs_shapes import Context
    from .opspecs_yaml import read_tree

    problems: list[Diagnostic] = []
    ctx = Context({source.path: source for source in sources}, problems)
    tree, values = read_values([tree for source in sources if (tree := read_tree(source, problems)) is not None], ctx)
    if problems or values is None:
        raise DiagnosticError(*problems)
    table = Linker(tree, values, ctx).table()
    if problems:
        raise DiagnosticError(*problems)
    return packed(table)


def read_values(trees: list[Located], ctx: Context) -> tuple[Located, dict[str, Any] | None]:
    """The merged tree and its values; what is wrong goes to `ctx`."""
    from .opspecs_merge import merge_layers
    from .opspecs_schema import DECLARES, FILE

    tree = merge_layers(trees, ctx)
    sections = tree.value if isinstance(tree.value, dict) else {}
    for what, section in DECLARES.items():
        value = sections[section].value.value if section in sections else None
        ctx.names[what] = tuple(value) if isinstance(value, dict) else ()
    ctx.names["output"] = ("inherit", "follow", *ctx.names["space"])
    return tree, FILE.read(tree, ctx)


def packed(table: dict[str, Any]) -> dict[str, Any]:
    """The table with each op as bytes, since a kernel uses a dozen of three hundred."""
    table["ops"] = {name: marshal.dumps(row) for name, row in table["ops"].items()}
    return table
