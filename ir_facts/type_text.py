"""Types to text (`reference/ir_text.md` section 3). A tile view prints only where it differs from the implicit one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .nodes import Var
from .print_expr import expr_text
from .types import ArrayType, MarkerType, MemRef, ScalarType, TensorType, TensorView, TileType, TileView, TupleType, Type
from .views import implicit_layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from .print_state import Printing
    from .types import Dim, Shape


def type_text(p: Printing, type_: Type) -> str:
    """The text of a type, with the names of the function that is being printed."""
    text = p.types.get(id(type_)) or p.local_types.get(id(type_))
    if text is None:
        outer, p.named = p.named, False
        text = _TEXTS[type_.__class__](p, type_)
        (p.local_types if p.named else p.types)[id(type_)] = text
        p.named = p.named or outer
    return text


def _scalar(p: Printing, type_: ScalarType) -> str:
    return f"pl.Scalar[pl.{type_.dtype}]"


def _tile(p: Printing, tile: TileType) -> str:
    text = f"pl.Tile[{shape_text(p, tile.shape)}, pl.{tile.dtype}"
    if tile.memref is not None:
        text += f", {_memref(p, tile.memref)}"
    if tile.space is not None:
        text += f", pl.Mem.{tile.space}"
    return f"{text}]" if tile.view is None else f"{text}, {_tile_view(p, tile, tile.view)}]"


def _tile_view(p: Printing, tile: TileType, view: TileView) -> str:
    blayout, slayout, fractal = implicit_layout(tile.shape, tile.space, p.specs)
    parts: list[str] = []
    if view.valid_shape:
        parts.append(f"valid_shape={shape_text(p, view.valid_shape)}")
    if view.stride:
        parts.append(f"stride={shape_text(p, view.stride)}")
    if view.start_offset is not None:
        parts.append(f"start_offset={dim_text(p, view.start_offset)}")
    if view.blayout != blayout:
        parts.append(f"blayout=pl.TileLayout.{view.blayout}")
    if view.slayout != slayout:
        parts.append(f"slayout=pl.TileLayout.{view.slayout}")
    if view.fractal != fractal:
        parts.append(f"fractal={view.fractal}")
    if view.pad != "null":
        parts.append(f"pad=pl.PadValue.{view.pad}")
    if view.compact != "null":
        parts.append(f"compact=pl.CompactMode.{view.compact}")
    return f"pl.TileView({', '.join(parts)})"


def _tensor(p: Printing, tensor: TensorType) -> str:
    head = "pld.DistributedTensor" if tensor.distributed else "pl.Tensor"
    text = f"{head}[{shape_text(p, tensor.shape)}, pl.{tensor.dtype}"
    if tensor.view is not None:
        text += f", {_tensor_view(p, tensor.view)}"
    if tensor.memref is not None:
        text += f", {_memref(p, tensor.memref)}"
    return text + "]"


def _tensor_view(p: Printing, view: TensorView) -> str:
    parts: list[str] = []
    if view.valid_shape:
        parts.append(f"valid_shape={shape_text(p, view.valid_shape)}")
    parts.append(f"stride={shape_text(p, view.stride)}")
    parts.append(f"layout=pl.TensorLayout.{view.layout}")
    if view.pad != "null":
        parts.append(f"pad=pl.PadValue.{view.pad}")
    return f"pl.TensorView({', '.join(parts)})"


def _memref(p: Printing, memref: MemRef) -> str:
    parts = [f'"{memref.base}"' if memref.quoted else memref.base]
    if memref.offset is not None:
        parts.append(_offset(p, memref.offset))
    if memref.size is not None:
        parts.append(str(memref.size))
    if memref.slots is not None:
        parts.append(f"slots={memref.slots}")
    text = f"pl.MemRef({', '.join(parts)})"
    return text if memref.slot is None else f"{text}[{_offset(p, memref.slot)}]"


def _offset(p: Printing, offset: Dim) -> str:
    """An offset or a slot is an ordinary expression, not an extent."""
    if isinstance(offset, int):
        return str(offset)
    p.named = True
    return expr_text(p, offset)


def _array(p: Printing, array: ArrayType) -> str:
    return f"pl.Array[{dim_text(p, array.size)}, pl.{array.dtype}]"


def _tuple(p: Printing, type_: TupleType) -> str:
    return f"pl.Tuple[{', '.join([type_text(p, item) for item in type_.items]) or '()'}]"


def _marker(p: Printing, type_: MarkerType) -> str:
    return type_.name


def shape_text(p: Printing, shape: Shape) -> str:
    """`[16, n]`."""
    return "[" + ", ".join([str(dim) if dim.__class__ is int else dim_text(p, dim) for dim in shape]) + "]"


def dim_text(p: Printing, dim: Dim) -> str:
    """One extent: a constant bare, a variable by its name, anything else typed and with hints (ir_text.md 3.1)."""
    if isinstance(dim, int):
        return str(dim)
    if isinstance(dim, Var) and dim not in p.iter_args:
        p.named = True
        return p.names.get(dim) or dim.name
    outer = p.typed, p.in_extent
    p.typed = p.in_extent = True
    text = expr_text(p, dim)
    p.typed, p.in_extent = outer
    return text


_TEXTS: dict[type[Type], Callable[[Printing, Any], str]] = {
    ScalarType: _scalar,
    TileType: _tile,
    TensorType: _tensor,
    ArrayType: _array,
    TupleType: _tuple,
    MarkerType: _marker,
}
