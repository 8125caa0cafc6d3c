"""Arguments of hand-written calls as operands and keyword values. In: `Value`s as written. Out: expressions, keyword values.

Numbers that are written where an operand stands take the element type that the op's `literals:` names
(`reference/ir_text.md` 9.4); what stands in a keyword stays plain data. Nothing here knows a spelling.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Bool, Expr, Float, Int, Symbol, Text, Tuple
from .read_expr import float_text
from .refusal import Refusal
from .types import ScalarType, TensorType, TileType, TupleType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .nodes import Value
    from .opspecs import Specs
    from .types import Type

WRONG_ARGUMENT = "TW0158"


def as_operand(value: Value) -> Expr:
    """A value as an operand: numbers become constants, lists become tuples. Raises `Refusal` for a string."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, bool):
        return Bool(value)
    if isinstance(value, int):
        return Int(value)
    if isinstance(value, float):
        return Float(float_text(value))
    if isinstance(value, tuple):
        return Tuple(tuple([as_operand(item) for item in value]))
    raise Refusal(WRONG_ARGUMENT, f"the string {value.value!r} stands where an operand is expected")


def as_keyword(value: Value) -> Value:
    """A value as it is stored in a keyword: untyped constants are plain numbers, tuples are lists."""
    if isinstance(value, Int):
        return value.value if value.dtype == "INDEX" else value
    if isinstance(value, Float):
        return float(value.text) if value.dtype == "FP32" else value
    if isinstance(value, Bool):
        return value.value
    return tuple([as_keyword(item) for item in value.items]) if isinstance(value, Tuple) else value


def kind_of(value: Value, types: Callable[[Expr], Type]) -> str:
    """What a value is to the `when:` of a spelling: Tile, Tensor, Tuple, Number, Scalar, or something else."""
    if isinstance(value, (int, float, Int, Float, Bool)):
        return "Number"
    if isinstance(value, (tuple, Tuple)):
        return "Tuple"
    if not isinstance(value, Expr) or isinstance(value, Symbol):
        return "Word"
    found = types(value)
    if isinstance(found, TileType):
        return "Tile"
    if isinstance(found, TensorType):
        return "Tensor"
    return "Tuple" if isinstance(found, TupleType) else "Scalar" if isinstance(found, ScalarType) else "Other"


def literal(text: str, given: Mapping[str, Value]) -> Value | None:
    """What a default or a fixed value of a spelling means: another parameter, or a literal such as `'round'`, `pl.INT32`.

    None where it names a parameter that was not given.
    """
    if text.isidentifier() and text not in ("True", "False"):
        return given.get(text)
    node = ast.parse(text, mode="eval").body
    if isinstance(node, ast.Call):
        number, dtype = (_plain(item) for item in node.args)
        assert isinstance(number, int) and isinstance(dtype, Symbol), "pl.const(value, pl.DTYPE)"
        return Int(number, dtype.name)
    return _plain(node)


def _plain(node: ast.expr) -> Value:
    if isinstance(node, ast.Attribute):
        base = node.value
        return Symbol(base.attr if isinstance(base, ast.Attribute) else "", node.attr)
    value: object = ast.literal_eval(node)
    if isinstance(value, str):
        return Text(value)
    assert isinstance(value, (bool, int, float)), "spellings hold numbers and words"
    return value


def retyped(operand: Expr, dtype: str, specs: Specs, types: Callable[[Expr], Type]) -> Expr:
    """A scalar operand beside an element of `dtype` (9.4).

    An untyped integer takes the dtype, an untyped float keeps FP32, typed constants stay. Raises `Refusal` for an INDEX
    value that is no constant.
    """
    if isinstance(operand, Bool) and not specs.is_float(dtype):
        return Int(int(operand.value), dtype)
    if isinstance(operand, Int):
        if operand.dtype != "INDEX":
            return operand
        return Float(float_text(float(operand.value)), dtype) if specs.is_float(dtype) else Int(operand.value, dtype)
    if not isinstance(operand, Float) and dtype != "INDEX" and types(operand) == ScalarType("INDEX"):
        raise Refusal(WRONG_ARGUMENT, f"an INDEX value stands beside elements of {dtype}", f"cast it first: `pl.cast(x, pl.{dtype})`")
    return operand
