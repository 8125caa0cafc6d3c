"""Traversals: the parts of an expression, the statements of a body, the variables and their types. Nothing is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .nodes import (
    Assign,
    Binary,
    Block,
    Bool,
    Call,
    Cast,
    Evaluate,
    Expr,
    Float,
    For,
    ForScope,
    Function,
    If,
    Int,
    Invoke,
    Item,
    Return,
    Stmt,
    Submit,
    Symbol,
    Tuple,
    Unary,
    Value,
    Var,
    While,
    With,
    Yield,
)
from .types import ScalarType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .types import Type

_INDEX = ScalarType("INDEX")
_TASK_ID = ScalarType("TASK_ID")

LEAVES: frozenset[type[Expr]] = frozenset({Var, Int, Float, Bool, Symbol})
"""The kinds of expressions that have no parts. Nearly every operand is one, or a list of some: walks skip them by class."""

CONSTANTS = LEAVES - {Var}
"""The kinds of expressions in which no variable is."""


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside `expr`, operands before keywords before attributes."""
    read = _CHILDREN.get(expr.__class__)
    return read(expr) if read is not None else ()


def subexpressions(expr: Expr) -> Iterator[Expr]:
    """`expr` and every expression inside it, outermost first, left to right."""
    stack = [expr]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def variables(expr: Expr) -> Iterator[Var]:
    """Every use of a variable in `expr`, left to right."""
    for part in subexpressions(expr):
        if isinstance(part, Var):
            yield part


def calls_in(expr: Expr) -> list[Call | Invoke | Submit]:
    """Every call inside of an expression, itself included, outermost first."""
    found: list[Call | Invoke | Submit] = []
    _find_calls(expr, found)
    return found


def _find_calls(expr: Expr, found: list[Call | Invoke | Submit]) -> None:
    if isinstance(expr, (Call, Invoke, Submit)):
        found.append(expr)
    for child in children(expr):
        if child.__class__ not in LEAVES:
            _find_calls(child, found)


def holds_call(expr: Expr) -> bool:
    """Whether a call stands inside of an expression, itself included."""
    kind = expr.__class__
    return kind is Call or kind is Invoke or kind is Submit or any_holds_call(children(expr))


def any_holds_call(exprs: tuple[Expr, ...]) -> bool:
    """Whether a call stands inside of one of the expressions."""
    for expr in exprs:
        if expr.__class__ not in LEAVES and holds_call(expr):
            return True
    return False


def expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions that stand in a statement itself, not in its bodies: values, conditions, bounds, inits, header operands."""
    read = _EXPRESSIONS.get(stmt.__class__)
    return read(stmt) if read is not None else ()


def blocks(stmt: Stmt) -> tuple[Block, ...]:
    """The bodies of a compound statement, in order."""
    if isinstance(stmt, If):
        return (stmt.then,) if stmt.orelse is None else (stmt.then, stmt.orelse)
    return (stmt.body,) if isinstance(stmt, (For, While, With, ForScope)) else ()


def statements(block: Block | None) -> Iterator[Stmt]:
    """Every statement of a body and of the bodies inside it, in the order of the text."""
    for stmt in block or ():
        yield stmt
        for inner in blocks(stmt):
            yield from statements(inner)


def definitions(stmt: Stmt) -> tuple[Var, ...]:
    """The variables that a statement itself defines, in the order in which the printer names them (ir_text.md 10.2)."""
    if isinstance(stmt, Assign):
        return (stmt.var,)
    if isinstance(stmt, For):
        return (stmt.var, *[carry.result for carry in stmt.carries], *[carry.iter_arg for carry in stmt.carries])
    if isinstance(stmt, While):
        return (*[carry.result for carry in stmt.carries], *[carry.iter_arg for carry in stmt.carries])
    if isinstance(stmt, If):
        return tuple([phi.var for phi in stmt.phis])
    if isinstance(stmt, ForScope):
        return (stmt.var,)
    return (stmt.as_var,) if isinstance(stmt, With) and stmt.as_var is not None else ()


def variable_types(function: Function) -> dict[Var, Type]:
    """The type of every variable of a function; the first definition counts where a variable is assigned again."""
    found: dict[Var, Type] = {param.var: param.type for param in function.params}
    for stmt in statements(function.body):
        if isinstance(stmt, Assign):
            found.setdefault(stmt.var, stmt.type)
        elif isinstance(stmt, (For, While)):
            if isinstance(stmt, For):
                found.setdefault(stmt.var, ScalarType(stmt.var_dtype))
            for carry in stmt.carries:
                found[carry.iter_arg] = carry.iter_type
                found[carry.result] = carry.result_type
        elif isinstance(stmt, If):
            for phi in stmt.phis:
                found[phi.var] = phi.type
        elif isinstance(stmt, ForScope):
            found.setdefault(stmt.var, _INDEX)
        elif isinstance(stmt, With) and stmt.as_var is not None:
            found.setdefault(stmt.as_var, _TASK_ID)
    return found


def _of_values(pairs: tuple[tuple[str, Value], ...]) -> list[Expr]:
    found: list[Expr] = []
    for _, value in pairs:
        _collect(value, found)
    return found


def _collect(value: Value, found: list[Expr]) -> None:
    if isinstance(value, Expr):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _collect(item, found)


def _of_call(expr: Call | Invoke | Submit) -> tuple[Expr, ...]:
    if not expr.kwargs and not expr.attrs:
        return expr.args
    return (*expr.args, *_of_values(expr.kwargs), *_of_values(expr.attrs))


def _of_loop(stmt: For) -> tuple[Expr, ...]:
    return (stmt.start, stmt.stop, stmt.step, *[carry.init for carry in stmt.carries])


def _of_scope(stmt: With | ForScope) -> tuple[Expr, ...]:
    return (*stmt.args, *_of_values(stmt.kwargs))


_CHILDREN: dict[type[Expr], Callable[[Any], tuple[Expr, ...]]] = {
    Binary: lambda expr: (expr.left, expr.right),
    Unary: lambda expr: (expr.operand,),
    Cast: lambda expr: (expr.operand,),
    Item: lambda expr: (expr.operand,),
    Tuple: lambda expr: expr.items,
    Call: _of_call,
    Invoke: _of_call,
    Submit: _of_call,
}

_EXPRESSIONS: dict[type[Stmt], Callable[[Any], tuple[Expr, ...]]] = {
    Assign: lambda stmt: (stmt.value,),
    Evaluate: lambda stmt: (stmt.value,),
    Return: lambda stmt: stmt.values,
    Yield: lambda stmt: stmt.values,
    If: lambda stmt: (stmt.condition,),
    For: _of_loop,
    While: lambda stmt: (*[carry.init for carry in stmt.carries], stmt.condition),
    With: _of_scope,
    ForScope: _of_scope,
}
