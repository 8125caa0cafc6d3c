"""Statements that only people write: no annotation, several targets, assignment to a window (`reference/ir_text.md` 11)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from .authored_constants import evaluate
from .authored_types import merged, restamped, same_kind, shown
from .nodes import Assign, Call, Evaluate, Expr, Int, Item, Stmt, Submit, Tuple, Var
from .read_dims import dotted
from .read_statements import BAD_STATEMENT, comments_of, count, is_yield, names_of, yield_
from .read_statements import expression as plain_expression
from .read_types import annotation
from .read_typing import type_of
from .text_forms import EXTENT_OF
from .types import TensorType, TupleType, Type

if TYPE_CHECKING:
    from .read_state import Reading, StmtReader

REASSIGNED = "TW0119"
STATIC_FAILURE = "TW0120"


def simple(read: StmtReader) -> StmtReader:
    """The reader of a statement, with the statements that reading its values made put in front of what it made."""

    def reader(r: Reading, node: Any) -> Stmt | list[Stmt] | None:
        made, prelude = read(r, node), r.authored.prelude
        if not prelude:
            return made
        r.authored.prelude = []
        return [*prelude, *(made if isinstance(made, list) else [] if made is None else [made])]

    return reader


def compound(read: StmtReader) -> StmtReader:
    """The reader of a statement with bodies, which knows that it is open while they are read."""

    def reader(r: Reading, node: Any) -> Stmt | list[Stmt] | None:
        r.authored.open.append(node)
        made = read(r, node)
        r.authored.open.pop()
        return made

    return reader


def annotated(r: Reading, node: ast.AnnAssign) -> Stmt | list[Stmt] | None:
    """`x: T = value`: the annotation fills in what the value leaves open."""
    target, value = node.target, node.value
    if value is None or not isinstance(target, ast.Name):
        r.refuse(BAD_STATEMENT, node, "an annotation stands on the assignment of one name", help="write `x: T = value`")
    if is_yield(value):
        return yield_(r, node, value, [target], node.annotation)
    made = _value(r, value)
    inferred = type_of(r, made)
    if isinstance(node.annotation, ast.Constant):
        return _assign(r, node, target, inferred, made)
    note = annotation(r, node.annotation)
    made = restamped(r, made, note)
    return _assign(r, node, target, merged(r, node.annotation, note, type_of(r, made)), made)


def plain_assignment(r: Reading, node: ast.Assign, target: ast.expr, value: ast.expr) -> Stmt | list[Stmt] | None:
    """An assignment without annotation: the type follows from the value."""
    if isinstance(target, ast.Subscript):
        from .authored_subscripts import store

        var, made = store(r, node, target, value)
        return Assign(var, type_of(r, made), made, comments_of(r, node), r.span(node))
    made = _value(r, value)
    if isinstance(target, ast.Name):
        extent = _extent_alias(r, made)
        if extent is None:
            return _assign(r, node, target, type_of(r, made), made)
        r.bind(target.id, extent)
        return None
    if isinstance(made, Submit) and isinstance(target, ast.Tuple) and isinstance(target.elts[0], ast.Tuple):
        # The results of the kernel may stand in a tuple of their own: `(a, b), task = pl.submit(...)`.
        return _unpacked(r, node, [*names_of(r, target.elts[0]), *[name for item in target.elts[1:] for name in names_of(r, item)]], made)
    return _unpacked(r, node, names_of(r, target), made)


def expression(r: Reading, node: ast.Expr) -> Stmt | list[Stmt] | None:
    """An expression as a statement; some are evaluated while reading and make no statement."""
    value = node.value
    name = dotted(r, value.func) if isinstance(value, ast.Call) else ""
    if not isinstance(value, ast.Call) or not name.startswith(("pl.static_", "pl.dump_tag")):
        made = plain_expression(r, node)
        return _with_prelude(r, made) if isinstance(made, Evaluate) else made
    if name == "pl.dump_tag":
        for arg in value.args:
            made = r.expressions[arg.__class__](r, arg)
            if isinstance(made, Var):
                r.authored.dumped.append(made)
    elif name == "pl.static_assert" and value.args and evaluate_condition(r, value.args[0]) is False:
        r.refuse(
            STATIC_FAILURE,
            value,
            f"the static assertion `{ast.unparse(value.args[0])}` does not hold",
            help="correct the constants that it compares",
        )
    return None


def evaluate_condition(r: Reading, node: ast.expr) -> object:
    """The truth of a comparison of constants; None where it is not known."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = evaluate(r, node.left), evaluate(r, node.comparators[0])
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            answers: dict[type[ast.cmpop], bool] = {
                ast.Eq: left == right,
                ast.NotEq: left != right,
                ast.Lt: left < right,
                ast.LtE: left <= right,
                ast.Gt: left > right,
                ast.GtE: left >= right,
            }
            return answers.get(type(node.ops[0]))
        return None
    return evaluate(r, node)


