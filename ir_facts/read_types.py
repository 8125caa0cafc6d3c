"""Annotations: `ast` to `Type` (`reference/ir_text.md` section 3, `reference/tile_views.md` 1.7).

Types are read once for each text: a dump repeats few annotations many times. Views and MemRefs are in `read_views.py`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NoReturn

from .read_dims import BAD_TYPE, dotted, dtype, extent, shape
from .read_views import memref, tensor_view, tile_view
from .spelling import did_you_mean
from .types import UNKNOWN, ArrayType, MarkerType, MemRef, ScalarType, TensorType, TensorView, TileType, TileView, TupleType, Type
from .views import packs, tile_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from .read_state import Reading

MARKERS: dict[str, MarkerType] = {
    name: MarkerType(name)
    for name in (
        "pl.Ptr",
        "pl.MemRefType",
        "pld.WindowBufferType",
        "pld.CommCtxType",
        "pl.PrefetchAsyncContext",
        "pl.AsyncEvent",
        "pl.AsyncSession",
    )
} | {"pl.UnknownType": UNKNOWN, "pld.CommCtx": MarkerType("pld.CommCtxType")}


def annotation(r: Reading, node: ast.expr) -> Type:
    """The type that an annotation writes. Raises `DiagnosticError` (TW0106) where it is none."""
    text = ""
    if node.lineno == node.end_lineno:
        line = r.lines[node.lineno - 1]
        text = line[node.col_offset : node.end_col_offset] if node.lineno not in r.wide else ast.unparse(node)
        known = r.written.get(text)
        if known is not None:
            return known
        entry = r.typed.get(text)
        if entry is not None:
            for name, meant in entry[1]:
                if r.extent(name) is not meant:
                    break
            else:
                return entry[0]
    outer, r.extents, r.in_type = r.extents, [], True
    made = _read(r, node)
    if text:
        if r.extents:
            r.typed[text] = (made, r.extents)
        else:
            r.written[text] = made
    outer.extend(r.extents)
    r.extents, r.in_type = outer, False
    return made


def _read(r: Reading, node: ast.expr) -> Type:
    if isinstance(node, ast.Subscript):
        inside = node.slice
        head, args = node.value, inside.elts if isinstance(inside, ast.Tuple) else [inside]
    elif isinstance(node, ast.Call) and not node.keywords:
        head, args = node.func, node.args
    else:
        return MARKERS.get(dotted(r, node)) or _unknown(r, node, node)
    name = dotted(r, head)
    if name not in _HEADS:
        _unknown(r, node, head)
    return _HEADS[name](r, node, args)


def _unknown(r: Reading, node: ast.expr, head: ast.expr) -> NoReturn:
    name = ast.unparse(head)
    if isinstance(node, ast.Constant):
        r.refuse(BAD_TYPE, node, "this is no type", help="annotations are types such as `pl.Tile[[16, 64], pl.FP32]`")
    if name.startswith("pl.") and name[3:] in r.specs.dtypes:
        r.refuse(BAD_TYPE, node, f"`{name}` is a dtype, not a type", help=f"a scalar is annotated `pl.Scalar[{name}]`")
    advice = did_you_mean(name, [*_HEADS, *MARKERS]) or f"types are {', '.join(_HEADS)}"
    r.refuse(BAD_TYPE, head, f"unknown type `{name}`", help=advice)


def _arity(r: Reading, node: ast.expr, args: list[ast.expr], least: int, most: int, form: str) -> None:
    if not least <= len(args) <= most:
        r.refuse(BAD_TYPE, node, f"this type takes {least if least == most else f'{least} to {most}'} arguments", help=f"write `{form}`")


def _scalar(r: Reading, node: ast.expr, args: list[ast.expr]) -> Type:
    _arity(r, node, args, 1, 1, "pl.Scalar[pl.INDEX]")
    return ScalarType(dtype(r, args[0]))


def _tile(r: Reading, node: ast.expr, args: list[ast.expr]) -> Type:
    _arity(r, node, args, 2, 5, "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]")
    extents, element = shape(r, args[0]), dtype(r, args[1])
    space: str | None = None
    view_node: ast.Call | None = None
    place: MemRef | None = None
    for arg in args[2:]:
        name = dotted(r, arg)
        if name.startswith(("pl.Mem.", "pl.MemorySpace.")) and space is None:
            space = name.rpartition(".")[2]
            if space not in r.specs.spaces:
                advice = did_you_mean(space, r.specs.spaces) or "see `spaces` in opspecs.yaml"
                r.refuse(BAD_TYPE, arg, f"unknown memory space `{space}`", help=advice)
        elif isinstance(arg, ast.Call) and dotted(r, arg.func) == "pl.TileView" and view_node is None:
            view_node = arg
        elif place is None:
            place = memref(r, arg)
        else:
            r.refuse(BAD_TYPE, arg, "a tile has one MemRef, one memory space and one TileView", help="remove the repetition")
    if not packs(extents, element):
        r.refuse(BAD_TYPE, args[0], f"a tile of {element} has an even number of columns", help="its elements lie two in a byte")
    if place is not None and space is None:
        r.refuse(BAD_TYPE, node, "a tile with a MemRef names its memory space", help="add `pl.Mem.Vec`, or the memory it lies in")
    if view_node is None:
        return TileType(extents, element, space, None, place)
    view: TileView = tile_view(r, view_node, extents, space)
    return tile_type(extents, element, space, view, place, r.specs)


def _tensor(r: Reading, node: ast.expr, args: list[ast.expr]) -> Type:
    return _tensor_like(r, node, args, False)


def _distributed(r: Reading, node: ast.expr, args: list[ast.expr]) -> Type:
    return _tensor_like(r, node, args, True)


def _tensor_like(r: Reading, node: ast.expr, args: list[ast.expr], distributed: bool) -> Type:
    _arity(r, node, args, 2, 5, "pl.Tensor[[16, 64], pl.FP32]")
    extents, element = shape(r, args[0]), dtype(r, args[1])
    view: TensorView | None = None
    place: MemRef | None = None
    for arg in args[2:]:
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
            continue
        if isinstance(arg, ast.Attribute) or (isinstance(arg, ast.Call) and dotted(r, arg.func) == "pl.TensorView"):
            view = tensor_view(r, arg, extents)
        else:
            place = memref(r, arg)
    return TensorType(extents, element, view, place, distributed)


def _array(r: Reading, node: ast.expr, args: list[ast.expr]) -> Type:
    _arity(r, node, args, 2, 2, "pl.Array[4, pl.INT32]")
    return ArrayType(extent(r, args[0]), dtype(r, args[1]))


def _tuple(r: Reading, node: ast.expr, args: list[ast.expr]) -> Type:
    if len(args) == 1 and isinstance(args[0], ast.Tuple):
        args = args[0].elts
    return TupleType(tuple([_read(r, arg) for arg in args]))


_HEADS: dict[str, Callable[[Reading, ast.expr, list[ast.expr]], Type]] = {
    "pl.Tile": _tile,
    "pl.Tensor": _tensor,
    "pl.Scalar": _scalar,
    "pl.Tuple": _tuple,
    "tuple": _tuple,
    "pl.Array": _array,
    "pld.DistributedTensor": _distributed,
}
