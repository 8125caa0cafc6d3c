"""Keyword values and attributes: `ast` to `Value` (`reference/ir_text.md` 9.1, 9.5).

A literal stays plain Python data, an enum member becomes a `Symbol`, a list a tuple of values; everything else is an
expression.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from .nodes import Bool, Float, Int, Text, Value
from .read_expr import BAD_EXPRESSION, checked_integer, member

if TYPE_CHECKING:
    from collections.abc import Callable

    from .nodes import Keywords
    from .read_state import Reading


def value(r: Reading, node: ast.expr) -> Value:
    """What a keyword argument holds."""
    return _VALUES.get(node.__class__, _expression)(r, node)


def keywords(r: Reading, nodes: list[ast.keyword]) -> Keywords:
    """Keyword arguments in the order in which they stand."""
    found: list[tuple[str, Value]] = []
    for node in nodes:
        key, given = node.arg, node.value
        if key is None:
            r.refuse(BAD_EXPRESSION, given, "`**` is not part of the IR", help="name each keyword")
        found.append((key, _VALUES.get(given.__class__, _expression)(r, given)))
    return tuple(found)


def attributes(r: Reading, node: ast.expr) -> Keywords:
    """`{"key": value, ...}`: the attributes of a call, a loop or a function."""
    if not isinstance(node, ast.Dict):
        r.refuse(BAD_EXPRESSION, node, "attributes are a dict", help='write `attrs={"key": value}`')
    found: list[tuple[str, Value]] = []
    for key, given in zip(node.keys, node.values, strict=True):
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            r.refuse(BAD_EXPRESSION, key or given, "the key of an attribute is a string", help='write `{"key": value}`')
        found.append((key.value, value(r, given)))
    return tuple(found)


def _constant(r: Reading, node: ast.Constant) -> Value:
    given: object = node.value
    if type(given) is int:
        return checked_integer(r, node, given).value
    if isinstance(given, (bool, float)):
        return given
    if isinstance(given, str):
        return Text(given)
    r.refuse(
        BAD_EXPRESSION,
        node,
        f"`{ast.unparse(node)}` is no value here",
        help="a keyword holds a number, a word, an enum member or an expression",
    )


def _negative(r: Reading, node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        given: object = node.operand.value
        if type(given) is int:
            return -checked_integer(r, node, given).value
        if type(given) is float:
            return -given
    return _expression(r, node)


def _member(r: Reading, node: ast.Attribute) -> Value:
    enum = node.value
    if isinstance(enum, ast.Attribute) and isinstance(enum.value, ast.Name) and enum.value.id == "pl":
        return member(r, node, enum.attr, node.attr)
    return _expression(r, node)


def _list(r: Reading, node: ast.List | ast.Tuple) -> Value:
    return tuple([_VALUES.get(item.__class__, _expression)(r, item) for item in node.elts])


def _name(r: Reading, node: ast.Name) -> Value:
    if node.id in r.constants and node.id not in r.names:
        from .authored_constants import constant_value

        return constant_value(r.constants[node.id])
    return _expression(r, node)


def _expression(r: Reading, node: ast.expr) -> Value:
    made = r.expressions[node.__class__](r, node)
    if isinstance(made, Int) and made.dtype == "INDEX":
        return made.value
    if isinstance(made, Float) and made.dtype == "FP32":
        return float(made.text)
    return made.value if isinstance(made, Bool) else made


_VALUES: dict[type[ast.expr], Callable[[Reading, Any], Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.UnaryOp: _negative,
    ast.Attribute: _member,
    ast.List: _list,
    ast.Tuple: _list,
}
