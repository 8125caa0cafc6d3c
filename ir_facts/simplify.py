"""One rewrite step on extents. In: a binary expression with simplified operands. Out: a better one, or None.

The rules of `reference/tile_views.md` appendix C, in their order. Each function handles one operator; constants keep the
dtype of the left one. `arithmetic.Prover` applies them bottom-up until none fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Binary, Int
from .views import same_dim

if TYPE_CHECKING:
    from collections.abc import Callable

    from .arithmetic import Bounds
    from .nodes import Expr


OPPOSITE = {"min": "max", "max": "min"}


def rewrite(node: Binary, bounds: Callable[[Expr], Bounds]) -> Expr | None:
    """The expression that replaces `node`, or None when nothing applies."""
    left, right = node.left, node.right
    if isinstance(left, Int) and isinstance(right, Int):
        return _folded(node.op, left, right)
    if node.op == "+":
        return _sum(left, right)
    if node.op == "-":
        return _difference(left, right)
    if node.op in ("min", "max"):
        return _extremum(node.op, left, right, bounds)
    if node.op in ("*", "//") and isinstance(right, Int) and right.value == 1:
        return left
    if node.op == "*" and isinstance(left, Int):
        return Binary("*", right, left)
    return None


def _folded(op: str, left: Int, right: Int) -> Expr | None:
    one, other = left.value, right.value
    if op in ("//", "%"):
        if other == 0:
            return None
        return Int(one // other if op == "//" else one % other, left.dtype)
    value = {"+": one + other, "-": one - other, "*": one * other, "min": min(one, other), "max": max(one, other)}.get(op)
    return None if value is None else Int(value, left.dtype)


def _sum(left: Expr, right: Expr) -> Expr | None:
    if isinstance(left, Int):
        return Binary("+", right, left)
    if isinstance(right, Int):
        if right.value == 0:
            return left
        if isinstance(left, Binary) and left.op in "+-":
            if isinstance(left.right, Int):
                kept = left.right.value if left.op == "+" else -left.right.value
                return _plus(left.left, kept + right.value, right.dtype)
            if left.op == "-" and isinstance(left.left, Int):
                return Binary("-", Int(left.left.value + right.value, left.left.dtype), left.right)
        return None
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Binary) and one.op == "-" and same_dim(one.right, other):
            return one.left
        if isinstance(one, Binary) and one.op == "+" and isinstance(one.right, Int):
            return Binary("+", Binary("+", one.left, other) if one is left else Binary("+", other, one.left), one.right)
    return None


def _difference(left: Expr, right: Expr) -> Expr | None:
    if same_dim(left, right):
        return Int(0)
    if isinstance(right, Int):
        if right.value == 0:
            return left
        if isinstance(left, Binary) and isinstance(left.right, Int) and left.op in ("+", "-"):
            kept = left.right.value if left.op == "+" else -left.right.value
            return _plus(left.left, kept - right.value, right.dtype)
        if isinstance(left, Binary) and left.op == "-" and isinstance(left.left, Int):
            return Binary("-", Int(left.left.value - right.value, left.left.dtype), left.right)
        return None
    if isinstance(left, Binary):
        if left.op == "+":
            if same_dim(left.left, right):
                return left.right
            if same_dim(left.right, right):
                return left.left
            if isinstance(left.right, Int):
                return Binary("+", Binary("-", left.left, right), left.right)
        if left.op == "-" and same_dim(left.left, right):
            return Binary("-", Int(0), left.right)
        if left.op in ("min", "max"):
            if same_dim(left.right, right):
                return Binary(left.op, Binary("-", left.left, right), Int(0))
            if same_dim(left.left, right):
                return Binary(left.op, Binary("-", left.right, right), Int(0))
    if isinstance(right, Binary):
        if right.op == "-":
            return Binary("-", Binary("+", left, right.right), right.left)
        if right.op == "+":
            if same_dim(left, right.left):
                return Binary("-", Int(0), right.right)
            if same_dim(left, right.right):
                return Binary("-", Int(0), right.left)
            if isinstance(right.right, Int):
                return Binary("-", Binary("-", left, right.left), right.right)
    return None


def _extremum(op: str, left: Expr, right: Expr, bounds: Callable[[Expr], Bounds]) -> Expr | None:
    kept = _undominated(op, left, right)
    if kept is not None:
        return kept
    if isinstance(left, Int):
        return Binary(op, right, left)
    (low, high), (other_low, other_high) = bounds(left), bounds(right)
    smaller = left if _below(high, other_low) else right if _below(other_high, low) else None
    if smaller is not None:
        return smaller if op == "min" else right if smaller is left else left
    if isinstance(left, Binary) and left.op == op and isinstance(left.right, Int):
        return Binary(op, Binary(op, left.left, right), left.right)
    return None


def _undominated(op: str, left: Expr, right: Expr) -> Expr | None:
    """`op(left, right)` without the operands, at any depth, that another one makes redundant; None where there are none.

    Equal operands merge, constants merge, and beside x stands no `max(x, y)` in a minimum, no `min(x, y)` in a maximum.
    """
    every = [*_operands(op, left), *_operands(op, right)]
    constants = [operand for operand in every if isinstance(operand, Int)]
    kept: list[Expr] = []
    for operand in every:
        if not isinstance(operand, Int) and not any(same_dim(operand, other) for other in kept):
            kept.append(operand)
    kept = [operand for operand in kept if not any(_holds(OPPOSITE[op], operand, other) for other in every)]
    if len(kept) + bool(constants) == len(every):
        return None
    if constants:
        kept.append((min if op == "min" else max)(constants, key=lambda constant: constant.value))
    found = kept[0]
    for operand in kept[1:]:
        found = Binary(op, found, operand)
    return found


def _operands(op: str, expr: Expr) -> list[Expr]:
    if isinstance(expr, Binary) and expr.op == op:
        return [*_operands(op, expr.left), *_operands(op, expr.right)]
    return [expr]


def _holds(op: str, expr: Expr, operand: Expr) -> bool:
    return isinstance(expr, Binary) and expr.op == op and any(same_dim(one, operand) for one in _operands(op, expr))


def _below(high: int | None, low: int | None) -> bool:
    return high is not None and low is not None and high <= low


def _plus(term: Expr, constant: int, dtype: str) -> Expr:
    if constant == 0:
        return term
    return Binary("+", term, Int(constant, dtype)) if constant > 0 else Binary("-", term, Int(-constant, dtype))
