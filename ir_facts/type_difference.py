"""Two types of one value in, the first thing in which they differ out (`reference/verifiers.md` section 7).

Variables count as equal when their names are equal up to a trailing number: a printed annotation names an extent by its
hint and cannot say which of two variables of that hint it means (ir_text.md 3.1). Allocations are never compared.
"""

from __future__ import annotations

from typing import NamedTuple

from .nodes import Binary, Call, Cast, Expr, Int, Unary, Var
from .types import UNKNOWN, ArrayType, Dim, ScalarType, Shape, TensorType, TensorView, TileType, TileView, TupleType, Type

ELEMENT, LAYOUT, MEMORY = "element", "layout", "memory"
"""What a difference concerns: the kind or dtype, the extents and the view, or where the tile lives."""


class Difference(NamedTuple):
    """`part` is one of the three constants above; `what` names the field, `left` and `right` its two values."""

    part: str
    what: str
    left: object
    right: object


def difference(left: Type, right: Type) -> Difference | None:
    """The first difference of two types; None where they are equal or one of them is unknown."""
    if left is right or left == UNKNOWN or right == UNKNOWN:
        return None
    if left.__class__ is not right.__class__:
        return Difference(ELEMENT, "kind", _kind(left), _kind(right))
    if isinstance(left, (TileType, TensorType)) and isinstance(right, (TileType, TensorType)):
        return _of_arrays(left, right)
    if isinstance(left, (ScalarType, ArrayType)) and isinstance(right, (ScalarType, ArrayType)):
        return None if left.dtype == right.dtype else Difference(ELEMENT, "dtype", left.dtype, right.dtype)
    if isinstance(left, TupleType) and isinstance(right, TupleType):
        if len(left.items) != len(right.items):
            return Difference(ELEMENT, "length", len(left.items), len(right.items))
        found = (difference(mine, yours) for mine, yours in zip(left.items, right.items, strict=True))
        return next((item for item in found if item is not None), None)
    return None if left == right else Difference(ELEMENT, "kind", _kind(left), _kind(right))


def same_extent(left: Dim | None, right: Dim | None) -> bool:
    """Whether two extents say the same, as far as text can tell."""
    left, right = _plain(left), _plain(right)
    if left.__class__ is not right.__class__:
        return False
    if isinstance(left, Var) and isinstance(right, Var):
        return left is right or _hint(left) == _hint(right)
    if isinstance(left, Binary) and isinstance(right, Binary):
        return left.op == right.op and same_extent(left.left, right.left) and same_extent(left.right, right.right)
    if isinstance(left, Unary) and isinstance(right, Unary):
        return left.op == right.op and same_extent(left.operand, right.operand)
    if isinstance(left, Cast) and isinstance(right, Cast):
        return left.dtype == right.dtype and same_extent(left.operand, right.operand)
    if isinstance(left, Call) and isinstance(right, Call):
        return left.op == right.op and _same_extents(left.args, right.args)
    return left == right


def _of_arrays(left: TileType | TensorType, right: TileType | TensorType) -> Difference | None:
    if left.dtype != right.dtype:
        return Difference(ELEMENT, "dtype", left.dtype, right.dtype)
    if len(left.shape) != len(right.shape):
        return Difference(LAYOUT, "rank", len(left.shape), len(right.shape))
    if not _same_extents(left.shape, right.shape):
        return Difference(LAYOUT, "shape", left.shape, right.shape)
    if isinstance(left, TileType) and isinstance(right, TileType):
        if left.space != right.space:
            return Difference(MEMORY, "memory", left.space, right.space)
        return _of_views(left.view, right.view, TileView())
    if left.view.__class__ is TensorView or right.view.__class__ is TensorView:
        return _of_views(left.view, right.view, TensorView())
    return None


def _of_views(left: TileView | TensorView | None, right: TileView | TensorView | None, plain: TileView | TensorView) -> Difference | None:
    """The first field in which two stored views differ. An absent view shows as the plain one."""
    if left is right:
        return None
    for field in type(plain).__match_args__:
        mine, yours = getattr(left or plain, field), getattr(right or plain, field)
        if mine.__class__ is tuple and yours.__class__ is tuple:
            if not _same_extents(mine, yours):
                return Difference(LAYOUT, field, mine, yours)
        elif field == "start_offset":
            if not same_extent(mine, yours):
                return Difference(LAYOUT, field, mine, yours)
        elif mine != yours:
            return Difference(LAYOUT, field, mine, yours)
    return None if left is not None and right is not None else Difference(LAYOUT, "view", _presence(left), _presence(right))


def _same_extents(left: Shape | tuple[Expr, ...], right: Shape | tuple[Expr, ...]) -> bool:
    return len(left) == len(right) and all(map(same_extent, left, right))


def _plain(dim: Dim | None) -> Dim | None:
    return dim.value if isinstance(dim, Int) else dim


def _hint(var: Var) -> str:
    head, _, digits = var.name.rpartition("_")
    return head if digits.isdecimal() else var.name


def _kind(type_: Type) -> str:
    return type(type_).__name__.removesuffix("Type").lower()


def _presence(view: object) -> str:
    return "implied" if view is None else "stored"
