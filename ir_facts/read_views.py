"""`pl.TileView(...)`, `pl.TensorView(...)` and `pl.MemRef(...)` inside annotations (`reference/ir_text.md` 3.2, 3.4, 3.5).

A key that a tile view leaves out takes its implicit value, from the annotation's own shape and space (tile_views.md 1.7).
Whether the result is stored or dropped is decided by `views.tile_type`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Expr, Int
from .read_dims import BAD_TYPE, dotted, extent, shape
from .spelling import did_you_mean, nearest_or_all
from .types import MemRef, TensorView, TileView
from .views import implicit_layout

if TYPE_CHECKING:
    from .read_state import Reading
    from .types import Dim, Shape

TILE_LAYOUTS = ("none_box", "row_major", "col_major")
TENSOR_LAYOUTS = ("ND", "DN", "NZ", "MX_A_ZZ", "MX_B_NN")
PADS = ("null", "zero", "max", "min")
COMPACT_MODES = ("null", "normal")


def tile_view(r: Reading, node: ast.Call, extents: Shape, space: str | None) -> TileView:
    """The view that `pl.TileView(...)` writes for a tile of this shape and space."""
    blayout, slayout, fractal = implicit_layout(extents, space, r.specs)
    valid: Shape = ()
    stride: Shape = ()
    offset: Dim | None = None
    pad = compact = "null"
    for key, value in _keywords(r, node, "pl.TileView(valid_shape=[8, 64], blayout=pl.TileLayout.row_major)"):
        if key == "valid_shape":
            valid = shape(r, value)
        elif key == "stride":
            stride = shape(r, value)
        elif key == "start_offset":
            offset = _offset(r, value)
        elif key == "blayout":
            blayout = _member(r, value, "TileLayout", TILE_LAYOUTS)
        elif key == "slayout":
            slayout = _member(r, value, "TileLayout", TILE_LAYOUTS)
        elif key == "fractal":
            fractal = _size(r, value)
        elif key == "pad":
            pad = _member(r, value, "PadValue", PADS)
        elif key == "compact":
            compact = _member(r, value, "CompactMode", COMPACT_MODES)
        else:
            _unknown_key(r, value, key, TileView.__match_args__)
    return TileView(valid, stride, offset, blayout, slayout, fractal, pad, compact)


def tensor_view(r: Reading, node: ast.expr, extents: Shape) -> TensorView | None:
    """The view of `pl.TensorView(...)` or of a bare layout (`pl.NZ`); None where it says nothing (ir_text.md 3.2)."""
    if not isinstance(node, ast.Call):
        layout = dotted(r, node).removeprefix("pl.").removeprefix("TensorLayout.")
        if layout == "ND":
            return None
        if layout not in TENSOR_LAYOUTS or layout == "DN":
            r.refuse(BAD_TYPE, node, f"`{ast.unparse(node)}` cannot stand here", help="write `pl.TensorView(layout=...)` or `pl.NZ`")
        return TensorView((), (), layout)
    valid: Shape = ()
    stride: Shape = ()
    layout, pad = "", "null"
    for key, value in _keywords(r, node, "pl.TensorView(stride=[64, 1], layout=pl.TensorLayout.ND)"):
        if key == "valid_shape":
            valid = shape(r, value)
        elif key == "stride":
            stride = shape(r, value)
        elif key == "layout":
            layout = _member(r, value, "TensorLayout", TENSOR_LAYOUTS)
        elif key == "pad":
            pad = _member(r, value, "PadValue", PADS)
        else:
            _unknown_key(r, value, key, TensorView.__match_args__)
    if not layout:
        if node.keywords:
            r.refuse(BAD_TYPE, node, "a tensor view needs `layout=`", help="add `layout=pl.TensorLayout.ND`")
        return None
    if valid == extents:
        valid = ()
    view = TensorView(valid, stride, layout, pad)
    return None if view == TensorView() else view


def memref(r: Reading, node: ast.expr) -> MemRef:
    """`pl.MemRef(base, offset, size[, slots=N])[slot]`, or a pinned buffer with only a base."""
    slot: Dim | None = None
    call = node
    if isinstance(node, ast.Subscript):
        call, slot = node.value, extent(r, node.slice)
    declared = ""
    if isinstance(call, ast.Name) and call.id in r.authored.buffers:
        call, declared = r.authored.buffers[call.id], call.id
    if declared and isinstance(call, ast.Call) and not call.args:
        return MemRef(declared, True, None, None, _slots(r, call, 0), slot)
    if not isinstance(call, ast.Call) or dotted(r, call.func) != "pl.MemRef" or len(call.args) not in (1, 3):
        advice = "after shape and dtype come a MemRef, a memory space (`pl.Mem.Vec`) and a view"
        r.refuse(BAD_TYPE, node, f"`{ast.unparse(node)}` is no part of a type", help=advice)
    slots = _slots(r, call, len(call.args))
    base = call.args[0]
    if isinstance(base, ast.Constant) and isinstance(base.value, str):
        name, quoted = base.value, True
    elif isinstance(base, ast.Name):
        name, quoted = base.id, False
    else:
        r.refuse(BAD_TYPE, base, "the base of a MemRef is a name", help='write `pl.MemRef("buffer")`')
    if len(call.args) == 1:
        return MemRef(name, quoted, None, None, slots, slot)
    return MemRef(name, quoted, _offset(r, call.args[1]), _size(r, call.args[2]), slots, slot)


def _slots(r: Reading, call: ast.Call, positional: int) -> int | None:
    slots: int | None = None
    for key, value in _keywords(r, call, "", positional):
        if key != "slots":
            _unknown_key(r, value, key, ("slots",))
        slots = _size(r, value)
    return slots


def _keywords(r: Reading, node: ast.Call, form: str, positional: int = 0) -> list[tuple[str, ast.expr]]:
    if len(node.args) != positional:
        r.refuse(BAD_TYPE, node, "views take keywords only", help=f"write `{form}`")
    found: list[tuple[str, ast.expr]] = []
    for keyword in node.keywords:
        if keyword.arg is None:
            r.refuse(BAD_TYPE, keyword.value, "`**` cannot stand in a type", help="name each keyword")
        found.append((keyword.arg, keyword.value))
    return found


def _unknown_key(r: Reading, value: ast.expr, key: str, known: tuple[str, ...]) -> None:
    r.refuse(BAD_TYPE, value, f"unknown key `{key}`", help=nearest_or_all(key, known, "keys"))


def _offset(r: Reading, node: ast.expr) -> Dim:
    """An offset keeps the dtype of its constant: `0` and `pl.const(0, pl.INT64)` differ."""
    made: Expr = r.expressions[node.__class__](r, node)
    return made.value if isinstance(made, Int) and made.dtype == "INDEX" else made


def _size(r: Reading, node: ast.expr) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if not r.dump:
        from .authored_constants import evaluate

        value = evaluate(r, node)
        if type(value) is int:
            return value
    r.refuse(BAD_TYPE, node, "an integer must stand here", help="write the number itself")


def _member(r: Reading, node: ast.expr, enum: str, known: tuple[str, ...]) -> str:
    head, _, member = dotted(r, node).rpartition(".")
    if head != f"pl.{enum}" or member not in known:
        advice = did_you_mean(member, known) or f"write pl.{enum}. and one of {', '.join(known)}"
        r.refuse(BAD_TYPE, node, f"`{ast.unparse(node)}` is no `pl.{enum}`", help=advice)
    return member
