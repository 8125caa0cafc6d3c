"""Expressions and keyword values to text (`reference/ir_text.md` sections 8 and 9)."""

from __future__ import annotations

import keyword
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .nodes import Binary, Bool, Call, Cast, Expr, Float, Int, Invoke, Item, Keywords, Submit, Symbol, Text, Tuple, Unary, Value, Var
from .read_expr import float_text
from .text_forms import FORMS, HIDDEN, PADDED, PADDED_TEXT, SPLIT_BY_SCOPE, keywords_of_operands

if TYPE_CHECKING:
    from collections.abc import Callable

    from .print_state import Printing

PRECEDENCE = {
    "or": 1,
    "xor": 2,
    "and": 3,
    "not": 4,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 5),
    "|": 6,
    "^": 7,
    "&": 8,
    "<<": 9,
    ">>": 9,
    "+": 10,
    "-": 10,
    **dict.fromkeys(("*", "/", "//", "%"), 11),
    "~": 12,
    "**": 13,
}
NEGATION = 12
CALL_LIKE = 14
ATOM = 15


def expr_text(p: Printing, expr: Expr) -> str:
    """The text of an expression at a place where it needs no parentheses."""
    return TEXTS[expr.__class__](p, expr)


def _var(p: Printing, var: Var) -> str:
    if p.in_extent:
        p.named = True
        return p.extents.get(var) or var.name
    return p.names.get(var) or p.name(var)


def _int(p: Printing, number: Int) -> str:
    if number.dtype == "INDEX" and not p.typed:
        return str(number.value)
    return f"pl.const({number.value}, pl.{number.dtype})"


def _float(p: Printing, number: Float) -> str:
    return number.text if number.dtype == "FP32" else f"pl.const({number.text}, pl.{number.dtype})"


def _bool(p: Printing, expr: Bool) -> str:
    return "True" if expr.value else "False"


def _binary(p: Printing, expr: Binary) -> str:
    if expr.op == "min" or expr.op == "max":
        return f"pl.{expr.op}({TEXTS[expr.left.__class__](p, expr.left)}, {TEXTS[expr.right.__class__](p, expr.right)})"
    if not p.typed and _only_integers(expr):
        p.typed = True
        text = _binary(p, expr)
        p.typed = False
        return text
    # One frame for each level, as in the reader: what could be read can be printed.
    left, right, level = expr.left, expr.right, PRECEDENCE[expr.op]
    least = level + 1 if expr.op == "**" else level
    first, second = TEXTS[left.__class__](p, left), TEXTS[right.__class__](p, right)
    if _precedence(left) < least:
        first = f"({first})"
    if _precedence(right) < 2 * level + 1 - least:
        second = f"({second})"
    return f"{first} {expr.op} {second}"


def _precedence(expr: Expr) -> int:
    if isinstance(expr, Binary):
        return PRECEDENCE.get(expr.op, CALL_LIKE)
    if isinstance(expr, Unary):
        return CALL_LIKE if expr.op == "abs" else NEGATION if expr.op == "-" else PRECEDENCE[expr.op]
    return ATOM


def _only_integers(expr: Expr) -> bool:
    while isinstance(expr, Binary):
        if not isinstance(expr.right, Int) and not _only_integers(expr.right):
            return False
        expr = expr.left
    return isinstance(expr, Int)


def _unary(p: Printing, expr: Unary) -> str:
    if expr.op == "abs":
        return f"abs({expr_text(p, expr.operand)})"
    operand = expr.operand
    text = TEXTS[operand.__class__](p, operand)
    if _precedence(operand) < _precedence(expr):
        text = f"({text})"
    return f"not {text}" if expr.op == "not" else expr.op + text


def _cast(p: Printing, expr: Cast) -> str:
    return f"pl.cast({expr_text(p, expr.operand)}, pl.{expr.dtype})"


def _tuple(p: Printing, expr: Tuple) -> str:
    return "[" + ", ".join([TEXTS[item.__class__](p, item) for item in expr.items]) + "]"


def _item(p: Printing, expr: Item) -> str:
    text = expr_text(p, expr.operand)
    return f"({text})[{expr.index}]" if _precedence(expr.operand) < ATOM else f"{text}[{expr.index}]"


