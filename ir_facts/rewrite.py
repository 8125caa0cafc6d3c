"""Rebuilding expressions: the same node with its children mapped, or the very same object where no child changed."""

from __future__ import annotations

from collections.abc import Callable

from .nodes import Binary, Cast, Expr, Item, Tuple, Unary
from .record import replace


def map_children(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """`expr` with `change` applied to its direct sub-expressions. Calls are left to the caller, who knows their operands."""
    if isinstance(expr, Tuple):
        items = tuple(map(change, expr.items))
        return expr if all(new is old for new, old in zip(items, expr.items, strict=True)) else Tuple(items)
    if isinstance(expr, Binary):
        left, right = change(expr.left), change(expr.right)
        return expr if left is expr.left and right is expr.right else Binary(expr.op, left, right)
    if isinstance(expr, (Unary, Cast, Item)):
        operand = change(expr.operand)
        return expr if operand is expr.operand else replace(expr, operand=operand)
    return expr
