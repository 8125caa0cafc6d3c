"""Calls: registered ops, functions of the program, submits, and the few `pl.` functions that are expressions.

A printed call (`pl.tile.load(...)`) is kept as it stands (`reference/ir_text.md` 9.1 to 9.5). Short and hand-written
spellings (`pl.load`, `pl.add`) are mapped to printed ones by `lowering`.
"""

from __future__ import annotations

import ast
import keyword
from typing import TYPE_CHECKING

from .nodes import Binary, Call, Cast, Expr, Float, Invoke, Keywords, Submit
from .read_arity import check_call
from .read_dims import dotted, dtype
from .read_expr import BAD_EXPRESSION, float_text, integer
from .read_values import attributes, keywords, value
from .spelling import did_you_mean
from .text_forms import FORMS, PADDED, PADDED_TEXT, SPLIT_BY_SCOPE, operands_of_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from .read_state import Reading

BAD_CALL = "TW0107"
UNKNOWN_FUNCTION = "TW0116"


def op_call(r: Reading, node: ast.Call, op: str) -> Expr:
    """A call of the op with this full IR name, kept as written."""
    table = r.expressions
    args = tuple([table[arg.__class__](r, arg) for arg in node.args])
    split = r.authored.split
    if split is not None and op in SPLIT_BY_SCOPE:
        return _split(r, node, op, args, split)
    if not node.keywords:
        check_call(r, node, op, args, ())
        return Call(op, args, (), (), r.span(node))
    kwargs, attrs = split_attributes(r, node.keywords)
    form = FORMS.get(op)
    if form is not None:
        try:
            args, kwargs = operands_of_text(form, args, kwargs)
        except ValueError:
            r.refuse(BAD_CALL, node, "a string stands where an operand of the op is expected", help="operands are variables and numbers")
    check_call(r, node, op, args, kwargs)
    return Call(op, args, kwargs, attrs, r.span(node))


def _split(r: Reading, node: ast.Call, op: str, args: tuple[Expr, ...], split: int) -> Call:
    """A call whose `split` does not print, because the region around it says it (ir_text.md 6.3)."""
    kwargs, attrs = split_attributes(r, node.keywords) if node.keywords else ((), ())
    if not any(key == "split" for key, _ in kwargs):
        kwargs = (("split", split), *kwargs)
    return Call(op, args, kwargs, attrs, r.span(node))


def split_attributes(r: Reading, nodes: list[ast.keyword]) -> tuple[Keywords, Keywords]:
    """Keyword arguments, and what `attrs={...}` holds."""
    if nodes[-1].arg == "attrs":
        return keywords(r, nodes[:-1]), attributes(r, nodes[-1].value)
    for node in nodes:
        if node.arg == "attrs":
            rest = [other for other in nodes if other is not node]
            return keywords(r, rest), attributes(r, node.value)
    return keywords(r, nodes), ()


def call(r: Reading, node: ast.Call) -> Expr:
    """Any call that stands as an expression."""
    function = node.func
    if isinstance(function, ast.Attribute):
        base = function.value
        if isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name):
            root = base.value.id
            if root == "pl" and base.attr != "optimizations":
                member = function.attr
                if member[-1] == "_" and keyword.iskeyword(member[:-1]):
                    member = member[:-1]
                return r.op_call(r, node, f"{base.attr}.{member}")
            if root == "pld":
                return _padded(r.op_call(r, node, f"pld.{base.attr}.{function.attr}"))
        elif isinstance(base, ast.Name) and base.id == "self":
            return invoke(r, node, function.attr)
    name = dotted(r, function).replace(".optimizations.", ".")
    form = _FORMS.get(name)
    if form is not None:
        return form(r, node)
    if name in r.functions:
        return invoke(r, node, name)
    from .authored_calls import short_call

    return short_call(r, node, name)


def _padded(made: Expr) -> Expr:
    """One op has a second name in the text."""
    if isinstance(made, Call) and made.op == PADDED_TEXT:
        return Call(PADDED[0], made.args, (*made.kwargs, (PADDED[1], True)), made.attrs, made.span)
    return made


def invoke(r: Reading, node: ast.Call, callee: str) -> Expr:
    """`self.callee(args)`."""
    known_function(r, node, callee)
    table = r.expressions
    kwargs, attrs = split_attributes(r, node.keywords) if node.keywords else ((), ())
    if r.dump:
        args = tuple([table[arg.__class__](r, arg) for arg in node.args])
    else:
        from .authored_calls import arguments, check_arguments

        check_arguments(r, node, callee)
        args, found = arguments(r, node.args)
        attrs = (*found, *attrs)
    return Invoke(callee, args, kwargs, attrs, r.span(node))


def known_function(r: Reading, node: ast.AST, callee: str) -> None:
    """Refuse a callee that the program does not define; remember who calls whom for the order of printing."""
    if callee not in r.functions:
        advice = did_you_mean(callee, r.functions) or "define it as a method of the program"
        r.refuse(UNKNOWN_FUNCTION, node, f"the program has no function `{callee}`", help=advice)
    r.calls[r.function].append(callee)


