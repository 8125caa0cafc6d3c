"""Calls in hand-written kernels: short names, defaults, operands by keyword (`reference/ir_text.md` 9.3, 9.4, 11).

What a spelling stands for is said by `lowering`; here its operands are read and the result is fitted into the text around it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from .authored_constants import byte_size
from .lowering import lower_call
from .nodes import Call, Expr, Keywords, Text, Value, Var
from .read_calls import BAD_CALL, split_attributes
from .read_dims import dotted
from .read_expr import integer
from .read_statements import count
from .read_typing import TASK_ID, type_of
from .types import ArrayType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .read_state import Reading

NO_DEPENDENCY = "pl.no_dep"

_BUILTINS = {
    "abs": "use `pl.abs` on a tile or tensor",
    "len": "the length of a shape is known; write the number",
    "range": "loops run over `pl.range(n)`",
    "min": "use `pl.min(a, b)`",
    "max": "use `pl.max(a, b)`",
    "print": "use `pl.static_print(...)`",
    "int": "use `pl.cast(x, pl.INT32)`",
    "float": "use `pl.cast(x, pl.FP32)`",
}


def authored_op_call(r: Reading, node: ast.Call, op: str) -> Expr:
    """`pl.tile.load(...)` or `pld.tile.put(...)` as a person writes it: operands may stand as keywords or be left out."""
    return short_call(r, node, dotted(r, node.func))


def short_call(r: Reading, node: ast.Call, name: str) -> Expr:
    """A call by any name that the language has, or of a function that is expanded here."""
    if name in r.authored.inlines:
        from .authored_inline import expand

        return expand(r, node, r.authored.inlines[name])
    if not name.startswith(("pl.", "pld.")):
        shown = ast.unparse(node.func)
        advice = _BUILTINS.get(shown, f"functions of the program are called as `self.{shown}(...)`, ops as `pl.<op>(...)`")
        r.refuse(BAD_CALL, node.func, f"`{shown}` cannot be called here", help=advice)
    if name == NO_DEPENDENCY:
        advice = "write `self.f(pl.no_dep(x))`"
        r.refuse(BAD_CALL, node, "`pl.no_dep` stands around an argument of a call of a program function", help=advice)
    size = byte_size(r, node)
    if size is not None:
        return integer(size)
    args: list[Value | None] = []
    for arg in node.args:
        args.append(_argument(r, arg, args))
    given = [keyword for keyword in node.keywords if not _is_none(keyword.value)]
    kwargs, attrs = split_attributes(r, given) if given else ((), ())
    return lowered(r, node, name, args, kwargs, attrs)


def lowered(r: Reading, node: Any, name: str, args: Sequence[Value | None], kwargs: Keywords, attrs: Keywords = ()) -> Expr:
    """What a spelling with these operands stands for."""
    split = r.authored.split
    scope: dict[str, Value] = {} if split is None else {"split": split}
    made, type_ = lower_call(name, args, kwargs, lambda expr: type_of(r, expr), r.specs, r.span(node), scope=scope, attrs=attrs)
    if type_ is not None and isinstance(made, Call):
        r.authored.call_types[made] = type_
    return made


def _argument(r: Reading, node: ast.expr, before: list[Value | None]) -> Value | None:
    """An argument of a spelling. It may be a string (the name of a buffer) though that is no operand.

    None leaves an argument out, except beside an array of task ids: there it is the task id of no task.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return Text(node.value)
    if _is_none(node):
        array = type_of(r, before[0]) if before and isinstance(before[0], Expr) else None
        if not isinstance(array, ArrayType) or array.dtype != TASK_ID.dtype:
            return None
    return r.expressions[node.__class__](r, node)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def check_arguments(r: Reading, node: ast.Call, callee: str) -> None:
    """Refuse a call with more or fewer arguments than the function has parameters."""
    names = [arg.arg for arg in r.functions[callee].args.args if arg.arg != "self"]
    if len(node.args) != len(names):
        message = f"`{callee}` has {count(len(names), 'parameter')}, but {count(len(node.args), 'argument')} are given"
        r.refuse(BAD_CALL, node, message, help=f"it takes {', '.join(names) or 'nothing'}")


def arguments(r: Reading, nodes: list[ast.expr]) -> tuple[tuple[Expr, ...], Keywords]:
    """Arguments for a function of the program, and the attributes that follow from `pl.no_dep(x)` and `pl.dump_tag`."""
    args: list[Expr] = []
    independent: list[Value] = []
    for index, node in enumerate(nodes):
        given = node
        if isinstance(node, ast.Call) and dotted(r, node.func) == NO_DEPENDENCY and len(node.args) == 1:
            given = node.args[0]
            independent.append(index)
        args.append(r.expressions[given.__class__](r, given))
    attrs: list[tuple[str, Value]] = []
    dumped = [arg for arg in args if isinstance(arg, Var) and arg in r.authored.dumped]
    if dumped:
        attrs.append(("dump_vars", tuple(dict.fromkeys(dumped))))
    if independent:
        attrs.append(("arg_direction_overrides", tuple(independent)))
    return tuple(args), tuple(attrs)
