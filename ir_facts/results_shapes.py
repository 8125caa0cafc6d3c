"""Words for whole shapes in `result:` entries. In: a call's context, shapes and offsets. Out: shapes and valid shapes.

The rules behind them are in `windows` (appendix A) and `promotion` (appendix B); here operands become their arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arithmetic import as_expr
from .nodes import Binary, Cast, Int
from .promotion import broadcast, scalar_dtype
from .refusal import Refusal
from .results_vocabulary import word
from .results_words import arithmetic_dim, compare_shapes
from .types import TensorType, TileType
from .views import same_shape, valid_shape
from .windows import Window, read_window, reshaped_valid, written_valid

if TYPE_CHECKING:
    from .results_context import Context
    from .types import Dim, Shape

EXACT = Window(exact=True)
CLAMPED = Window()
CLAMPING = Window(clamp=True)
MATERIALISED = Window(materialise=True)

BLOCK = 32
"""Bytes that a transfer between devices moves at once: a window holds enough behind its last element for the rest of a block."""


@word("shape", "operand", reads="shape")
def shape(c: Context, index: int) -> Shape:
    """The operand's shape."""
    return c.dims(index)


@word("shape", "shaped", reads="valid")
def valid(c: Context, index: int) -> Shape:
    """The valid shape of a tile or tensor."""
    return valid_shape(c.shaped(index))


@word("shape", "shape", rest="shape")
def broadcast_(c: Context, first: Shape, *others: Shape) -> Shape:
    """The common shape, aligned at the right; extents of 1 stretch."""
    for other in others:
        first = broadcast(first, other, c.prover.equal)
    return first


@word("shape", "shape", "dim", "symbol?")
def folded(c: Context, shape: Shape, axis: Dim, keep: bool | None = None) -> Shape:
    """The shape after a fold along one axis: 1 there, or without that axis where the keyword is False."""
    place = _axis(axis, len(shape))
    if keep is False and len(shape) == 1:
        raise Refusal("TW0150", "no axis remains", "leave keep_dim out")
    return (*shape[:place], *(() if keep is False else (1,)), *shape[place + 1 :])


@word("shape", "shape", "shape?", "whole?")
def drop(c: Context, shape: Shape, axes: Shape | None = None, least_rank: int = 0) -> Shape:
    """The shape without the given axes, whose extents must be 1; led by ones until it has the least rank."""
    if not axes:
        return shape
    gone = {_axis(axis, len(shape)) for axis in axes}
    if not all(c.prover.equal(shape[axis], 1) for axis in gone):
        raise Refusal("TW0150", "only axes of extent 1 can be dropped")
    kept = tuple(extent for axis, extent in enumerate(shape) if axis not in gone)
    return (1,) * (least_rank - len(kept)) + kept


@word("shape", "shape", "dim", "dim")
def swap(c: Context, shape: Shape, one: Dim, other: Dim) -> Shape:
    """The shape with two axes exchanged."""
    first, second = _axis(one, len(shape)), _axis(other, len(shape))
    dims = list(shape)
    dims[first], dims[second] = dims[second], dims[first]
    return tuple(dims)


def _axis(axis: Dim, count: int) -> int:
    if not isinstance(axis, int) or not -count <= axis < count:
        raise Refusal("TW0150", f"an axis must be a constant between {-count} and {count - 1}")
    return axis % count


@word("shape")
def last_operand(c: Context) -> Shape:
    """The shape of the last operand of the call."""
    return c.dims(len(c.args) - 1)


# ---------------------------------------------------------------------------------------------- windows (appendix A)


def _window(c: Context, index: int, offsets: Shape, window: Shape, request: Shape | None, how: Window) -> Shape:
    source = c.shaped(index)
    return read_window(source.shape, valid_shape(source), offsets, window, request or None, how, c.prover)


@word("shape", "operand", "shape", "shape", "shape?", reads="valid")
def window(c: Context, index: int, offsets: Shape, extents: Shape, request: Shape | None = None) -> Shape:
    """What is valid of a window (offsets, extents, requested part) that lies wholly inside the operand."""
    return _window(c, index, offsets, extents, request, EXACT)


