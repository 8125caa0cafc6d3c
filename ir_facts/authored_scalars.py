"""Scalar arithmetic as people write it: constants folded, operands brought to one dtype (`reference/ir_text.md` 8.3)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from .authored_calls import lowered
from .authored_constants import constant_expr, fold
from .nodes import Binary, Cast, Expr, Unary
from .read_expr import BAD_EXPRESSION, OPERATORS, check_depth, constant
from .read_expr import unary as plain_unary
from .read_typing import type_of
from .types import ScalarType, TensorType, TileType

if TYPE_CHECKING:
    from .read_state import Reading

BAD_OPERANDS = "TW0115"

UNREADABLE = frozenset(("**", "&", "|", "^"))
COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))


def binary(r: Reading, node: ast.BinOp) -> Expr:
    """`left op right`; a sub-tree of constants becomes one constant."""
    check_depth(r, node)
    value = fold(r, node)
    if value is not None:
        return constant_expr(r, node, value)
    op = OPERATORS.get(node.op.__class__, "@")
    if op in UNREADABLE or op == "@":
        r.refuse(
            BAD_EXPRESSION, node, f"the operator `{op}` is not part of the IR", help="use the ops `pl.matmul`, `pl.and_`, `pl.or_`, ..."
        )
    table = r.expressions
    left = table[node.left.__class__](r, node.left)
    right = table[node.right.__class__](r, node.right)
    return Binary(op, left, right) if r.in_type else combine(r, node, op, left, right)


def comparison(r: Reading, node: ast.Compare) -> Expr:
    table = r.expressions
    if len(node.ops) != 1:
        r.refuse(BAD_EXPRESSION, node, "comparisons cannot be chained", help="write `a < b and b < c`")
    op = OPERATORS.get(node.ops[0].__class__)
    if op is None:
        r.refuse(BAD_EXPRESSION, node, "`in` and `is` are not part of the IR", help="compare scalars by == != < <= > >=")
    left, right = node.left, node.comparators[0]
    return combine(r, node, op, table[left.__class__](r, left), table[right.__class__](r, right))


def logical(r: Reading, node: ast.BoolOp) -> Expr:
    check_depth(r, node)
    table, op = r.expressions, OPERATORS[node.op.__class__]
    operands = [table[value.__class__](r, value) for value in node.values]
    made = operands[0]
    for value, operand in zip(node.values, operands, strict=True):
        scalar_dtype(r, value, op, operand)
    for operand in operands[1:]:
        made = Binary(op, made, operand)
    return made


def unary(r: Reading, node: ast.UnaryOp) -> Expr:
    check_depth(r, node)
    value = fold(r, node)
    if value is not None:
        return constant_expr(r, node, value)
    made = plain_unary(r, node)
    if isinstance(made, Unary):
        scalar_dtype(r, node.operand, made.op, made.operand)
    return made


def combine(r: Reading, node: Any, op: str, left: Expr, right: Expr) -> Expr:
    """`left op right` with the narrower operand cast to the wider one's dtype.

    Raises `DiagnosticError` (TW0115) where an operand is no scalar, or the two are of different kinds.
    """
    first, second = scalar_dtype(r, node, op, left), scalar_dtype(r, node, op, right)
    if first == second and first != "BOOL":
        return Binary(op, left, right)
    one, other = r.specs.dtypes[first], r.specs.dtypes[second]
    if "BOOL" in (first, second):
        advice = "use `and`, `or` and `not`" if op in COMPARISONS else "booleans do not take part in arithmetic"
        r.refuse(BAD_OPERANDS, node, f"`{op}` does not work on a boolean", help=advice)
    if (one.kind == "float") != (other.kind == "float"):
        r.refuse(BAD_OPERANDS, node, f"`{op}` mixes {first} and {second}", help="bring them to one dtype with `pl.cast(x, pl.FP32)`")
    if one.bits < other.bits:
        left = Cast(left, second)
    elif other.bits < one.bits:
        right = Cast(right, first)
    return Binary(op, left, right)


def scalar_dtype(r: Reading, node: Any, op: str, operand: Expr) -> str:
    """The dtype of an operand of a scalar operator."""
    type_ = type_of(r, operand)
    if isinstance(type_, ScalarType):
        return type_.dtype
    what = "a tile" if isinstance(type_, TileType) else "a tensor" if isinstance(type_, TensorType) else "no scalar"
    words = {"+": "pl.add(a, b)", "-": "pl.sub(a, b)", "*": "pl.mul(a, b)", "/": "pl.div(a, b)"}
    advice = f"use `{words[op]}`" if op in words else "read an element with `pl.read(x, [0, 0])` first"
    r.refuse(BAD_OPERANDS, node, f"`{op}` works on scalars, and an operand here is {what}", help=advice)


def nothing(r: Reading, node: ast.Constant) -> Expr:
    """`None` where a task id is expected; any other constant as in a dump."""
    return lowered(r, node, "pl.system.task_invalid", [], ()) if node.value is None else constant(r, node)
