"""`if` and its results (`reference/ir_text.md` 5.1, scopes of names 5.4)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Block, Expr, If, Phi, Stmt, Var
from .read_state import Targets
from .read_statements import BAD_YIELD, block, count, ends_with_yield
from .read_typing import BOOL, type_of

if TYPE_CHECKING:
    from .read_state import Reading


def if_(r: Reading, node: ast.If) -> Stmt:
    """An `if`. Names of the branches are visible afterwards unless it yields results."""
    test = node.test
    condition = read_condition(r, test)
    comments = header_comments(r, test.end_lineno, node.body)
    mark = len(r.log)
    taken, then = _branch(r, node.body, mark)
    orelse: Block | None = None
    other: Targets | None = None
    if node.orelse:
        if r.comments.line < node.orelse[0].lineno:
            _comments_of_else(r, node)
        other, orelse = _branch(r, node.orelse, mark)
    phis = _results(r, node, taken, other) if taken.targets or (other is not None and other.targets) else ()
    return If(condition, then, orelse, phis, comments, r.span(node))


def read_condition(r: Reading, node: ast.expr) -> Expr:
    """What decides a branch or a loop. Raises `DiagnosticError` (TW0115) where a person wrote something that is no boolean."""
    condition = r.expressions[node.__class__](r, node)
    if not r.dump and type_of(r, condition) != BOOL:
        r.refuse("TW0115", node, "a condition is a boolean", help="compare the value, as in `n != 0`")
    return condition


def header_comments(r: Reading, last: int | None, body: list[ast.stmt]) -> tuple[str, ...]:
    """The comments of a compound statement whose header expressions end on line `last`."""
    comments = r.comments
    first = body[0].lineno
    return () if comments.line >= first or last is None else comments.take_header(last, first)


def _branch(r: Reading, nodes: list[ast.stmt], mark: int) -> tuple[Targets, Block]:
    frame = Targets()
    r.results.append(frame)
    body = block(r, nodes)
    r.results.pop()
    ends_with_yield(r, body, frame.node)
    if frame.targets:
        r.rewind(mark)
    return frame, body


def _results(r: Reading, node: ast.If, taken: Targets, other: Targets | None) -> tuple[Phi, ...]:
    """The variables that both branches yield, then-branch names first."""
    if other is None:
        where = taken.node or node
        r.refuse(BAD_YIELD, where, "an `if` that yields needs an `else` that yields too", help="add an `else:` branch")
    if len(taken.values) != len(other.values):
        message = f"one branch yields {count(len(taken.values), 'value')}, the other {count(len(other.values), 'value')}"
        r.refuse(BAD_YIELD, other.node or node, message, help="both branches yield the same names")
    names = [target.id for target in taken.targets]
    if other.targets and names and [target.id for target in other.targets] != names:
        r.refuse(BAD_YIELD, other.node or node, "the branches yield to different names", help=f"yield to {', '.join(names)} here too")
    phis: list[Phi] = []
    for index, target in enumerate(taken.targets or other.targets):
        type_ = taken.types[index] if taken.types else None
        type_ = type_ or (other.types[index] if other.types else None) or type_of(r, taken.values[index])
        var = r.bind(target.id, Var(target.id, r.span(target)))
        r.types[var] = type_
        phis.append(Phi(var, type_))
    return tuple(phis)


def _comments_of_else(r: Reading, node: ast.If) -> None:
    """Above `else:`, comments deeper than it end the then-branch and are dropped (ir_text.md 7)."""
    first = node.orelse[0].lineno
    for line in range(node.body[-1].end_lineno or node.lineno, first):
        if r.lines[line].lstrip().startswith("else"):
            r.comments.drop_deeper(line + 1, node.col_offset)
            return
    r.comments.drop_deeper(first, node.col_offset)