@word("shape", "operand", "shape", "shape", "shape?", "symbol?", reads="valid")
def clamped_window(
    c: Context, index: int, offsets: Shape, extents: Shape, request: Shape | None = None, clamp: bool | None = None
) -> Shape:
    """What is valid of a window whose requested part lies inside the operand, or may leave it when the keyword is true."""
    if len(extents) != len(c.dims(index)):
        return request or extents
    return _window(c, index, offsets, extents, request, CLAMPING if clamp else CLAMPED)


@word("shape", "operand", "shape", "shape", "shape?", "symbol?", reads="valid")
def materialised_window(
    c: Context, index: int, offsets: Shape, extents: Shape, request: Shape | None = None, padded: bool | None = None
) -> Shape:
    """What is valid of a window that is copied: never more than the operand has there, which with the switch is its padding too."""
    if request is not None:
        if any(c.prover.at_most(extent, -1) for extent in request):
            raise Refusal("TW0153", "a valid extent is negative")
        request = tuple(_index(c, extent) for extent in request)
    if padded:
        source = c.shaped(index)
        padding = BLOCK // c.specs.dtypes[source.dtype].bytes - 1
        whole = (*source.shape[:-1], Binary("+", as_expr(source.shape[-1]), Int(padding)))
        return read_window(whole, whole, offsets, extents, request, MATERIALISED, c.prover)
    return _window(c, index, offsets, extents, request, MATERIALISED)


def _index(c: Context, extent: Dim) -> Dim:
    """The extent as an INDEX: a constant as it is, anything else cast."""
    if isinstance(extent, int) or scalar_dtype(extent, c.types, c.specs) in (None, "INDEX"):
        return extent
    return Cast(extent, "INDEX")


@word("shape", "shaped", "shape", reads="valid shape layout")
def reshaped(c: Context, index: int, target: Shape) -> Shape:
    """What is valid of the operand in its new shape."""
    source = c.shaped(index)
    if isinstance(source, TileType):
        row_major = c.layout(index)[0] == "row_major"
    else:
        row_major = source.view is None or source.view.layout != "DN"
    return reshaped_valid(source.shape, valid_shape(source), target, row_major, c.prover)


@word("shape", "shaped", "shaped", "shape", reads="valid shape")
def written(c: Context, target: int, source: int, offsets: Shape) -> Shape:
    """What is valid of the first operand after the whole second one was written into it; all of it where ranks differ."""
    into, what = c.shaped(target), c.shaped(source)
    if not len(into.shape) == len(what.shape) == len(offsets):
        return into.shape
    return written_valid(into.shape, valid_shape(into), what.shape, valid_shape(what), offsets, True, c.prover)


@word("shape", "shaped", "shaped", "shape", reads="valid")
def transferred(c: Context, target: int, source: int, offsets: Shape) -> Shape:
    """What is valid of the first operand after the valid part of the second one was stored into it; as before where ranks differ."""
    into, what = c.shaped(target), c.shaped(source)
    before = valid_shape(into)
    if not len(into.shape) == len(what.shape) == len(offsets):
        return before
    return written_valid(into.shape, before, what.shape, valid_shape(what), offsets, False, c.prover)


# ---------------------------------------------------------------------------------------------- reinterpretation


@word("shape", "shaped", "dtype", "shape?", reads="layout shape")
def reinterpreted(c: Context, index: int, dtype: str, extents: Shape | None = None) -> Shape:
    """The operand's shape read as another dtype: the contiguous axis is rescaled, or the given shape of as many bytes."""
    source = c.shaped(index)
    if extents is None:
        return _rescaled(c, index, source.shape, dtype)
    if not same_shape(valid_shape(source), source.shape):
        raise Refusal("TW0156", "a partially valid operand cannot take another shape", "leave the shape out, or fill the operand first")
    before, after = _bits(c, source.shape, source.dtype), _bits(c, extents, dtype)
    if before is not None and after is not None and before != after:
        raise Refusal("TW0156", f"the new shape has {after // 8} bytes, the operand {before // 8}")
    return extents


@word("shape", "shaped", "dtype", "shape?", reads="layout shape")
def reinterpreted_valid(c: Context, index: int, dtype: str, extents: Shape | None = None) -> Shape:
    """The valid part of `reinterpreted`."""
    return _rescaled(c, index, valid_shape(c.shaped(index)), dtype) if extents is None else extents


