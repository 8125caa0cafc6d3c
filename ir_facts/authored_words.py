"""Words of the language that the IR does not have: enums that are numbers there, and enums imported by name (`reference/ir_text.md` 11)."""

from __future__ import annotations

import ast
from math import inf
from typing import TYPE_CHECKING

from .nodes import Symbol
from .read_dims import dotted
from .read_expr import BAD_EXPRESSION, enum_member, integer, literal_float, symbol
from .spelling import nearest_or_all
from .text_forms import NUMBERED

if TYPE_CHECKING:
    from .nodes import Expr
    from .read_state import Reading

_WORDS: dict[str, int | float] = {
    "pl.AUTO": -1,
    "math.inf": inf,
    **{f"{enum}.{member}": number for enum, (first, members) in NUMBERED.items() for number, member in enumerate(members, first)},
}
_TWIN = "pld.AtomicType"
"""The one enum that both modules have; it prints as the other one's."""


def named_constant(name: str) -> int | float | Symbol | None:
    """What a dotted word stands for, where that is not the word itself."""
    if name in _WORDS:
        return _WORDS[name]
    enum, _, member = name.rpartition(".")
    return symbol(enum[len("pld.") :], member) if enum == _TWIN else None


def member(r: Reading, node: ast.Attribute) -> Expr:
    """`pl.Mem.Vec`, `pld.WaitCmp.Ge`, or `Mem.Vec` after an import, where an operand stands."""
    name = dotted(r, node)
    value = named_constant(name)
    if value is not None:
        return integer(value) if isinstance(value, int) else literal_float(value) if isinstance(value, float) else value
    enum, _, word = name.rpartition(".")
    if enum in NUMBERED:
        members = NUMBERED[enum][1]
        r.refuse(BAD_EXPRESSION, node, f"`{enum}` has no member `{word}`", help=nearest_or_all(word, members, "its members"))
    if enum.startswith("pl.") and enum.count(".") == 1 and isinstance(node.value, ast.Name):
        return symbol(enum[len("pl.") :].replace("MemorySpace", "Mem"), word)
    return enum_member(r, node)
