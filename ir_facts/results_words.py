"""Words for extents, dtypes, names and conditions in `result:` entries. In: a call's context and values. Out: values.

Each function is one word; its docstring is what the documentation of op specs prints. Extents that are both constant are
folded, others are built as written and not simplified, as PyPTO does. Words for whole shapes are in `results_shapes`,
those for layouts in `results_views`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arithmetic import as_expr
from .nodes import Binary
from .promotion import is_integer, promote
from .refusal import Refusal
from .results_vocabulary import word
from .types import TensorType
from .views import implicit_layout, same_shape

if TYPE_CHECKING:
    from .results_context import Context
    from .types import Dim, Shape

# ---------------------------------------------------------------------------------------------- extents


def arithmetic_dim(op: str, left: Dim, right: Dim) -> Dim:
    """`left op right`, folded when both are constants."""
    if isinstance(left, int) and isinstance(right, int):
        if op in ("//", "%"):
            if right == 0:
                raise Refusal("TW0150", "an extent would be divided by zero")
            return left // right if op == "//" else left % right
        return left + right if op == "+" else left - right if op == "-" else left * right
    return Binary(op, as_expr(left), as_expr(right))


@word("dim", "shape")
def rank(c: Context, shape: Shape) -> int:
    """The number of extents."""
    return len(shape)


@word("dim", "dim", "whole")
def ceil_div(c: Context, dim: Dim, by: int) -> Dim:
    """`dim / by`, rounded up."""
    return arithmetic_dim("//", arithmetic_dim("+", dim, by - 1), by)


@word("dim", "dim", "whole")
def round_up(c: Context, dim: Dim, to: int) -> Dim:
    """`dim`, rounded up to a multiple of `to`."""
    return arithmetic_dim("*", ceil_div(c, dim, to), to)


@word("dim", "dim")
def half(c: Context, dim: Dim) -> Dim:
    """Half of a physical extent: a constant rounded up, a symbolic one down."""
    return (dim + 1) // 2 if isinstance(dim, int) else arithmetic_dim("//", dim, 2)


@word("dim", "dim")
def half_up(c: Context, dim: Dim) -> Dim:
    """Half of a valid extent, rounded up."""
    return ceil_div(c, dim, 2)


@word("dim", "dtype")
def bytes_(c: Context, dtype: str) -> int:
    """Bytes of one element."""
    return c.specs.dtypes[dtype].bytes


# ---------------------------------------------------------------------------------------------- dtypes


@word("dtype", "operand", reads="dtype")
def dtype(c: Context, index: int) -> str:
    """The operand's element type."""
    return c.dtype(index)


@word("dtype", "dtype", rest="dtype")
def promote_(c: Context, first: str, *others: str) -> str:
    """The common dtype: a float wins, then more bits, then a signed integer."""
    for other in others:
        first = promote(first, other, c.specs)
    return first


# ---------------------------------------------------------------------------------------------- names


@word("symbol", "tile", reads="space")
def space(c: Context, index: int) -> str | None:
    """The memory space of a tile operand."""
    return c.tile(index).space


@word("symbol", "tile", reads="layout")
def blayout(c: Context, index: int) -> str:
    """The block layout of a tile operand."""
    return c.layout(index)[0]


@word("symbol", "tile", reads="layout")
def slayout(c: Context, index: int) -> str:
    """The layout inside the boxes of a tile operand."""
    return c.layout(index)[1]


@word("triple", "tile", reads="layout")
def triple(c: Context, index: int) -> tuple[str, str, int]:
    """The whole layout of a tile operand, to compare with `row_major/none_box/512`."""
    return c.layout(index)


@word("symbol", "shaped")
def pad(c: Context, index: int) -> str:
    """What fills an operand outside of its valid part."""
    view = c.shaped(index).view
    return "null" if view is None else view.pad


@word("symbol", "tile", reads="compact")
def compact(c: Context, index: int) -> str:
    """The compact mode of a tile operand."""
    view = c.tile(index).view
    return "null" if view is None else view.compact


