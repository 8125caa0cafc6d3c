"""What a tile view means. In: shapes, spaces and stored views. Out: implicit, effective and canonical views, tile types.

A tile type stores its view only where it says more than the memory space and the shape already say, so that one meaning
has one encoding (`reference/tile_views.md` 1.2 to 1.5). Build every `TileType` with `tile_type`. How a memory space lays
out its tiles comes from `opspecs.yaml`; this module never decides where a tile lives, and deduces no result type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .nodes import Binary, Call, Int
from .refusal import Refusal
from .types import MemRef, Shape, TileType, TileView

if TYPE_CHECKING:
    from .nodes import Expr
    from .opspecs import Specs
    from .types import Dim, TensorType

PAIRED = "FP4"
"""The dtype whose elements only come in pairs."""

Layout: TypeAlias = "tuple[str, str, int]"
"""Block layout, scatter (inner box) layout, and bytes of an inner box: `("col_major", "row_major", 512)`."""


def same_dim(left: Dim | Expr, right: Dim | Expr) -> bool:
    """Whether two extents are equal as PyPTO compares them (1.3).

    Constants compare by value, variables by identity, binary expressions and calls part by part. Unary nodes, casts and
    tuple items are equal only to themselves.
    """
    if left is right:
        return True
    kind = left.__class__
    if kind is int or kind is Int:
        value = left if kind is int else left.value  # type: ignore[union-attr]  # narrowed by class
        other = right.__class__
        return value == right if other is int else other is Int and value == right.value  # type: ignore[union-attr]  # narrowed by class
    if kind is not right.__class__:
        return False
    if isinstance(left, Binary) and isinstance(right, Binary):
        return left.op == right.op and same_dim(left.left, right.left) and same_dim(left.right, right.right)
    if isinstance(left, Call) and isinstance(right, Call):
        return left.op == right.op and same_shape(left.args, right.args)
    return False


def same_shape(left: Shape | tuple[Expr, ...], right: Shape | tuple[Expr, ...]) -> bool:
    """Element-wise `same_dim`; shapes of different rank differ."""
    return left is right or (len(left) == len(right) and all(map(same_dim, left, right)))


def packs(shape: Shape, dtype: str) -> bool:
    """Whether elements of `dtype` can lie in such a tile: pairs of FP4 fill whole bytes, so its last extent is even (1.1)."""
    return dtype != PAIRED or bool(shape) and not (isinstance(shape[-1], int) and (shape[-1] <= 0 or shape[-1] % 2))


def shape_blayout(shape: Shape) -> str:
    """The block layout that a shape alone suggests: `col_major` for a constant `[N, 1]` with N > 1, else `row_major` (1.2)."""
    if len(shape) == 2 and shape[1] == 1:
        rows, cols = shape
        if cols.__class__ is int and rows.__class__ is int and rows > 1:  # type: ignore[operator]  # narrowed by class
            return "col_major"
    return "row_major"


def implicit_layout(shape: Shape, space: str | None, specs: Specs) -> Layout:
    """How a tile of this shape is laid out in `space` when its type says nothing (1.2). `None` is a tile without a space."""
    implied = specs.unplaced if space is None else specs.spaces[space].implicit
    blayout = implied.blayout
    return (shape_blayout(shape) if blayout == "from_shape" else blayout), implied.slayout, implied.fractal


def implicit_view(shape: Shape, space: str | None, specs: Specs) -> TileView:
    """The view that an absent one means: implicit layout, the whole shape valid, nothing else (1.2)."""
    blayout, slayout, fractal = implicit_layout(shape, space, specs)
    return TileView(shape, (), None, blayout, slayout, fractal)


def layout_of(tile: TileType, specs: Specs) -> Layout:
    """The layout of the effective view, without building that view."""
    view = tile.view
    if view is None:
        return implicit_layout(tile.shape, tile.space, specs)
    return view.blayout, view.slayout, view.fractal


def effective_view(tile: TileType, specs: Specs) -> TileView:
    """The view that counts (1.5): the stored one with its valid shape filled in, or the implicit one."""
    view = tile.view
    if view is None:
        return implicit_view(tile.shape, tile.space, specs)
    if view.valid_shape:
        return view
    return TileView(tile.shape, view.stride, view.start_offset, view.blayout, view.slayout, view.fractal, view.pad, view.compact)


def valid_shape(type: TileType | TensorType) -> Shape:
    """`V(t)`: the valid part, which is the whole shape unless the view says otherwise (1.5).

    Raises `Refusal` (TW0150) when the stored one has another rank than the shape.
    """
    view = type.view
    if view is None or not view.valid_shape:
        return type.shape
    if len(view.valid_shape) != len(type.shape):
        raise Refusal("TW0150", f"a valid_shape of rank {len(view.valid_shape)} stands on a shape of rank {len(type.shape)}")
    return view.valid_shape


def tile_type(shape: Shape, dtype: str, space: str | None, view: TileView | None, memref: MemRef | None, specs: Specs) -> TileType:
    """The canonical tile type (1.4): a view that only repeats what (shape, space) imply is stored as absent."""
    return TileType(shape, dtype, space, None if view is None else canonical_view(shape, space, view, specs), memref)


def canonical_view(shape: Shape, space: str | None, view: TileView, specs: Specs) -> TileView | None:
    """`view` as it is stored under `space`: without a valid shape that is the whole, or not at all (1.4)."""
    valid = view.valid_shape
    if valid and same_shape(valid, shape):
        valid = ()
    if not valid and not view.stride and view.start_offset is None and view.pad == "null" and view.compact == "null":
        blayout, slayout, fractal = implicit_layout(shape, space, specs)
        if view.blayout == blayout and view.slayout == slayout and view.fractal == fractal:
            return None
    if valid is view.valid_shape:
        return view
    return TileView(valid, view.stride, view.start_offset, view.blayout, view.slayout, view.fractal, view.pad, view.compact)


def place(tile: TileType, space: str, specs: Specs) -> TileType:
    """The type of the same tile in `space` (2.1).

    In its own space a tile keeps its stored view. In another one it takes that space's layout and keeps everything else
    of its effective view: valid shape, stride, start offset, pad and compact.
    """
    if tile.space == space:
        return tile
    view = tile.view
    if view is None:
        return TileType(tile.shape, tile.dtype, space, None, tile.memref)
    blayout, slayout, fractal = implicit_layout(tile.shape, space, specs)
    moved = TileView(view.valid_shape, view.stride, view.start_offset, blayout, slayout, fractal, view.pad, view.compact)
    return tile_type(tile.shape, tile.dtype, space, moved, tile.memref, specs)
