"""Enum members and dtypes that stand as values: only those that exist (`reference/ir_text.md` 3, 9.1).

Annotations are checked where types are read. The calls of a dump are kept as they stand, so that a word nobody knows would be
written out again; here it is refused where it is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .read_views import COMPACT_MODES, PADS, TENSOR_LAYOUTS, TILE_LAYOUTS
from .spelling import did_you_mean

if TYPE_CHECKING:
    import ast
    from collections.abc import Collection

    from .nodes import Symbol
    from .read_state import Reading

UNKNOWN_MEMBER = "TW0106"

MEMBERS = {"TileLayout": TILE_LAYOUTS, "TensorLayout": TENSOR_LAYOUTS, "PadValue": PADS, "CompactMode": COMPACT_MODES}
"""The enums whose members the text format fixes. Memory spaces and dtypes are those of the op specs; other enums are not checked."""


def checked(r: Reading, node: ast.expr, member: Symbol) -> Symbol:
    """`member`, which must exist. Raises `DiagnosticError` TW0106 at `node`."""
    enum, name = member.enum, member.name
    known: Collection[str] | None = MEMBERS.get(enum)
    message = f"`pl.{enum}.{name}` is no `pl.{enum}`"
    if enum == "Mem":
        known, message = r.specs.spaces, f"unknown memory space `{name}`"
    elif not enum:
        known, message = (*r.specs.dtypes, *TENSOR_LAYOUTS), f"`pl.{name}` is no value"
    if known is not None and name not in known:
        r.refuse(UNKNOWN_MEMBER, node, message, help=did_you_mean(name, known) or f"one of {', '.join(known)}")
    r.members[id(member)] = member
    return member