@word("symbol", "operand")
def layout(c: Context, index: int) -> str:
    """The layout of a tensor operand: ND, DN, NZ, ..."""
    view = c.tensor(index).view
    return "ND" if view is None else view.layout


# ---------------------------------------------------------------------------------------------- conditions


def compare_dims(c: Context, op: str, left: Dim, right: Dim) -> bool | None:
    """A comparison of two extents, by the prover."""
    prover = c.prover
    if op in ("==", "!="):
        answer = prover.equal(left, right)
        return answer if op == "==" or answer is None else not answer
    if op in ("<=", ">="):
        return prover.at_most(left, right) if op == "<=" else prover.at_most(right, left)
    answer = prover.at_most(right, left) if op == "<" else prover.at_most(left, right)
    return None if answer is None else not answer


def compare_shapes(c: Context, op: str, left: Shape, right: Shape) -> bool | None:
    """Whether two shapes are equal, extent by extent."""
    answer: bool | None = True
    if len(left) != len(right):
        answer = False
    elif not same_shape(left, right):
        answers = [c.prover.equal(one, other) for one, other in zip(left, right)]  # noqa: B905  # same length
        answer = False if False in answers else None if None in answers else True
    return answer if op == "==" or answer is None else not answer


@word("test", "given")
def given(c: Context, present: bool) -> bool:
    """Whether an optional operand or keyword is there."""
    return present


@word("test", "test")
def possible(c: Context, answer: bool | None) -> bool:
    """True unless the condition is provably false."""
    return answer is not False


@word("test", "dtype")
def integer(c: Context, dtype: str) -> bool:
    """Whether the dtype is an integer."""
    return is_integer(dtype, c.specs)


@word("test", "dtype")
def float_(c: Context, dtype: str) -> bool:
    """Whether the dtype is a float."""
    return c.specs.is_float(dtype)


@word("test", "shape", "shape")
def covers(c: Context, outer: Shape, inner: Shape) -> bool | None:
    """Whether every extent of the first shape is at least that of the second."""
    if len(outer) != len(inner):
        return False
    answers = [c.prover.at_most(small, large) for large, small in zip(outer, inner)]  # noqa: B905  # same length
    return False if False in answers else None if None in answers else True


@word("test", "shape")
def nonempty(c: Context, shape: Shape) -> bool:
    """True unless an extent is provably 0."""
    return not any(c.prover.equal(extent, 0) for extent in shape)


@word("test", "shape")
def static(c: Context, shape: Shape) -> bool:
    """Whether every extent is a positive constant."""
    return all(isinstance(extent, int) and extent > 0 for extent in shape)


@word("test")
def whole(c: Context) -> bool:
    """Whether the result is valid everywhere."""
    return same_shape(c.valid, c.shape)


@word("test", "symbol")
def boxless(c: Context, target: str | None) -> bool:
    """Whether a memory space has no layout of its own: a tile lies there as one without a space would."""
    return implicit_layout(c.shape, target, c.specs) == implicit_layout(c.shape, None, c.specs)


@word("test", "tile")
def contiguous(c: Context, index: int) -> bool:
    """Whether a tile operand has neither a stride nor a start offset."""
    view = c.tile(index).view
    return view is None or (not view.stride and (view.start_offset is None or c.prover.equal(view.start_offset, 0) is True))


@word("test", "operand")
def is_tensor(c: Context, index: int) -> bool:
    """Whether the operand is a tensor."""
    return isinstance(c.type(index), TensorType)


@word("test", "operand")
def has_view(c: Context, index: int) -> bool:
    """Whether a tensor operand says more than shape and dtype."""
    return c.tensor(index).view is not None


@word("test", "operand", "dim", "dim")
def swaps_last(c: Context, index: int, one: Dim, other: Dim) -> bool:
    """Whether the two axes are the last two of the operand."""
    count = len(c.dims(index))
    return isinstance(one, int) and isinstance(other, int) and {one % count, other % count} == {count - 2, count - 1}
