"""Expressions of printed IR: `ast` to `Expr` (`reference/ir_text.md` sections 8.1, 8.2 and 12).

Reads what the printer of PyPTO writes, literally: no folding, no casts, no types. What only people write (closure constants,
promotion, slices) is added by `authored_expr.py`, which overrides entries of the table. Calls are in `read_calls.py`.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .nodes import Binary, Bool, Expr, Float, Int, Item, Symbol, Tuple, Unary, Var
from .read_source import TOO_DEEP
from .types import TupleType

if TYPE_CHECKING:
    from .read_state import ExprReader, Reading

UNKNOWN_NAME = "TW0105"
BAD_EXPRESSION = "TW0109"

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.And: "and",
    ast.Or: "or",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.USub: "-",
    ast.Invert: "~",
    ast.Not: "not",
}

LARGEST = 1 << 64
FREE = "__FREE_VAR"

LONG, DEEPEST = 400, 200
"""Only expressions of more than so many characters are checked for chains of more than so many operators."""


@lru_cache(maxsize=4096)
def integer(value: int, dtype: str = "INDEX") -> Int:
    """The constant `value`; equal constants are one object."""
    return Int(value, dtype)


def float_text(value: float) -> str:
    """The canonical text of a float (ir_text.md 8.1): `%.17g`, with `.0` where that looks like an integer."""
    text = f"{value:.17g}"
    return text if "." in text or "e" in text or "n" in text else text + ".0"


@lru_cache(maxsize=1024)
def literal_float(value: float) -> Float:
    """The FP32 constant `value`."""
    return Float(float_text(value))


@lru_cache(maxsize=1024)
def symbol(enum: str, name: str) -> Symbol:
    """`pl.<enum>.<name>`, or `pl.<name>` for an empty enum; equal symbols are one object."""
    return Symbol(enum, name)


def member(r: Reading, node: ast.Attribute, enum: str, name: str) -> Symbol:
    """The symbol that stands at `node`; it must exist."""
    found = symbol("Mem" if enum == "MemorySpace" else enum, name)
    if id(found) not in r.members:
        from .read_members import checked

        return checked(r, node, found)
    return found


def name(r: Reading, node: ast.Name) -> Expr:
    var = r.names.get(node.id)
    if var is None or r.in_type:
        return _other_name(r, node)
    return var


def _other_name(r: Reading, node: ast.Name) -> Expr:
    """A name inside a type, or one that is no visible variable: an extent, a constant, or an error."""
    name = node.id
    if r.in_type:
        extent = r.extent(name)
        r.extents.append((name, extent))
        if extent is not None:
            return integer(extent) if isinstance(extent, int) else extent
    if name in r.declared:
        return r.dims[r.declared[name]]
    if name in r.constants:
        from .authored_constants import constant_expr

        return constant_expr(r, node, r.constants[name])
    if name in r.imported:
        return symbol("", r.imported[name].rpartition(".")[2])
    if name in ("inf", "nan") and r.dump:
        return literal_float(float(name))
    if name.endswith(FREE):
        return Var(name[: -len(FREE)], r.span(node))
    return unknown_name(r, node)


def unknown_name(r: Reading, node: ast.Name) -> Expr:
    """Refuse a name that nothing defines."""
    from difflib import get_close_matches

    near = get_close_matches(node.id, [*r.names, *r.declared, *r.constants], 1)
    advice = f"did you mean `{near[0]}`?" if near else "define it before it is used, or pass it as a parameter"
    if node.id in r.functions:
        advice = f"a function of the program is called as `self.{node.id}(...)`"
    r.refuse(UNKNOWN_NAME, node, f"the name `{node.id}` is not defined here", help=advice)


def constant(r: Reading, node: ast.Constant) -> Expr:
    value: object = node.value
    if type(value) is int:
        return checked_integer(r, node, value)
    if type(value) is float:
        return literal_float(value)
    if type(value) is bool:
        return Bool(value)
    word = "None" if value is None else "a string" if isinstance(value, str) else f"`{ast.unparse(node)}`"
    r.refuse(BAD_EXPRESSION, node, f"{word} is no value here", help="operands are variables, numbers, True and False")


def checked_integer(r: Reading, node: Any, value: int) -> Int:
    if not -LARGEST < value < LARGEST:
        r.refuse(BAD_EXPRESSION, node, "this integer does not fit into 64 bits", help="integers go from -2**64 to 2**64")
    return integer(value)


def sequence(r: Reading, node: ast.List | ast.Tuple) -> Expr:
    table = r.expressions
    return Tuple(tuple([table[item.__class__](r, item) for item in node.elts]))


def binary(r: Reading, node: ast.BinOp) -> Expr:
    table = r.expressions
    left, right = node.left, node.right
    op = OPERATORS.get(node.op.__class__)
    if op is None:
        r.refuse(BAD_EXPRESSION, node, "the operator `@` is not part of the IR", help="use `pl.matmul(a, b)`")
    if node.lineno != node.end_lineno or (node.end_col_offset or 0) - node.col_offset > LONG:
        check_depth(r, node)
    return Binary(op, table[left.__class__](r, left), table[right.__class__](r, right))


def check_depth(r: Reading, node: ast.expr) -> None:
    """Refuse a chain of operators that later traversals could not follow."""
    depth, inner = 0, node
    while depth < DEEPEST:
        if isinstance(inner, ast.BinOp):
            inner = inner.right if isinstance(inner.op, ast.Pow) else inner.left
        elif isinstance(inner, ast.UnaryOp):
            inner = inner.operand
        elif isinstance(inner, ast.BoolOp) and len(inner.values) < DEEPEST:
            inner = inner.values[0]
        elif not isinstance(inner, ast.BoolOp):
            return
        depth += 1
    r.refuse(TOO_DEEP, node, f"more than {DEEPEST} operators in a row", help="split the expression over several assignments")


def comparison(r: Reading, node: ast.Compare) -> Expr:
    table = r.expressions
    op = OPERATORS.get(node.ops[0].__class__)
    if len(node.ops) != 1:
        r.refuse(BAD_EXPRESSION, node, "comparisons cannot be chained", help="write `a < b and b < c`")
    if op is None:
        r.refuse(BAD_EXPRESSION, node, "`in` and `is` are not part of the IR", help="compare scalars by == != < <= > >=")
    left, right = node.left, node.comparators[0]
    return Binary(op, table[left.__class__](r, left), table[right.__class__](r, right))


def logical(r: Reading, node: ast.BoolOp) -> Expr:
    check_depth(r, node)
    table, op = r.expressions, OPERATORS[node.op.__class__]
    first, *rest = node.values
    made = table[first.__class__](r, first)
    for value in rest:
        made = Binary(op, made, table[value.__class__](r, value))
    return made


def unary(r: Reading, node: ast.UnaryOp) -> Expr:
    op = OPERATORS.get(node.op.__class__)
    operand = node.operand
    if op is None:
        r.refuse(BAD_EXPRESSION, node, "unary `+` is not part of the IR", help="leave it out")
    if isinstance(operand, ast.UnaryOp):
        check_depth(r, node)
    made = r.expressions[operand.__class__](r, operand)
    if op == "-" and isinstance(operand, ast.Constant):
        if isinstance(made, Int):
            return integer(-made.value)
        if isinstance(made, Float):
            return literal_float(-float(made.text))
    return Unary(op, made)


def item(r: Reading, node: ast.Subscript) -> Expr:
    """`t[0]` of a tuple. Any other subscript is hand-written sugar."""
    where, index = node.value, node.slice
    operand = r.expressions[where.__class__](r, where)
    if isinstance(index, ast.Constant) and type(index.value) is int:
        known = r.types.get(operand) if isinstance(operand, Var) else None
        if isinstance(known, TupleType):
            return Item(operand, index.value)
    from .authored_subscripts import subscript

    return subscript(r, node, operand)


def enum_member(r: Reading, node: ast.Attribute) -> Expr:
    """`pl.Mem.Vec` or `pl.FP16` where an operand stands."""
    base = node.value
    if isinstance(base, ast.Name):
        if base.id == "pl":
            return member(r, node, "", node.attr)
    elif isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name) and base.value.id == "pl":
        return member(r, node, base.attr, node.attr)
    r.refuse(BAD_EXPRESSION, node, f"`{ast.unparse(node)}` is no value", help="enum members are written `pl.Mem.Vec`, dtypes `pl.FP16`")


def no_expression(r: Reading, node: ast.expr) -> Expr:
    """Refuse a kind of Python expression that the IR does not have."""
    known: dict[type[ast.expr], str] = {
        ast.IfExp: "a conditional expression",
        ast.Lambda: "a lambda",
        ast.NamedExpr: "`:=`",
        ast.JoinedStr: "an f-string",
        ast.Dict: "a dict",
        ast.Set: "a set",
        ast.ListComp: "a comprehension",
        ast.SetComp: "a comprehension",
        ast.DictComp: "a comprehension",
        ast.GeneratorExp: "a comprehension",
        ast.Starred: "`*`",
        ast.Slice: "a slice",
    }
    what = known.get(node.__class__, f"`{node.__class__.__name__}`")
    advice = "use an `if` statement whose branches yield the value" if node.__class__ is ast.IfExp else "assign simpler expressions"
    r.refuse(BAD_EXPRESSION, node, f"{what} is not part of the IR", help=advice)


EXPRESSIONS: dict[type[ast.AST], ExprReader] = {
    **dict.fromkeys(ast.expr.__subclasses__(), no_expression),
    ast.Name: name,
    ast.Constant: constant,
    ast.List: sequence,
    ast.Tuple: sequence,
    ast.BinOp: binary,
    ast.Compare: comparison,
    ast.BoolOp: logical,
    ast.UnaryOp: unary,
    ast.Subscript: item,
    ast.Attribute: enum_member,
}
