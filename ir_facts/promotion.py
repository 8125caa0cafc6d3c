"""Where operands meet. In: dtypes, shapes and scalar expressions. Out: the common dtype, the common shape, a scalar's dtype.

Follows `reference/tile_views.md` appendix B and `reference/ir_text.md` 8.3. Which dtypes exist, how wide and of which
kind they are, comes from `opspecs.yaml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Binary, Bool, Cast, Float, Int, Unary
from .refusal import Refusal
from .types import ScalarType

if TYPE_CHECKING:
    from collections.abc import Callable

    from .nodes import Expr
    from .opspecs import Specs
    from .types import Dim, Shape, Type

BOOLEAN_OPERATORS = frozenset(("<", "<=", ">", ">=", "==", "!=", "and", "or", "not", "xor"))


def is_integer(dtype: str, specs: Specs) -> bool:
    return specs.dtypes[dtype].kind in ("signed", "unsigned")


def promote(left: str, right: str, specs: Specs) -> str:
    """The common dtype of two operands (B.1): a float wins, then more bits, then a signed integer, then the first."""
    if left == right:
        return left
    one, other = specs.dtypes[left], specs.dtypes[right]
    if (one.kind == "float") != (other.kind == "float"):
        return left if one.kind == "float" else right
    if one.bits != other.bits:
        return left if one.bits > other.bits else right
    return right if other.kind == "signed" and one.kind != "signed" else left


def broadcast(left: Shape, right: Shape, equal: Callable[[Dim, Dim], bool | None]) -> Shape:
    """The common shape of two operands (B.2), aligned at the right; `equal` is the prover's.

    Raises `Refusal` (TW0152) where two extents neither agree nor are 1.
    """
    if not left or not right:
        return left or right
    longer = left if len(left) > len(right) else right
    common = min(len(left), len(right))
    dims = list(longer[: len(longer) - common])
    for one, other in zip(left[len(left) - common :], right[len(right) - common :]):  # noqa: B905  # both cut to `common`
        if equal(one, other) is True:
            dims.append(one)
        elif one == 1:
            dims.append(other)
        elif other == 1:
            dims.append(one)
        else:
            raise Refusal("TW0152", "the shapes of the operands do not match", "two extents must be equal, or one of them 1")
    return tuple(dims)


def scalar_dtype(expr: Expr, types: Callable[[Expr], Type], specs: Specs) -> str | None:
    """The dtype of a scalar expression (ir_text.md 8.3), None where it is none or not known.

    `types` is asked for everything but constants and operators.
    """
    if isinstance(expr, (Int, Float, Cast)):
        return expr.dtype
    if isinstance(expr, Bool):
        return "BOOL"
    if isinstance(expr, Binary):
        if expr.op in BOOLEAN_OPERATORS:
            return "BOOL"
        left, right = scalar_dtype(expr.left, types, specs), scalar_dtype(expr.right, types, specs)
        return None if left is None or right is None else promote_scalars(left, right, specs)
    if isinstance(expr, Unary):
        return "BOOL" if expr.op in BOOLEAN_OPERATORS else scalar_dtype(expr.operand, types, specs)
    known = types(expr)
    return known.dtype if isinstance(known, ScalarType) else None


def promote_scalars(left: str, right: str, specs: Specs) -> str:
    """The dtype of an arithmetic operator on two scalars: the wider one, at equal width the left (ir_text.md 8.3)."""
    if left == right or specs.dtypes[right].bits <= specs.dtypes[left].bits:
        return left
    return right