def _rescaled(c: Context, index: int, dims: Shape, dtype: str) -> Shape:
    source = c.shaped(index)
    if isinstance(source, TileType):
        columns_first = c.layout(index)[0] == "col_major"
    else:
        columns_first = source.view is not None and source.view.layout == "DN"
    axis = len(dims) - (2 if columns_first and len(dims) > 1 else 1)
    before, after = _storage_bits(c, source.dtype), _storage_bits(c, dtype)
    return (*dims[:axis], _scaled(dims[axis], before, after), *dims[axis + 1 :])


def _storage_bits(c: Context, dtype: str) -> int:
    if dtype not in c.specs.dtypes:  # no dtype= was given
        raise Refusal("TW0150", "the dtype of the result is missing", "give dtype=")
    return c.specs.dtypes[dtype].storage_bits


def _scaled(extent: Dim, before: int, after: int) -> Dim:
    if before >= after:
        return extent if before == after else arithmetic_dim("*", extent, before // after)
    factor = after // before
    if isinstance(extent, int):
        if extent % factor == 0:
            return extent // factor
    elif isinstance(extent, Binary) and extent.op == "*" and isinstance(extent.right, Int) and extent.right.value == factor:
        return extent.left.value if isinstance(extent.left, Int) else extent.left
    raise Refusal("TW0156", f"the contiguous extent is no multiple of {factor}, so it cannot be read as a wider dtype")


def _bits(c: Context, dims: Shape, dtype: str) -> int | None:
    product = _storage_bits(c, dtype)
    for extent in dims:
        if not isinstance(extent, int):
            return None
        product *= extent
    return product


# ---------------------------------------------------------------------------------------------- tensors


@word("shape", "operand", "operand", reads="valid")
def common_valid(c: Context, one: int, other: int) -> Shape:
    """The valid shape that two ordinary tensors of equal shape share; the whole result where they do not."""
    left, right = c.type(one), c.type(other)
    if isinstance(left, TensorType) and isinstance(right, TensorType) and not left.distributed and not right.distributed:
        extents = valid_shape(left)
        if compare_shapes(c, "==", left.shape, right.shape) and compare_shapes(c, "==", extents, valid_shape(right)):
            return extents
    return c.shape


@word("shape", "shape", "symbol?")
def packed_stride(c: Context, extents: Shape, layout: str | None = None) -> Shape:
    """The strides of densely packed rows; of densely packed columns in layout DN."""
    if layout == "DN" and len(extents) > 1:
        turned = packed_stride(c, (*extents[:-2], extents[-1], extents[-2]))
        return (*turned[:-2], turned[-1], turned[-2])
    strides: list[Dim] = [1]
    for extent in reversed(extents[1:]):
        strides.append(extent if strides[-1] == 1 else arithmetic_dim("*", strides[-1], extent))
    return tuple(reversed(strides[: len(extents)]))


@word("shape", "operand")
def stride(c: Context, index: int) -> Shape:
    """The strides of a tensor operand; of packed rows where it names none."""
    tensor = c.tensor(index)
    return tensor.view.stride if tensor.view is not None and tensor.view.stride else packed_stride(c, tensor.shape)


@word("shape", "shape")
def unless_packed(c: Context, strides: Shape) -> Shape:
    """The strides, or none where they are those of the result's packed rows."""
    return () if same_shape(strides, packed_stride(c, c.shape)) else strides


@word("test", "operand")
def packed(c: Context, index: int) -> bool:
    """Whether a tensor operand names no strides, or those of packed rows."""
    tensor = c.tensor(index)
    return tensor.view is None or not tensor.view.stride or same_shape(tensor.view.stride, packed_stride(c, tensor.shape))


@word("shape", "shape", "shape", "symbol?", "symbol?")
def matrix_product(c: Context, left: Shape, right: Shape, left_turned: bool | None = None, right_turned: bool | None = None) -> Shape:
    """The shape of a matrix product; batch extents broadcast in front, a vector leaves its extent out."""
    rows = (left[-1 if left_turned else -2],) if len(left) > 1 else ()
    columns = (right[-2 if right_turned else -1],) if len(right) > 1 else ()
    return broadcast_(c, left[:-2], right[:-2]) + rows + columns
