"""The few ops whose text is not `pl.<op>(operands, keywords)` (`reference/ir_text.md` 9.2).

In the IR every operand stands at its place; in the text of these ops some operands are written as keywords. This table is part of
the text format, and nothing but the reader and the printer of calls looks at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Expr, Float, Int, Text, Tuple
from .record import record

if TYPE_CHECKING:
    from .nodes import Keywords, Value


@record
class Form:
    """`operands` from position `first` on print as keywords, behind the op's own keywords if `last`."""

    first: int
    operands: tuple[str, ...]
    last: bool = False


_VALUE = Form(1, ("value",), last=True)
_SHAPE = Form(1, ("shape",), last=True)
_VALID = Form(5, ("valid_shape",))
_SOFT = Form(0, ("gm_workspace", "used_cores"), last=True)

FORMS: dict[str, Form] = {
    "tile.full": _VALUE,
    "tensor.full": _VALUE,
    "tile.reinterpret_view": _SHAPE,
    "tensor.reinterpret_view": _SHAPE,
    "tile.gather_row": _VALID,
    "tensor.gather_row": _VALID,
    "tile.mgather": Form(2, ("scratch", "valid_shape")),
    "system.syncall": _SOFT,
}

PADDED_TEXT = "pld.tile._remote_load_with_physical_tail_padding"
PADDED = ("pld.tile.remote_load", "allow_physical_tail_padding")
"""One op has a second name in the text, where this keyword is true."""

HIDDEN: dict[str, str] = {
    "pld.tensor.alloc_window_buffer": "name",
}
"""Keywords that never print: the name of a window buffer is that of its variable."""

SPLIT_BY_SCOPE = frozenset(("tile.aiv_shard", "tile.aic_gather", "tensor.aiv_shard", "tensor.aic_gather"))
"""Inside `pl.split_aiv` these take their `split` from the scope, and it does not print."""

EXTENT_OF = "tensor.dim"
"""Unannotated in a function that orchestrates, its result is an alias of a symbolic extent (ir_text.md 11)."""

BLOCK_INDEX = ("tile.get_block_idx", "tensor.get_block_idx")
"""A dispatch whose body asks for its index needs no inner scope of its own (ir_text.md 6.2)."""

NUMBERED: dict[str, tuple[int, tuple[str, ...]]] = {
    "pld.WaitCmp": (0, ("Eq", "Ge")),
    "pld.NotifyOp": (0, ("AtomicAdd", "Set")),
    "pld.ReduceOp": (0, ("Sum", "Max", "Min", "Prod")),
    "pl.tile.MaskPattern": (1, ("P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111")),
}
"""Enums of the language whose members are numbers in the IR: the first number, and the members in order (ir_text.md 11)."""

SPELLED_OUT: dict[str, tuple[str, tuple[str, ...]]] = {
    "mode": ("", ("none", "rint", "round", "floor", "ceil", "trunc", "odd")),
    "atomic": ("AtomicType", ("None_", "Add")),
    **dict.fromkeys(("pipe", "set_pipe", "wait_pipe"), ("PipeType", ("MTE1", "MTE2", "MTE3", "M", "V", "S", "FIX", "ALL"))),
}
"""Whole-number keywords that print as a word, or as a member of an enum (ir_text.md 9.1)."""

NOTHING = Tuple(())
"""Stands where an operand is left out before one that is given."""


def operands_of_text(form: Form, args: tuple[Expr, ...], kwargs: Keywords) -> tuple[tuple[Expr, ...], Keywords]:
    """Put the operands that a text wrote as keywords at their places. Raises ValueError for a string."""
    given = dict(kwargs)
    keep = len(args)
    for name in form.operands:
        if name in given:
            place = form.first + form.operands.index(name)
            args = (*args, *[NOTHING] * (place - len(args)), _expr(given[name]))
    if len(args) == keep:
        return args, kwargs
    return args, tuple([(key, value) for key, value in kwargs if key not in form.operands])


def keywords_of_operands(form: Form, args: tuple[Expr, ...], kwargs: Keywords) -> tuple[tuple[Expr, ...], Keywords]:
    """The operands that print at their places, and all keywords in the order in which they print."""
    moved: list[tuple[str, Value]] = [
        # A list in the place of the scratch tensor is the valid shape behind it.
        (form.operands[-1] if isinstance(arg, Tuple) else name, _bare(arg) if form is _VALUE else arg)
        for name, arg in zip(form.operands, args[form.first :], strict=False)  # operands may be left out
        if arg != NOTHING
    ]
    if form is _SOFT and any(key == "mode" and isinstance(value, Text) and value.value == "soft" for key, value in kwargs):
        words = [(key, Text(value.value, True) if isinstance(value, Text) else value) for key, value in kwargs]
        words.sort(key=lambda pair: pair[0] != "mode")
        if len(moved) < 2:
            moved.append(("used_cores", 0))
        return (), (*words, *moved)
    return args[: form.first], (*kwargs, *moved) if form.last else (*moved, *kwargs)


def _bare(arg: Expr) -> Value:
    """The value of `full` prints without its dtype."""
    if isinstance(arg, Int):
        return arg.value
    return float(arg.text) if isinstance(arg, Float) else arg


def _expr(value: Value) -> Expr:
    """A keyword value as an operand."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, tuple):
        return Tuple(tuple([_expr(item) for item in value]))
    if isinstance(value, float):
        from .read_expr import literal_float

        return literal_float(value)
    from .read_expr import integer

    if not isinstance(value, int):
        raise ValueError(value)
    return integer(value)
