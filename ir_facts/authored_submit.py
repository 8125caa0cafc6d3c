"""Hand-written submits: keywords in printed order, dependencies gathered into an array where needed (`reference/ir_text.md` 6.5)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .authored_calls import arguments, lowered
from .authored_constants import evaluate
from .authored_statements import evaluate_condition
from .nodes import Assign, Call, Expr, Keywords, Submit, Symbol, Value, Var
from .read_calls import BAD_CALL, split_attributes
from .read_dims import dotted
from .read_expr import integer
from .read_typing import type_of
from .types import ArrayType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .authored_constants import Constant
    from .read_state import Reading

ORDER = ("deps", "dumps", "core_num", "sync_start", "allow_early_resolve", "predicate")

LONGEST = 1024
"""A list of dependencies that is longer than this is a mistake."""

_TASK_ID = "TASK_ID"


def authored_submit(r: Reading, node: ast.Call, callee: str, spmd: bool) -> Expr:
    """`pl.submit(self.f, x, deps=[t])` with the keywords that say something, in printed order."""
    args, found = arguments(r, node.args[1:])
    plain = [keyword for keyword in node.keywords if keyword.arg != "deps"]
    kwargs, attrs = split_attributes(r, plain) if plain else ((), ())
    given: dict[str, Value] = {key: value for key, value in kwargs if value is not False}
    for keyword in node.keywords:
        if keyword.arg == "deps":
            deps = _dependencies(r, keyword.value)
            if deps:
                given["deps"] = deps
    for key, value in found:
        if key == "dump_vars":
            given["dumps"] = value
    unknown = next((key for key in given if key not in ORDER), None)
    if unknown is not None:
        r.refuse(BAD_CALL, node, f"a submit has no `{unknown}=`", help=f"it takes {', '.join(ORDER)}")
    extra: Keywords = tuple([(key, value) for key, value in found if key != "dump_vars"])
    ordered = tuple(sorted(given.items(), key=lambda pair: ORDER.index(pair[0])))
    return Submit(callee, args, ordered, (*extra, *attrs), spmd, r.span(node))


def _dependencies(r: Reading, node: ast.expr) -> tuple[Value, ...]:
    """The task ids that a submit waits for; elements of arrays are gathered into an array of their own."""
    items = _comprehension(r, node) if isinstance(node, ast.ListComp) else _listed(r, node)
    if not any(isinstance(item, Call) for item in items):
        return tuple(items)
    made = lowered(r, node, "pl.array.create", [integer(len(items))], (("dtype", Symbol("", _TASK_ID)),))
    buffer = _helper(r, node, len(items), made)
    for index, item in enumerate(items):
        step = lowered(r, node, "pl.array.update_element", [buffer, integer(index), item], ())
        buffer = _helper(r, node, len(items), step)
    return (buffer,)


def _helper(r: Reading, node: ast.expr, size: int, value: Expr) -> Var:
    var = Var("_submit_deps_buf", r.span(node))
    type_ = ArrayType(size, _TASK_ID)
    r.types[var] = type_
    r.authored.prelude.append(Assign(var, type_, value, (), r.span(node)))
    return var


def _listed(r: Reading, node: ast.expr) -> list[Expr]:
    if not isinstance(node, (ast.List, ast.Tuple)):
        made = r.expressions[node.__class__](r, node)
        if not isinstance(made, Var) or not isinstance(type_of(r, made), ArrayType):
            r.refuse(BAD_CALL, node, "`deps=` is a list of task ids", help="write `deps=[t1, t2]`")
        return [made]
    given = [item for item in node.elts if not (isinstance(item, ast.Constant) and item.value is None)]
    return [r.expressions[item.__class__](r, item) for item in given]


def _comprehension(r: Reading, node: ast.ListComp) -> list[Expr]:
    """`[ids[j] for j in range(2) if j != SKIP]`: the one comprehension of the language."""
    first = node.generators[0]
    if len(node.generators) != 1 or not isinstance(first.target, ast.Name):
        r.refuse(BAD_CALL, node, "this comprehension cannot be read", help="write `deps=[ids[j] for j in range(4)]`")
    name, constants, names = first.target.id, r.constants, r.names
    values = _values(r, first.iter)
    r.names = {key: var for key, var in names.items() if key != name}
    made: list[Expr] = []
    for value in values:
        r.constants = {**constants, name: value}
        kept = [evaluate_condition(r, condition) for condition in first.ifs]
        if None in kept:
            r.refuse(BAD_CALL, first.ifs[kept.index(None)], "the condition of a comprehension compares constants", help="write `j != 2`")
        if all(kept):
            made.append(r.expressions[node.elt.__class__](r, node.elt))
    r.constants, r.names = constants, names
    if not made:
        r.refuse(BAD_CALL, node, "this comprehension makes nothing", help="leave out `deps=`")
    return made


def _values(r: Reading, node: ast.expr) -> Sequence[Constant]:
    """What a comprehension goes through: a range of constants, or a list of them."""
    given = evaluate(r, node)
    if isinstance(given, tuple):
        return given
    bounds = [evaluate(r, arg) for arg in node.args] if isinstance(node, ast.Call) else []
    numbers = [bound for bound in bounds if type(bound) is int]
    named = isinstance(node, ast.Call) and dotted(r, node.func) in ("range", "pl.range")
    if not named or len(numbers) != len(bounds) or not 1 <= len(bounds) <= 3:
        r.refuse(BAD_CALL, node, "the range of a comprehension is constant", help="write `range(4)`")
    span = range(*numbers) if numbers[2:] != [0] else range(0)
    if not 1 <= len(span) <= LONGEST:
        r.refuse(BAD_CALL, node, f"a comprehension makes 1 to {LONGEST} items, not {len(span)}", help="write `range(4)`")
    return span
