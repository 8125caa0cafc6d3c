"""The types of PyPTO's IR as values (`reference/ir_text.md` section 3, `reference/tile_views.md` section 1).

Types are plain data. What a tile view *means* (implicit, effective, canonical) is in `views.py`; how a type is written
is in `type_text.py`. A memory space, a dtype and a layout are the bare names that the text uses (`Mat`, `BF16`,
`row_major`); which of them exist is said by `opspecs.yaml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .record import record

if TYPE_CHECKING:
    from .nodes import Expr

Dim: TypeAlias = "int | Expr"
"""One extent. A constant is an `int` whatever its dtype was; anything else is a scalar expression."""

Shape: TypeAlias = "tuple[Dim, ...]"


class Type:
    """Base of all types."""

    __slots__ = ()


@record(eq=True)
class ScalarType(Type):
    """`pl.Scalar[pl.INDEX]`."""

    dtype: str


@record(eq=True)
class MemRef:
    """`pl.MemRef(base, offset, size[, slots=N])[slot]`; a pinned user buffer has only a base."""

    base: str
    quoted: bool
    offset: Dim | None = None
    size: int | None = None
    slots: int | None = None
    slot: Dim | None = None


@record(eq=True)
class TensorView:
    """Valid shape, stride, layout and pad of a tensor. `valid_shape` is empty when it is the whole shape."""

    valid_shape: Shape = ()
    stride: Shape = ()
    layout: str = "ND"
    pad: str = "null"


@record(eq=True)
class TensorType(Type):
    """`pl.Tensor[[d0, d1], pl.FP32, <TensorView>, <MemRef>]`; `distributed` is the `pld.DistributedTensor` twin."""

    shape: Shape
    dtype: str
    view: TensorView | None = None
    memref: MemRef | None = None
    distributed: bool = False
    window: str | None = None


@record(eq=True)
class TileView:
    """A stored tile view (tile_views.md 1.1). `valid_shape` is empty when it is the whole shape."""

    valid_shape: Shape = ()
    stride: Shape = ()
    start_offset: Dim | None = None
    blayout: str = "row_major"
    slayout: str = "none_box"
    fractal: int = 512
    pad: str = "null"
    compact: str = "null"


@record(eq=True)
class TileType(Type):
    """`pl.Tile[[d0, d1], pl.FP32, <MemRef>, pl.Mem.X, <TileView>]`.

    `view is None` means the implicit view of (shape, space). Build with `views.tile_type`, which canonicalises
    (tile_views.md 1.4); this class itself does not.
    """

    shape: Shape
    dtype: str
    space: str | None = None
    view: TileView | None = None
    memref: MemRef | None = None


@record(eq=True)
class ArrayType(Type):
    """`pl.Array[4, pl.INT32]`."""

    size: Dim
    dtype: str


@record(eq=True)
class TupleType(Type):
    """`pl.Tuple[T1, T2]`."""

    items: tuple[Type, ...]


@record(eq=True)
class MarkerType(Type):
    """A type without parameters, by its printed name: `pl.Ptr`, `pld.CommCtxType`, `pl.UnknownType`, ..."""

    name: str


UNKNOWN = MarkerType("pl.UnknownType")
