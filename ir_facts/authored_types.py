"""An annotation and what the value says: which of the two counts (`reference/ir_text.md` 11.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from .nodes import Expr, Float, Int
from .read_expr import float_text
from .types import UNKNOWN, ArrayType, MarkerType, ScalarType, TensorType, TileType, TupleType, Type
from .views import tile_type

if TYPE_CHECKING:
    from .read_state import Reading
    from .types import Shape

MISMATCH = "TW0118"

IGNORED = frozenset(("pl.UnknownType", "pl.Ptr", "pl.MemRefType"))


def merged(r: Reading, node: Any, note: Type, inferred: Type) -> Type:
    """The type of a variable annotated `note` whose value has type `inferred`.

    Raises `DiagnosticError` (TW0118) where kind, dtype, rank or constant extents contradict each other.
    """
    if inferred == UNKNOWN or note == inferred:
        return note
    if isinstance(note, MarkerType):
        return inferred if note.name in IGNORED else note
    if note.__class__ is not inferred.__class__:
        _refuse(r, node, note, inferred)
    if isinstance(note, ScalarType) and isinstance(inferred, ScalarType):
        return _scalar(r, node, note, inferred)
    if isinstance(note, TileType) and isinstance(inferred, TileType):
        if len(note.shape) != len(inferred.shape) and note.dtype == inferred.dtype and _volume(note.shape) == _volume(inferred.shape):
            # A flattened load keeps its arguments of higher rank; the annotation alone tells (tile_views.md 1.7).
            return tile_type(note.shape, note.dtype, note.space or inferred.space, note.view, note.memref, r.specs)
        _agree(r, node, note, inferred)
        space = note.space if note.space is not None else inferred.space
        view = note.view if note.view is not None else inferred.view
        return tile_type(note.shape, note.dtype, space, view, note.memref, r.specs)
    if isinstance(note, TensorType) and isinstance(inferred, TensorType):
        _agree(r, node, note, inferred)
        return inferred if note.view is None and note.memref is None else note
    return inferred if isinstance(note, (ArrayType, TupleType)) else note


def restamped(r: Reading, value: Expr, type_: Type) -> Expr:
    """A literal takes the integer dtype that its annotation says: `x: pl.Scalar[pl.INT64] = 4`."""
    if isinstance(type_, ScalarType) and isinstance(value, Int) and value.dtype == "INDEX" and type_.dtype != "INDEX":
        if r.specs.is_float(type_.dtype):
            return Float(float_text(float(value.value)), type_.dtype)
        return Int(value.value, type_.dtype)
    return value


def _scalar(r: Reading, node: Any, note: ScalarType, inferred: ScalarType) -> Type:
    one, other = r.specs.dtypes[note.dtype], r.specs.dtypes.get(inferred.dtype)
    if other is None:
        _refuse(r, node, note, inferred)
    integers = ("signed", "unsigned")
    if one.kind in integers and other.kind in integers:
        return note if inferred.dtype == "INDEX" else inferred
    _refuse(r, node, note, inferred)


def _agree(r: Reading, node: Any, note: TileType | TensorType, inferred: TileType | TensorType) -> None:
    if note.dtype != inferred.dtype or not _same_constants(note.shape, inferred.shape):
        _refuse(r, node, note, inferred)


def _same_constants(one: Shape, other: Shape) -> bool:
    if len(one) != len(other):
        return False
    return all(left == right for left, right in zip(one, other, strict=True) if isinstance(left, int) and isinstance(right, int))


def _volume(shape: Shape) -> int | None:
    volume = 1
    for dim in shape:
        if not isinstance(dim, int):
            return None
        volume *= dim
    return volume


def same_kind(r: Reading, one: Type, other: Type) -> bool:
    """Whether one variable may hold both: same kind, dtype, rank and constant extents (ir_text.md 10.1)."""
    if one.__class__ is not other.__class__:
        return UNKNOWN in (one, other)
    if isinstance(one, (TileType, TensorType)) and isinstance(other, (TileType, TensorType)):
        return one.dtype == other.dtype and _same_constants(one.shape, other.shape)
    if isinstance(one, ScalarType) and isinstance(other, ScalarType):
        return one.dtype == other.dtype or {one.dtype, other.dtype} <= {"INDEX", "INT64"}
    return True


def _refuse(r: Reading, node: Any, note: Type, inferred: Type) -> NoReturn:
    r.refuse(
        MISMATCH,
        node,
        f"the annotation says `{shown(r, note)}`, but the value is `{shown(r, inferred)}`",
        help="correct the annotation or leave it out; it follows from the value",
    )


def shown(r: Reading, type_: Type) -> str:
    """A type as it would print, for messages."""
    from .print_state import Printing
    from .type_text import type_text

    return type_text(Printing({}, r.specs), type_)
