"""What is provable about extents. In: scalar expressions. Out: simplified expressions, interval bounds, three-valued answers.

The part of PyPTO's arithmetic analyzer that matters for shapes (`reference/tile_views.md` appendix C). Comparisons answer
True, False or None (unknown); nothing here guesses, and no case is split over the operands of `min` and `max`.
The rewriting itself is in `simplify`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .nodes import Binary, Int, Var
from .promotion import scalar_dtype
from .simplify import rewrite
from .types import UNKNOWN
from .views import same_dim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .nodes import Expr
    from .opspecs import Specs
    from .types import Dim, Type

Bounds: TypeAlias = "tuple[int | None, int | None]"
"""Lowest and highest value; None is unbounded."""

UNBOUNDED: Bounds = (None, None)


def as_expr(dim: Dim) -> Expr:
    return Int(dim) if isinstance(dim, int) else dim


def as_dim(expr: Expr) -> Dim:
    return expr.value if isinstance(expr, Int) else expr


class Prover:
    """Answers questions about extents. `types` gives the type of a variable; one it does not know counts as INDEX,
    as the symbolic extents of signatures are."""

    __slots__ = ("_specs", "_types")

    def __init__(self, types: Callable[[Expr], Type], specs: Specs) -> None:
        self._types = types
        self._specs = specs

    # ------------------------------------------------------------------------------------------ comparisons

    def at_most(self, left: Dim, right: Dim) -> bool | None:
        """Whether `left <= right`."""
        if left.__class__ is int and right.__class__ is int:
            return left <= right  # type: ignore[operator]  # narrowed by class
        low, high = self._difference(left, right)
        return True if high is not None and high <= 0 else False if low is not None and low > 0 else None

    def equal(self, left: Dim, right: Dim) -> bool | None:
        """Whether `left == right`."""
        if left.__class__ is int and right.__class__ is int:
            return left == right
        if same_dim(left, right):
            return True
        low, high = self._difference(left, right)
        if low == high == 0:
            return True
        return False if (low is not None and low > 0) or (high is not None and high < 0) else None

    def _difference(self, left: Dim, right: Dim) -> Bounds:
        """The interval of `left - right`; a signed and an unsigned extent never compare."""
        one, other = as_expr(left), as_expr(right)
        if self._unsigned(one) != self._unsigned(other):
            return UNBOUNDED
        constant = 0
        terms: list[tuple[int, Expr]] = []
        for factor, term in _terms(self._simplify(Binary("-", one, other)), 1):
            if isinstance(term, Int):
                constant += factor * term.value
                continue
            for place, (count, known) in enumerate(terms):
                if same_dim(known, term):
                    terms[place] = (count + factor, known)
                    break
            else:
                terms.append((factor, term))
        total: Bounds = (constant, constant)
        for factor, term in terms:
            if factor:
                total = _sum(total, _times(self.bounds(term), (factor, factor)))
        return total

    def _unsigned(self, expr: Expr) -> bool:
        return self._specs.dtypes[self._dtype(expr)].kind == "unsigned"

    def _dtype(self, expr: Expr) -> str:
        return scalar_dtype(expr, self._types, self._specs) or "INDEX"

    # ------------------------------------------------------------------------------------------ expressions

    def simplify(self, dim: Dim) -> Dim:
        return dim if isinstance(dim, int) else as_dim(self._simplify(dim))

    def smaller(self, left: Dim, right: Dim) -> Dim:
        """`min*`: the operand that is provably smaller, else the simplified minimum."""
        if self.at_most(left, right):
            return left
        return right if self.at_most(right, left) else self.simplify(Binary("min", as_expr(left), as_expr(right)))

    def larger(self, left: Dim, right: Dim) -> Dim:
        """`max*`: the operand that is provably larger, else the simplified maximum."""
        if self.at_most(right, left):
            return left
        return right if self.at_most(left, right) else self.simplify(Binary("max", as_expr(left), as_expr(right)))

    def plus(self, left: Dim, right: Dim) -> Dim:
        """`left + right`, folded when both are constants."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        return Binary("+", as_expr(left), as_expr(right))

    def _simplify(self, expr: Expr) -> Expr:
        if not isinstance(expr, Binary):
            return expr
        left, right = self._simplify(expr.left), self._simplify(expr.right)
        node = expr if left is expr.left and right is expr.right else Binary(expr.op, left, right)
        better = rewrite(node, self.bounds)
        return node if better is None else self._simplify(better)

    # ------------------------------------------------------------------------------------------ intervals

    def bounds(self, expr: Expr) -> Bounds:
        """The interval that `expr` lies in, as far as constants and INDEX variables tell."""
        if isinstance(expr, Int):
            return expr.value, expr.value
        if isinstance(expr, Var):
            known = self._types(expr)
            return (0, None) if known is UNKNOWN or self._dtype(expr) == "INDEX" else UNBOUNDED
        if isinstance(expr, Binary):
            combine = COMBINED_BOUNDS.get(expr.op)
            if combine is not None:
                return combine(self.bounds(expr.left), self.bounds(expr.right))
        return UNBOUNDED


