"""`for` and `while` loops with what they carry (`reference/ir_text.md` 5.2, 5.3, scopes of names 5.4)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Expr, For, Int, Keywords, Stmt, Var, While
from .read_branches import header_comments, read_condition
from .read_carries import Carried, plain_body
from .read_dims import dotted
from .read_expr import integer
from .read_scopes import SCOPES, for_scope
from .read_statements import count, names_of
from .read_values import attributes
from .types import ScalarType

if TYPE_CHECKING:
    from .read_state import Reading

BAD_LOOP = "TW0112"

KINDS = {"pl.range": "range", "pl.parallel": "parallel", "pl.unroll": "unroll", "pl.pipeline": "pipeline"}


def for_(r: Reading, node: ast.For) -> Stmt:
    """Any `for`: a counted loop, `pl.while_`, or a dispatch such as `pl.spmd`."""
    header = node.iter
    name = dotted(r, header.func) if isinstance(header, ast.Call) else ""
    if not isinstance(header, ast.Call) or name not in KINDS and name not in SCOPES and name != "pl.while_":
        advice = "loops run over `pl.range(n)`, `pl.parallel(n)`, `pl.unroll(n)`, `pl.pipeline(n, stage=2)` or `pl.while_(...)`"
        r.refuse(BAD_LOOP, header, f"`{ast.unparse(header)}` is nothing to loop over", help=advice)
    if node.orelse:
        r.refuse(BAD_LOOP, node.orelse[0], "a loop has no `else`", help="move these statements behind the loop")
    if name in SCOPES:
        return for_scope(r, node, header, name)
    return _carried_while(r, node, header) if name == "pl.while_" else _counted(r, node, header, KINDS[name])


def _counted(r: Reading, node: ast.For, header: ast.Call, kind: str) -> Stmt:
    bounds = [r.expressions[arg.__class__](r, arg) for arg in header.args]
    if not 1 <= len(bounds) <= 3:
        r.refuse(BAD_LOOP, header, "a loop has one to three bounds", help=f"write `pl.{kind}(start, stop, step)`")
    stage, inits, attrs = _options(r, header, kind)
    names = _loop_names(r, node, len(inits))
    comments = header_comments(r, header.end_lineno, node.body)
    mark = len(r.log)
    var_dtype = "INT64" if all(isinstance(bound, Int) and bound.dtype == "INT64" for bound in bounds) else "INDEX"
    var = r.bind(names[0].id, Var(names[0].id, r.span(names[0])))
    r.types[var] = ScalarType(var_dtype)
    zero, one = integer(0), integer(1)
    start, stop, step = (zero, bounds[0], one) if len(bounds) == 1 else (*bounds, one)[:3]
    if not inits:
        return For(kind, var, start, stop, step, (), plain_body(r, node.body), var_dtype, stage, attrs, comments, r.span(node))
    carried = Carried(r, names[1:], inits, node.body, mark)
    body = carried.body(r, node.body)
    return For(kind, var, start, stop, step, carried.close(r), body, var_dtype, stage, attrs, comments, r.span(node))


def _options(r: Reading, header: ast.Call, kind: str) -> tuple[int | None, list[Expr], Keywords]:
    stage: int | None = None
    inits: list[Expr] = []
    attrs: Keywords = ()
    for keyword in header.keywords:
        key, value = keyword.arg, keyword.value
        if key == "init_values" and isinstance(value, (ast.Tuple, ast.List)):
            inits = [r.expressions[item.__class__](r, item) for item in value.elts]
        elif key == "stage" and kind == "pipeline":
            given = r.expressions[value.__class__](r, value)
            if not isinstance(given, Int):
                r.refuse(BAD_LOOP, value, "the number of stages is a constant", help="write `stage=2`")
            stage = given.value
        elif key == "attrs":
            attrs = attributes(r, value)
        else:
            r.refuse(BAD_LOOP, value, f"`{key}=` cannot stand in this header", help="a loop takes `init_values=(...)` and `attrs={...}`")
    if kind == "unroll" and inits:
        r.refuse(BAD_LOOP, header, "an unrolled loop carries nothing", help="use `pl.range`, or leave out `init_values=`")
    if kind == "pipeline" and stage is None:
        r.refuse(BAD_LOOP, header, "a pipeline needs `stage=`", help="write `pl.pipeline(n, stage=2)`")
    return stage, inits, attrs


def _loop_names(r: Reading, node: ast.For, carried: int) -> list[ast.Name]:
    """The loop variable and the iter-args of `i` or `i, (a, b)`."""
    target = node.target
    if not carried and isinstance(target, ast.Name):
        return [target]
    if carried and isinstance(target, ast.Tuple) and len(target.elts) == 2 and isinstance(target.elts[1], ast.Tuple):
        names = names_of(r, target.elts[0]) + names_of(r, target.elts[1])
        if len(names) == carried + 1:
            return names
        message = f"the header names {count(len(names) - 1, 'iter-arg')} for {count(carried, 'initial value')}"
        r.refuse(BAD_LOOP, target, message, help="name one iter-arg for each initial value")
    form = "for i, (a,) in pl.range(n, init_values=(x,)):" if carried else "for i in pl.range(n):"
    r.refuse(BAD_LOOP, target, "the header does not fit its `init_values`", help=f"write `{form}`")


def _carried_while(r: Reading, node: ast.For, header: ast.Call) -> Stmt:
    """`for (a,) in pl.while_(init_values=(x,)):` whose first line is `pl.cond(c)`."""
    _, inits, attrs = _options(r, header, "while_")
    names = names_of(r, node.target)
    if header.args or attrs or not inits or len(names) != len(inits):
        form = "for (a,) in pl.while_(init_values=(x,)):"
        r.refuse(BAD_LOOP, node.iter, "the header does not fit its `init_values`", help=f"write `{form}`")
    first = node.body[0]
    test = first.value if isinstance(first, ast.Expr) else None
    if not isinstance(test, ast.Call) or dotted(r, test.func) != "pl.cond" or len(test.args) != 1:
        r.refuse(BAD_LOOP, first, "a `pl.while_` loop begins with its condition", help="write `pl.cond(a < n)` as its first line")
    comments = header_comments(r, first.end_lineno, node.body)
    carried = Carried(r, names, inits, node.body)
    condition = read_condition(r, test.args[0])
    body = carried.body(r, node.body[1:])
    return While(condition, carried.close(r), body, comments, r.span(node))


def while_(r: Reading, node: ast.While) -> Stmt:
    """A natural `while c:`; it carries nothing, and its names stay visible."""
    if node.orelse:
        r.refuse(BAD_LOOP, node.orelse[0], "a loop has no `else`", help="move these statements behind the loop")
    test = node.test
    condition = read_condition(r, test)
    comments = header_comments(r, test.end_lineno, node.body)
    body = plain_body(r, node.body)
    return While(condition, (), body, comments, r.span(node))
