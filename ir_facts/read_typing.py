"""The type of an expression that was read. Scalars are answered here; results of ops by `results`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Binary, Bool, Call, Cast, Expr, Float, Int, Invoke, Item, Submit, Tuple, Unary, Var
from .promotion import promote_scalars
from .types import UNKNOWN, ScalarType, TupleType, Type

if TYPE_CHECKING:
    from .read_state import Reading

BOOL = ScalarType("BOOL")
INDEX = ScalarType("INDEX")
TASK_ID = ScalarType("TASK_ID")
LOGICAL = frozenset(("and", "or", "xor", "not", "==", "!=", "<", "<=", ">", ">="))


def type_of(r: Reading, expr: Expr) -> Type:
    """The type of an expression (`reference/ir_text.md` section 15)."""
    if isinstance(expr, Var):
        # An extent of the program that is used as a value is an INDEX scalar.
        return r.types.get(expr, INDEX)
    if isinstance(expr, (Int, Float)):
        return ScalarType(expr.dtype)
    if isinstance(expr, Bool):
        return BOOL
    if isinstance(expr, Binary):
        return BOOL if expr.op in LOGICAL else _promoted(r, type_of(r, expr.left), type_of(r, expr.right))
    if isinstance(expr, Unary):
        return BOOL if expr.op == "not" else type_of(r, expr.operand)
    if isinstance(expr, Cast):
        return ScalarType(expr.dtype)
    if isinstance(expr, Tuple):
        return TupleType(tuple([type_of(r, item) for item in expr.items]))
    if isinstance(expr, Item):
        whole = type_of(r, expr.operand)
        return whole.items[expr.index] if isinstance(whole, TupleType) and expr.index < len(whole.items) else UNKNOWN
    if isinstance(expr, Invoke):
        return _returned(r, expr.callee)
    if isinstance(expr, Submit):
        returned = r.signatures.get(expr.callee, ())
        return TupleType((*returned, TASK_ID))
    if isinstance(expr, Call):
        known = r.authored.call_types.get(expr)
        if known is not None:
            return known
        from .results import result_type

        return result_type(expr, lambda part: type_of(r, part), r.specs)
    return UNKNOWN


def _returned(r: Reading, callee: str) -> Type:
    returned = r.signatures.get(callee, ())
    if len(returned) == 1:
        return returned[0]
    return TupleType(returned) if returned else UNKNOWN


def _promoted(r: Reading, left: Type, right: Type) -> Type:
    if left == right or not isinstance(left, ScalarType) or not isinstance(right, ScalarType):
        return left
    return ScalarType(promote_scalars(left.dtype, right.dtype, r.specs))
