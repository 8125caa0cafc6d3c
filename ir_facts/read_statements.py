"""Blocks and simple statements (`reference/ir_text.md` section 4): assignment, evaluation, return, yield, jumps.

Compound statements are in `read_branches.py`, `read_loops.py` and `read_scopes.py`. A statement reader returns the statement,
None where the text makes none (`pass`), or a list where it makes several.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Assign, Block, Evaluate, Expr, Jump, Return, Stmt, Yield
from .read_types import annotation

if TYPE_CHECKING:
    from typing import TypeGuard

    from .read_state import Reading, StmtReader

BAD_STATEMENT = "TW0108"
BAD_YIELD = "TW0110"


def block(r: Reading, nodes: list[ast.stmt]) -> Block:
    """The statements of a body, in order."""
    table, comments = r.statements, r.comments
    made: list[Stmt] = []
    after_block = False
    for node in nodes:
        if comments.line < node.lineno and after_block:
            comments.drop_deeper(node.lineno, node.col_offset)
        stmt = table[node.__class__](r, node)
        if stmt.__class__ is list:
            made.extend(stmt)  # type: ignore[arg-type]  # its class was just asked
        elif stmt is not None:
            made.append(stmt)  # type: ignore[arg-type]  # it is no list
        after_block = hasattr(node, "body")
    return tuple(made)


def comments_of(r: Reading, node: ast.stmt) -> tuple[str, ...]:
    """The comments that a simple statement takes."""
    comments = r.comments
    last: int = node.end_lineno  # type: ignore[assignment]  # the parser always sets it
    return () if comments.line > last else comments.take(last)


def annotated(r: Reading, node: ast.AnnAssign) -> Stmt | list[Stmt] | None:
    """`x: T = value`, as a dump prints it: the annotation is the type."""
    target, value = node.target, node.value
    if value is None or not isinstance(target, ast.Name):
        r.refuse(BAD_STATEMENT, node, "an annotation stands on the assignment of one name", help="write `x: T = value`")
    if is_yield(value):
        return yield_(r, node, value, [target], node.annotation)
    made = r.expressions[value.__class__](r, value)
    type_ = annotation(r, node.annotation)
    comments = comments_of(r, node)
    var = r.define(target.id, target)
    r.types[var] = type_
    return Assign(var, type_, made, comments, r.span(node))


def assignment(r: Reading, node: ast.Assign) -> Stmt | list[Stmt] | None:
    """An assignment without annotation: the targets of a yield, or hand-written."""
    value = node.value
    if len(node.targets) != 1:
        r.refuse(BAD_STATEMENT, node, "a statement has one target", help="write one assignment a line")
    target = node.targets[0]
    if is_yield(value):
        return yield_(r, node, value, names_of(r, target), None)
    from .authored_statements import plain_assignment

    return plain_assignment(r, node, target, value)


def names_of(r: Reading, target: ast.expr) -> list[ast.Name]:
    """The names of `a` or `a, b`."""
    items = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    names = [item for item in items if isinstance(item, ast.Name)]
    if len(names) != len(items):
        r.refuse(BAD_STATEMENT, target, "only names can be assigned here", help="write `x = value` or `a, b = values`")
    return names


def is_yield(value: ast.expr) -> TypeGuard[ast.Call]:
    """Whether this is `pl.yield_(...)`."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "yield_"


def yield_(r: Reading, node: ast.stmt, call: ast.Call, targets: list[ast.Name], note: ast.expr | None) -> Stmt:
    """`p = pl.yield_(v)`: remember what it defines for the loop or branch that it ends."""
    table = r.expressions
    if call.keywords:
        r.refuse(BAD_YIELD, call, "`pl.yield_` takes values only", help="write `pl.yield_(a, b)`")
    values: tuple[Expr, ...] = tuple([table[arg.__class__](r, arg) for arg in call.args])
    if not r.results:
        advice = "it ends the body of a loop with `init_values` or a branch of an `if`"
        r.refuse(BAD_YIELD, node, "there is nothing here that could take yielded values", help=advice)
    if targets and len(targets) != len(values):
        message = f"{count(len(values), 'value')} cannot be yielded to {count(len(targets), 'name')}"
        r.refuse(BAD_YIELD, node, message, help="yield one value for each name on the left")
    frame = r.results[-1]
    if frame.node is not None:
        r.refuse(BAD_YIELD, node, "a body yields once, at its end", help="remove the other `pl.yield_`")
    frame.node, frame.targets, frame.values = node, targets, values
    frame.types = [None] * len(targets) if note is None else [annotation(r, note)]
    return Yield(values, comments_of(r, node), r.span(node))


