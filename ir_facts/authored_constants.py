"""Constants of hand-written kernels: module-level values, and arithmetic that is folded (`reference/ir_text.md` 8.3, 11).

Evaluates a small part of Python by looking at its syntax tree; nothing is executed.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, TypeAlias

from .authored_words import named_constant
from .nodes import Bool, Expr, Symbol, Text, Tuple, Value
from .read_dims import dotted
from .read_expr import BAD_EXPRESSION, checked_integer, literal_float, symbol

if TYPE_CHECKING:
    from collections.abc import Callable

    from .read_state import Reading
    from .types import Dim, Shape

Constant: TypeAlias = "int | float | bool | str | Symbol | tuple[Constant, ...]"

_ARITHMETIC: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.FloorDiv: lambda left, right: left // right,
    ast.Mod: lambda left, right: left % right,
    ast.Pow: lambda left, right: left**right,
    ast.LShift: lambda left, right: left << right,
    ast.RShift: lambda left, right: left >> right,
}

_WIDEST = 128
"""Exponents and shifts beyond this make no 64-bit constant."""


def module_constant(r: Reading, target: ast.expr, node: ast.expr) -> None:
    """Remember what the names at the top of the file stand for, if that is constant."""
    value = evaluate(r, node)
    if value is not None:
        _remember(r, target, value)
    elif isinstance(node, ast.Call) and isinstance(target, ast.Name) and dotted(r, node.func) == "pl.MemRef":
        r.authored.buffers[target.id] = node


def _remember(r: Reading, target: ast.expr, value: Constant) -> None:
    if isinstance(target, ast.Name):
        r.constants[target.id] = value
    elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, tuple) and len(value) == len(target.elts):
        for name, item in zip(target.elts, value, strict=True):
            _remember(r, name, item)


def evaluate(r: Reading, node: ast.expr) -> Constant | None:
    """The value of a constant expression: a number, a string, a tuple, an enum member or dtype. None for any other."""
    if isinstance(node, (ast.List, ast.Tuple)):
        items = [evaluate(r, item) for item in node.elts]
        known = tuple([item for item in items if item is not None])
        return known if len(known) == len(items) else None
    if isinstance(node, ast.Subscript):
        whole, index = evaluate(r, node.value), evaluate(r, node.slice)
        if isinstance(whole, tuple) and type(index) is int and -len(whole) <= index < len(whole):
            return whole[index]
        return None
    if isinstance(node, ast.Attribute):
        name = dotted(r, node)
        known = named_constant(name)
        if known is not None:
            return known
        base, _, member = name.rpartition(".")
        root, _, enum = base.partition(".")
        return symbol("Mem" if enum == "MemorySpace" else enum, member) if root == "pl" else None
    if isinstance(node, ast.Call):
        return byte_size(r, node)
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, str)):
        return node.value
    if isinstance(node, ast.Name) and node.id not in r.names:
        return r.constants.get(node.id)
    return fold(r, node)


def fold(r: Reading, node: ast.expr) -> int | float | None:
    """The number that a sub-tree of nothing but numbers makes; None for any other."""
    if isinstance(node, ast.Constant):
        return _number(node.value)
    if isinstance(node, ast.Name):
        return None if node.id in r.names else _number(r.constants.get(node.id))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = fold(r, node.operand)
        return None if value is None else -value
    if isinstance(node, ast.Call):
        return byte_size(r, node)
    if isinstance(node, ast.Attribute):
        return _number(named_constant(dotted(r, node)))
    if isinstance(node, ast.Subscript):
        return _number(evaluate(r, node))
    if not isinstance(node, ast.BinOp) or not _may_fold(r, node):
        return None
    left, right = fold(r, node.left), fold(r, node.right)
    return None if left is None or right is None else _compute(r, node, left, right)


def _number(value: object) -> int | float | None:
    return value if type(value) is int or type(value) is float else None


def _may_fold(r: Reading, node: ast.BinOp) -> bool:
    """Whether the leftmost leaf is a number: a cheap no for most expressions."""
    leaf: ast.expr = node
    while isinstance(leaf, ast.BinOp):
        leaf = leaf.left
    return not (isinstance(leaf, ast.Name) and (leaf.id in r.names or leaf.id not in r.constants))


def _compute(r: Reading, node: ast.BinOp, left: float, right: float) -> float:
    function = _ARITHMETIC.get(node.op.__class__)
    wide = isinstance(node.op, (ast.Pow, ast.LShift)) and abs(right) > _WIDEST
    if function is None or wide:
        r.refuse(BAD_EXPRESSION, node, f"`{ast.unparse(node)}` is no 64-bit constant", help="write the number itself")
    try:
        value = function(left, right)
    except (ArithmeticError, TypeError, ValueError) as error:
        r.refuse(BAD_EXPRESSION, node, f"`{ast.unparse(node)}` cannot be computed: {error}", help="write the number itself")
    if type(value) is int:
        return checked_integer(r, node, value).value
    if not isinstance(value, float) or value - value != 0:
        r.refuse(BAD_EXPRESSION, node, f"`{ast.unparse(node)}` is no number that the IR can hold", help="write a finite number")
    return value


def byte_size(r: Reading, node: ast.Call) -> int | None:
    """`pl.FP32.get_byte()`."""
    head, _, method = dotted(r, node.func).rpartition(".")
    spec = r.specs.dtypes.get(head.removeprefix("pl."))
    return (spec.bits + 7) // 8 if method == "get_byte" and spec is not None and not node.args else None


def constant_expr(r: Reading, node: ast.AST, value: Constant) -> Expr:
    """A constant as an operand."""
    if isinstance(value, bool):
        return Bool(value)
    if isinstance(value, int):
        return checked_integer(r, node, value)
    if isinstance(value, float):
        return literal_float(value)
    if isinstance(value, Expr):
        return value
    if isinstance(value, tuple):
        return Tuple(tuple([constant_expr(r, node, item) for item in value]))
    r.refuse(BAD_EXPRESSION, node, "a string is no value here", help="operands are variables, numbers, True and False")


def constant_value(value: Constant) -> Value:
    """A constant as the value of a keyword."""
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, tuple):
        return tuple([constant_value(item) for item in value])
    return value


def constant_shape(r: Reading, node: ast.AST, value: tuple[Constant, ...]) -> Shape:
    """A constant list as a shape."""
    extents: list[Dim] = []
    for item in value:
        if isinstance(item, bool) or not isinstance(item, int):
            r.refuse(BAD_EXPRESSION, node, "a shape holds integers", help="write a list such as [16, 64]")
        extents.append(item)
    return tuple(extents)