def _terms(expr: Expr, factor: int) -> Iterator[tuple[int, Expr]]:
    """The terms of a sum with their factors, so that equal ones cancel wherever they stand."""
    if isinstance(expr, Binary):
        if expr.op in ("+", "-"):
            yield from _terms(expr.left, factor)
            yield from _terms(expr.right, factor if expr.op == "+" else -factor)
            return
        if expr.op == "*" and isinstance(expr.right, Int):
            yield from _terms(expr.left, factor * expr.right.value)
            return
    yield factor, expr


def _sum(left: Bounds, right: Bounds) -> Bounds:
    return _add(left[0], right[0]), _add(left[1], right[1])


def _minus(left: Bounds, right: Bounds) -> Bounds:
    return _add(left[0], _negative(right[1])), _add(left[1], _negative(right[0]))


def _times(left: Bounds, right: Bounds) -> Bounds:
    if left[0] is not None and left[0] == left[1]:
        left, right = right, left
    factor = right[0]
    if factor is None or factor != right[1]:
        return UNBOUNDED
    low, high = (None if left[0] is None else left[0] * factor), (None if left[1] is None else left[1] * factor)
    return (low, high) if factor >= 0 else (high, low)


def _quotient(left: Bounds, right: Bounds) -> Bounds:
    divisor = right[0]
    if divisor is None or divisor != right[1] or divisor <= 0:
        return UNBOUNDED
    return (None if left[0] is None else left[0] // divisor), (None if left[1] is None else left[1] // divisor)


def _remainder(left: Bounds, right: Bounds) -> Bounds:
    divisor = right[0]
    if divisor is None or divisor != right[1] or divisor <= 0:
        return UNBOUNDED
    if left[0] is not None and left[1] is not None and 0 <= left[0] and left[1] < divisor:
        return left
    return 0, divisor - 1


def _minimum(left: Bounds, right: Bounds) -> Bounds:
    low = None if left[0] is None or right[0] is None else min(left[0], right[0])
    highs = [high for high in (left[1], right[1]) if high is not None]
    return low, min(highs) if highs else None


def _maximum(left: Bounds, right: Bounds) -> Bounds:
    lows = [low for low in (left[0], right[0]) if low is not None]
    return max(lows) if lows else None, None if left[1] is None or right[1] is None else max(left[1], right[1])


def _add(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else left + right


def _negative(value: int | None) -> int | None:
    return None if value is None else -value


COMBINED_BOUNDS: dict[str, Callable[[Bounds, Bounds], Bounds]] = {
    "+": _sum,
    "-": _minus,
    "*": _times,
    "//": _quotient,
    "%": _remainder,
    "min": _minimum,
    "max": _maximum,
}