def ends_with_yield(r: Reading, body: Block, node: ast.stmt | None) -> None:
    """Refuse a yield that is not the last statement of its body."""
    if node is not None:
        inner: Block | None = body
        while inner:
            last = inner[-1]
            if isinstance(last, Yield):
                return
            inner = getattr(last, "body", None) if hasattr(last, "head") else None
        r.refuse(BAD_YIELD, node, "a yield stands at the end of its body", help="move it below the other statements")


def count(number: int, noun: str) -> str:
    """`1 value`, `2 values`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def expression(r: Reading, node: ast.Expr) -> Stmt | list[Stmt] | None:
    """An expression as a statement; a bare string is a comment of the next statement."""
    value = node.value
    if isinstance(value, ast.Constant) and (isinstance(value.value, str) or value.value is Ellipsis):
        if isinstance(value.value, str):
            r.comments.hold(node.end_lineno or node.lineno, value.value.split("\n"))
        return None
    if isinstance(value, ast.Call) and is_yield(value):
        return yield_(r, node, value, [], None)
    made = r.expressions[value.__class__](r, value)
    return Evaluate(made, comments_of(r, node), r.span(node))


def return_(r: Reading, node: ast.Return) -> Stmt:
    value, table = node.value, r.expressions
    if value is None:
        values: tuple[Expr, ...] = ()
    elif isinstance(value, ast.Tuple):
        values = tuple([table[item.__class__](r, item) for item in value.elts])
    else:
        values = (table[value.__class__](r, value),)
    return Return(values, comments_of(r, node), r.span(node))


def jump(r: Reading, node: ast.Break | ast.Continue) -> Stmt:
    return Jump("break" if isinstance(node, ast.Break) else "continue", comments_of(r, node), r.span(node))


def nothing(r: Reading, node: ast.Pass) -> None:
    """`pass` makes no statement; its comments go to the next one."""


def no_statement(r: Reading, node: ast.stmt) -> None:
    """Refuse a kind of Python statement that the IR does not have."""
    known: dict[type[ast.stmt], tuple[str, str]] = {
        ast.AugAssign: ("augmented assignment", "write `x = x + 1`"),
        ast.FunctionDef: ("a nested function", "make it a method of the program"),
        ast.ClassDef: ("a nested class", "a file holds one program"),
        ast.Import: ("an import inside a function", "import at the top of the file"),
        ast.ImportFrom: ("an import inside a function", "import at the top of the file"),
        ast.Try: ("`try`", "kernels have no exceptions"),
        ast.Raise: ("`raise`", "kernels have no exceptions"),
        ast.Assert: ("`assert`", "use `pl.static_assert`"),
        ast.Delete: ("`del`", "variables need not be deleted"),
    }
    what, advice = known.get(
        node.__class__, (f"the statement `{node.__class__.__name__.lower()}`", "write assignments, loops and branches")
    )
    r.refuse(BAD_STATEMENT, node, f"{what} is not part of the IR", help=advice)


STATEMENTS: dict[type[ast.AST], StmtReader] = {
    **dict.fromkeys(ast.stmt.__subclasses__(), no_statement),
    ast.AnnAssign: annotated,
    ast.Assign: assignment,
    ast.Expr: expression,
    ast.Return: return_,
    ast.Break: jump,
    ast.Continue: jump,
    ast.Pass: nothing,
}