def _symbol(p: Printing, expr: Symbol) -> str:
    return f"pl.{expr.enum}.{expr.name}" if expr.enum else f"pl.{expr.name}"


@lru_cache(maxsize=1024)
def op_head(op: str) -> str:
    """How a call of this op begins: `pl.tile.load(`, `pl.tile.and_(`, `pld.tile.put(`."""
    head = op + "_" if keyword.iskeyword(op.rpartition(".")[2]) else op
    return f"{head}(" if op.startswith("pld.") else f"pl.{head}("


def _call(p: Printing, call: Call) -> str:
    op, operands, kwargs = call.op, call.args, call.kwargs
    form = FORMS.get(op)
    if form is not None:
        operands, kwargs = keywords_of_operands(form, operands, kwargs)
    elif kwargs:
        if op in HIDDEN:
            kwargs = tuple([(key, value) for key, value in kwargs if key != HIDDEN[op]])
        elif op == PADDED[0] and (PADDED[1], True) in kwargs:
            op, kwargs = PADDED_TEXT, tuple([(key, value) for key, value in kwargs if key != PADDED[1]])
        elif p.split and op in SPLIT_BY_SCOPE:
            kwargs = tuple([(key, value) for key, value in kwargs if key != "split"])
    args = [TEXTS[arg.__class__](p, arg) for arg in operands]
    if kwargs:
        args += [f"{key}={value_text(p, value)}" for key, value in kwargs]
    if call.attrs:
        args.append(f"attrs={attributes_text(p, call.attrs)}")
    return op_head(op) + ", ".join(args) + ")"


def _invoke(p: Printing, call: Invoke) -> str:
    args = [TEXTS[arg.__class__](p, arg) for arg in call.args]
    args += [f"{key}={value_text(p, value)}" for key, value in call.kwargs]
    if call.attrs:
        args.append(f"attrs={attributes_text(p, call.attrs)}")
    return f"self.{call.callee}({', '.join(args)})"


def _submit(p: Printing, call: Submit) -> str:
    args = [f"self.{call.callee}", *[TEXTS[arg.__class__](p, arg) for arg in call.args]]
    args += header_keywords(p, call.kwargs)
    if call.attrs:
        args.append(f"attrs={attributes_text(p, call.attrs)}")
    return f"pl.{'spmd_submit' if call.spmd else 'submit'}({', '.join(args)})"


def header_keywords(p: Printing, pairs: Keywords) -> list[str]:
    """Keywords of a submit or of a scope: strings in double quotes, a predicate in parentheses (ir_text.md 6)."""
    return [f"{key}=({attribute_text(p, value)})" if key == "predicate" else f"{key}={attribute_text(p, value)}" for key, value in pairs]


def value_text(p: Printing, value: Value) -> str:
    """The value of a keyword of an op: strings in single quotes (ir_text.md 9.1)."""
    if isinstance(value, Text):
        return f'"{value.value}"' if value.double else f"'{value.value}'"
    if isinstance(value, tuple):
        return "[" + ", ".join([value_text(p, item) for item in value]) + "]"
    return _plain(p, value)


def attributes_text(p: Printing, pairs: Keywords) -> str:
    """`{"key": value, ...}` (ir_text.md 9.5)."""
    return "{" + ", ".join([f'"{key}": {attribute_text(p, value)}' for key, value in pairs]) + "}"


def attribute_text(p: Printing, value: Value) -> str:
    """The value of an attribute: strings in double quotes with escapes."""
    if isinstance(value, Text):
        return '"' + value.value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'
    if isinstance(value, tuple):
        return "[" + ", ".join([attribute_text(p, item) for item in value]) + "]"
    return _plain(p, value)


def _plain(p: Printing, value: int | float | bool | Symbol | Expr) -> str:
    if isinstance(value, Expr):
        return TEXTS[value.__class__](p, value)
    return float_text(value) if isinstance(value, float) else str(value)


TEXTS: dict[type[Expr], Callable[[Printing, Any], str]] = {
    Var: _var,
    Int: _int,
    Float: _float,
    Bool: _bool,
    Binary: _binary,
    Unary: _unary,
    Cast: _cast,
    Tuple: _tuple,
    Item: _item,
    Symbol: _symbol,
    Call: _call,
    Invoke: _invoke,
    Submit: _submit,
}
