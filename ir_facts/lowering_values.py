"""Arguments of hand-written calls as operands and keyword values. In: `Value`s as written. Out: expressions, keyword values.

Numbers that are written where an operand stands take the element type that the op's `literals:` names
(`reference/ir_text.md` 9.4); what stands in a keyword stays plain data. Nothing here knows a spelling.
"""

from __future__ import annotations

import ast
from math import inf, prod
from typing import TYPE_CHECKING

from .nodes import Binary, Bool, Expr, Float, Int, Symbol, Text, Tuple
from .read_expr import float_text
from .refusal import Refusal
from .text_forms import SPELLED_OUT
from .types import ScalarType, TensorType, TileType, TupleType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .nodes import Value
    from .opspecs import Specs
    from .types import Type

WRONG_ARGUMENT = "TW0158"

PADDING = {0: "zero", inf: "max", -inf: "min"}
"""The numbers that may stand for a pad value."""

SIZE = "INT64"
"""The dtype of a number of bytes."""


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
    raise Refusal(
        WRONG_ARGUMENT, f"the string {value.value!r} stands where an operand is expected", "operands are variables, numbers and lists"
    )


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


def shown(value: Value) -> str:
    """A keyword value as the `when:` of a spelling writes it: `True`, `'soft'`, `pl.AtomicType.None_`."""
    if isinstance(value, Text):
        return repr(value.value)
    return f"pl.{value.enum}.{value.name}" if isinstance(value, Symbol) else str(value)


def stored(key: str, value: Value, kind: str) -> Value:
    """What the IR stores in the keyword `key`, whose type in the op spec is `kind`: the spelling that prints (9.1, 9.4)."""
    value = as_keyword(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    if kind == "float":
        return float(value)
    if kind == "pad" and value in PADDING:
        return Symbol("PadValue", PADDING[value])
    enum, words = SPELLED_OUT.get(key, ("", ())) if kind == "int" else ("", ())
    if isinstance(value, int) and 0 <= value < len(words):
        return Symbol(enum, words[value]) if enum else Text(words[value])
    return value


# ---------------------------------------------------------------------------------------------- numbers beside elements


def retyped(operand: Expr, dtype: str, specs: Specs, types: Callable[[Expr], Type]) -> Expr:
    """A scalar operand beside an element of `dtype` (9.4).

    An untyped integer takes the dtype, an untyped float keeps FP32, typed constants stay. Raises `Refusal` for an INDEX
    value that is no constant.
    """
    if isinstance(operand, Bool) and not specs.is_float(dtype):
        return Int(int(operand.value), dtype)
    if isinstance(operand, Int):
        return operand if operand.dtype != "INDEX" else _constant(operand, dtype, specs)
    if not isinstance(operand, Float) and dtype != "INDEX" and types(operand) == ScalarType("INDEX"):
        raise Refusal(WRONG_ARGUMENT, f"an INDEX value stands beside elements of {dtype}", f"cast it first: `pl.cast(x, pl.{dtype})`")
    return operand


def fixed(operand: Expr, dtype: str, specs: Specs, types: Callable[[Expr], Type]) -> Expr:
    """A scalar operand whose dtype the op fixes. Of an integer dtype, any integer constant takes it, and other values stay."""
    if specs.dtypes[dtype].kind in ("signed", "unsigned") and not isinstance(operand, (Bool, Float)):
        return Int(operand.value, dtype) if isinstance(operand, Int) else operand
    return retyped(operand, dtype, specs, types)


def signed(operand: Expr, dtype: str, specs: Specs, types: Callable[[Expr], Type]) -> Expr:
    """A constant beside elements of `dtype` as the signed integer of as many bits; that of a float dtype is itself."""
    spec = specs.dtypes[dtype]
    if not isinstance(operand, Int) or spec.kind != "unsigned":
        return fixed(operand, dtype, specs, types)
    twin = next(name for name, other in specs.dtypes.items() if other.kind == "signed" and other.bits == spec.bits)
    value = operand.value
    return Int(value - (1 << spec.bits) if value >= 1 << (spec.bits - 1) else value, twin)


def _constant(number: Int, dtype: str, specs: Specs) -> Expr:
    return Float(float_text(float(number.value)), dtype) if specs.is_float(dtype) else Int(number.value, dtype)


def byte_count(shape: Expr, dtype: Value, specs: Specs) -> Expr:
    """The bytes of a buffer for elements of `dtype`: one constant, or a product that keeps the order of the extents."""
    if not isinstance(dtype, Symbol) or dtype.name not in specs.dtypes or not isinstance(shape, Tuple) or not shape.items:
        raise Refusal(WRONG_ARGUMENT, "a size is a number of bytes, or a list of extents and a dtype", "write `([16, 64], dtype=pl.FP32)`")
    width = specs.dtypes[dtype.name].bytes
    numbers = [item.value for item in shape.items if isinstance(item, Int)]
    if any(number <= 0 for number in numbers):
        raise Refusal(WRONG_ARGUMENT, "every extent of a buffer must be positive", "a buffer has at least one element")
    if len(numbers) == len(shape.items):
        return Int(prod(numbers) * width, SIZE)
    factors = [Int(item.value, SIZE) if isinstance(item, Int) else item for item in (*shape.items, Int(width))]
    product = factors[0]
    for factor in factors[1:]:
        product = Binary("*", product, factor)
    return product
