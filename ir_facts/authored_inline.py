"""Functions marked `@pl.inline`, expanded where they are called (`reference/ir_text.md` 5.4, 9.3).

The statements of the body go in front of the statement that calls; the call is what the function returns. A parameter stands for its
argument; one that is a call, or that the body assigns, is a variable of its own, so that nothing is computed twice. What the body
assigns is new in each expansion, so that the caller keeps its values; where it has nothing of that name, it can read it afterwards.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from .authored_constants import evaluate
from .nodes import Assign, Call, Invoke, Stmt, Submit, Tuple, Var
from .read_comments import Comments
from .read_dims import dotted
from .read_statements import block, count
from .read_typing import type_of

if TYPE_CHECKING:
    from .authored_state import Compound
    from .nodes import Expr
    from .read_state import Reading

INLINE = "TW0117"
MARK = "pl.inline"


def is_inline(r: Reading, node: ast.FunctionDef) -> bool:
    """Whether this function is expanded where it is called."""
    return any(dotted(r, mark) == MARK for mark in node.decorator_list)


def expand(r: Reading, node: ast.Call, function: ast.FunctionDef) -> Expr:
    """What the call returns; its statements are put before the one that is being read. Raises `DiagnosticError` TW0117."""
    state, names = r.authored, [arg.arg for arg in function.args.args]
    *body, last = function.body[1:] if ast.get_docstring(function) is not None and len(function.body) > 1 else function.body
    if node.keywords or len(node.args) != len(names):
        takes = f"`{function.name}` takes {count(len(names), 'argument')} by position: {', '.join(names) or 'none'}"
        r.refuse(INLINE, node, f"an inline function is called with exactly its parameters; {takes}", help="give each one a value")
    if function.name in state.expanding:
        r.refuse(INLINE, node, f"`{function.name}` calls itself", help="a function that is expanded cannot contain itself")
    early = [inner for stmt in body for inner in ast.walk(stmt) if isinstance(inner, ast.Return)]
    if not isinstance(last, ast.Return) or last.value is None or early:
        where = early[0] if early else last
        r.refuse(
            INLINE,
            where,
            "an inline function returns a value, in its last statement",
            help="end it with `return x`, and return nowhere else",
        )
    if state.open and _in_header(r, state.open[-1], node):
        advice = "assign what it returns to a variable first"
        r.refuse(INLINE, node, "an inline function cannot be expanded in the header of a statement", help=advice)
    args = [r.expressions[arg.__class__](r, arg) for arg in node.args]
    constants = {name: value for name, arg in zip(names, node.args, strict=True) if (value := evaluate(r, arg)) is not None}
    outer = (state.prelude, state.open, r.comments, r.constants, r.written, r.typed)
    assigned = {inner.id for inner in ast.walk(function) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
    hidden = {name: r.names[name] for name in (*names, *sorted(assigned)) if name in r.names}
    kept = set(hidden.values()) - r.iter_args
    state.prelude, state.open, r.comments, r.written, r.typed = [], [], Comments([]), {}, {}
    state.expanding.append(function.name)
    r.iter_args |= kept  # an assignment to such a name makes a new variable
    made: list[Stmt] = []
    for name, arg in zip(names, args, strict=True):
        if name in assigned or (isinstance(arg, (Call, Invoke, Submit)) and name not in constants):
            made.append(_variable(r, node, name, arg))
        elif name not in constants:
            r.bind(name, cast("Var", arg))  # any expression may stand for a name that is never assigned
    r.constants = {**r.constants, **{name: value for name, value in constants.items() if name not in assigned}}
    for name in sorted(constants.keys() - assigned):
        if name in r.names:
            r.log.append((name, r.names.pop(name)))
    made += block(r, body)
    result = last.value
    items = [r.expressions[item.__class__](r, item) for item in (result.elts if isinstance(result, ast.Tuple) else [result])]
    made += state.prelude
    r.iter_args -= kept
    r.iter_args |= {r.names[name] for name in assigned if name in r.names}  # the caller does not assign them again either
    state.expanding.pop()
    state.prelude, state.open, r.comments, r.constants, r.written, r.typed = outer
    state.prelude = [*state.prelude, *made]
    for name, var in hidden.items():
        r.bind(name, var)
    return Tuple(tuple(items)) if isinstance(result, ast.Tuple) else items[0]


def _variable(r: Reading, node: ast.Call, name: str, value: Expr) -> Stmt:
    type_, var = type_of(r, value), Var(name, r.span(node))
    r.types[var] = type_
    r.bind(name, var)
    return Assign(var, type_, value, (), r.span(node))


def _in_header(r: Reading, statement: Compound, call: ast.Call) -> bool:
    """Whether `call` stands in front of the body of a compound statement, where no statement of its own could stand."""
    first = statement.body[0]
    condition = isinstance(first, ast.Expr) and isinstance(first.value, ast.Call) and dotted(r, first.value.func) == "pl.cond"
    end = (first.end_lineno or first.lineno, first.end_col_offset or 0) if condition else (first.lineno, first.col_offset)
    return (call.lineno, call.col_offset) < end