def submit(r: Reading, node: ast.Call) -> Expr:
    """`pl.submit(self.f, args..., deps=[..])` and `pl.spmd_submit` (ir_text.md 6.5)."""
    spmd = dotted(r, node.func) == "pl.spmd_submit"
    first = node.args[0] if node.args else None
    if not isinstance(first, ast.Attribute) or not isinstance(first.value, ast.Name) or first.value.id != "self":
        r.refuse(BAD_CALL, node, "a submit names the function that it starts", help="write `pl.submit(self.kernel, x, deps=[])`")
    known_function(r, first, first.attr)
    table = r.expressions
    if not r.dump:
        from .authored_submit import authored_submit

        return authored_submit(r, node, first.attr, spmd)
    args = tuple([table[arg.__class__](r, arg) for arg in node.args[1:]])
    kwargs, attrs = split_attributes(r, node.keywords) if node.keywords else ((), ())
    return Submit(first.attr, args, kwargs, attrs, spmd, r.span(node))


def _optimization(r: Reading, node: ast.Call) -> Expr:
    """`pl.split(...)` and its kin in the header of a scope: no op, but printed like one."""
    args = tuple([operand(r, arg) for arg in node.args])
    return Call(dotted(r, node.func).rpartition(".")[2], args, keywords(r, node.keywords), (), r.span(node))


def _const(r: Reading, node: ast.Call) -> Expr:
    if len(node.args) != 2 or node.keywords:
        r.refuse(BAD_CALL, node, "a typed constant has a value and a dtype", help="write `pl.const(5, pl.INT32)`")
    given, element = value(r, node.args[0]), dtype(r, node.args[1])
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        r.refuse(BAD_CALL, node.args[0], "the value of a typed constant is a number", help="write `pl.const(5, pl.INT32)`")
    if r.specs.is_float(element):
        return Float(float_text(float(given)), element)
    if isinstance(given, float):
        r.refuse(BAD_CALL, node.args[0], f"`{element}` holds integers only", help="use a float dtype such as pl.FP32")
    return integer(given, element)


def _cast(r: Reading, node: ast.Call) -> Expr:
    if r.dump and len(node.args) == 2 and not node.keywords:
        return Cast(operand(r, node.args[0]), dtype(r, node.args[1]))
    from .authored_calls import short_call

    return short_call(r, node, "pl.cast")


def _extremum(r: Reading, node: ast.Call) -> Expr:
    name = dotted(r, node.func)
    if r.dump and len(node.args) == 2 and not node.keywords:
        return Binary(name[3:], operand(r, node.args[0]), operand(r, node.args[1]))
    from .authored_calls import short_call

    return short_call(r, node, name)


def operand(r: Reading, node: ast.expr) -> Expr:
    """Any expression, by the table of this reading."""
    return r.expressions[node.__class__](r, node)


def _absolute(r: Reading, node: ast.Call) -> Expr:
    r.refuse(BAD_EXPRESSION, node, "the built-in `abs` is not part of the IR", help="use `pl.max(x, 0 - x)` or `pl.abs` on a tile")


def _misplaced(r: Reading, node: ast.Call) -> Expr:
    name = dotted(r, node.func)
    r.refuse(BAD_CALL, node, f"`{name}` cannot stand here", help=_PLACES[name])


_PLACES = {
    "pl.yield_": "it ends the body of a loop with `init_values` or a branch of an `if`: `p = pl.yield_(x)`",
    "pl.range": "it is the header of a loop: `for i in pl.range(4):`",
    "pl.parallel": "it is the header of a loop: `for i in pl.parallel(4):`",
    "pl.unroll": "it is the header of a loop: `for i in pl.unroll(4):`",
    "pl.pipeline": "it is the header of a loop: `for i in pl.pipeline(4, stage=2):`",
    "pl.while_": "it is the header of a loop: `for (a,) in pl.while_(init_values=(x,)):`",
    "pl.cond": "it is the first line of a `pl.while_` loop",
    "pl.func_attr": "it is the first line of a function",
    "pl.dynamic": 'write `N = pl.dynamic("N")` at the top of the file',
    "pl.scope": "write `with pl.scope():`",
    "pl.at": "write `with pl.at(level=pl.Level.CORE_GROUP):`",
    "pl.cluster": "write `with pl.cluster():`",
    "pl.spmd": "write `for i in pl.spmd(4):`",
    "pl.split_aiv": "write `for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):`",
}

_FORMS: dict[str, Callable[[Reading, ast.Call], Expr]] = {
    **dict.fromkeys(_PLACES, _misplaced),
    "pl.const": _const,
    "pl.cast": _cast,
    "pl.min": _extremum,
    "pl.max": _extremum,
    "pl.submit": submit,
    "pl.spmd_submit": submit,
    "pl.split": _optimization,
    "pl.cross_core_slot": _optimization,
    "abs": _absolute,
}