def _value(r: Reading, node: ast.expr) -> Expr:
    """The value of an assignment."""
    made = r.expressions[node.__class__](r, node)
    if isinstance(made, Tuple) and not made.items:
        r.refuse(BAD_STATEMENT, node, "an empty list is no value", help="write the items")
    return made


def _assign(r: Reading, node: ast.stmt, target: ast.Name, type_: Type, value: Expr) -> Stmt | list[Stmt]:
    comments = comments_of(r, node)
    var = r.define(target.id, target)
    before = r.types.get(var)
    if before is not None and not same_kind(r, before, type_):
        message = f"`{target.id}` is `{shown(r, before)}` and cannot become `{shown(r, type_)}`"
        r.refuse(REASSIGNED, node, message, help="give the new value a name of its own")
    r.types[var] = type_
    return _with_prelude(r, Assign(var, type_, value, comments, r.span(node)))


def _with_prelude(r: Reading, stmt: Stmt) -> Stmt | list[Stmt]:
    """A statement behind those that reading its value made."""
    prelude = r.authored.prelude
    if not prelude:
        return stmt
    r.authored.prelude = []
    return [*prelude, stmt]


def _unpacked(r: Reading, node: ast.Assign, targets: list[ast.Name], value: Expr) -> list[Stmt]:
    """`a, b = f(x)`: a tuple variable and its items."""
    whole = type_of(r, value)
    if not isinstance(whole, TupleType) or len(whole.items) != len(targets):
        held = count(len(whole.items), "value") if isinstance(whole, TupleType) else f"`{shown(r, whole)}`"
        r.refuse(BAD_STATEMENT, node, f"{held} cannot be unpacked into {count(len(targets), 'name')}", help="write one name for each value")
    span = r.span(node)
    packed = Var("_submit_tmp" if isinstance(value, Submit) else "_tuple_tmp", span)
    r.types[packed] = whole
    first = _with_prelude(r, Assign(packed, whole, value, comments_of(r, node), span))
    made: list[Stmt] = first if isinstance(first, list) else [first]
    for index, target in enumerate(targets):
        type_ = whole.items[index]
        var = r.define(target.id, target)
        r.types[var] = type_
        made.append(Assign(var, type_, Item(packed, index), (), span))
    return made


def _extent_alias(r: Reading, value: Expr) -> Var | None:
    """In a function that orchestrates, the extent of a tensor that is a symbol is that symbol, and no statement."""
    if not isinstance(value, Call) or value.op != EXTENT_OF or not r.authored.orchestrates:
        return None
    tensor, axis = (*value.args, None, None)[:2]
    type_: Any = type_of(r, tensor) if tensor is not None else None
    if not isinstance(type_, TensorType) or not isinstance(axis, Int) or not -len(type_.shape) <= axis.value < len(type_.shape):
        return None
    extent = type_.shape[axis.value]
    if isinstance(extent, Var) and extent in r.dims.values():
        r.iter_args.add(extent)
        return extent
    return None
