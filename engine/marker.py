"""The private bridge marker disappears from every call of every function, whatever became of the call (residency.md 2)."""

from __future__ import annotations

from ..ir_facts.nodes import (
    Assign,
    Block,
    Call,
    Evaluate,
    Expr,
    For,
    ForScope,
    Function,
    If,
    Invoke,
    Program,
    Return,
    Stmt,
    Submit,
    While,
    With,
    Yield,
)
from ..ir_facts.record import replace
from ..ir_facts.rewrite import map_children
from ..ir_facts.walk import LEAVES, holds_call


def strip_marker(program: Program, marker: str) -> Program:
    """`program` without the attribute `marker`; the same object where no call carries it."""
    functions = tuple(_function(function, marker) for function in program.functions)
    if all(new is old for new, old in zip(functions, program.functions, strict=True)):
        return program
    return replace(program, functions=functions)


def _function(function: Function, marker: str) -> Function:
    if function.body is None:
        return function
    body = _block(function.body, marker)
    return function if body is function.body else replace(function, body=body)


def _block(block: Block, marker: str) -> Block:
    new = tuple([_statement(stmt, marker) for stmt in block])
    return block if all(after is before for after, before in zip(new, block, strict=True)) else new


def _statement(stmt: Stmt, marker: str) -> Stmt:
    if isinstance(stmt, (Assign, Evaluate)):
        value = _expression(stmt.value, marker)
        return stmt if value is stmt.value else replace(stmt, value=value)
    if isinstance(stmt, (Return, Yield)):
        values = _expressions(stmt.values, marker)
        return stmt if values is stmt.values else replace(stmt, values=values)
    if isinstance(stmt, If):
        condition, then = _expression(stmt.condition, marker), _block(stmt.then, marker)
        orelse = None if stmt.orelse is None else _block(stmt.orelse, marker)
        same = condition is stmt.condition and then is stmt.then and orelse is stmt.orelse
        return stmt if same else replace(stmt, condition=condition, then=then, orelse=orelse)
    if isinstance(stmt, (For, While, With, ForScope)):
        body = _block(stmt.body, marker)
        stmt = stmt if body is stmt.body else replace(stmt, body=body)
        return _header(stmt, marker) if isinstance(stmt, (For, While)) else stmt
    return stmt


def _header(stmt: For | While, marker: str) -> Stmt:
    inits = tuple([carry.init for carry in stmt.carries])
    new = _expressions(inits, marker)
    if new is not inits:
        stmt = replace(stmt, carries=tuple(replace(carry, init=init) for carry, init in zip(stmt.carries, new, strict=True)))
    if isinstance(stmt, While):
        condition = _expression(stmt.condition, marker)
        return stmt if condition is stmt.condition else replace(stmt, condition=condition)
    bounds = (stmt.start, stmt.stop, stmt.step)
    clean = _expressions(bounds, marker)
    return stmt if clean is bounds else replace(stmt, start=clean[0], stop=clean[1], step=clean[2])


def _expressions(values: tuple[Expr, ...], marker: str) -> tuple[Expr, ...]:
    for value in values:
        if value.__class__ not in LEAVES:
            new = tuple([_expression(value, marker) for value in values])
            return values if all(after is before for after, before in zip(new, values, strict=True)) else new
    return values


def _expression(value: Expr, marker: str) -> Expr:
    if value.__class__ in LEAVES:
        return value
    if not isinstance(value, (Call, Invoke, Submit)):
        return value if not holds_call(value) else map_children(value, lambda child: _expression(child, marker))
    args = _expressions(value.args, marker)
    if value.attrs and any(key == marker for key, _ in value.attrs):
        return replace(value, args=args, attrs=tuple([pair for pair in value.attrs if pair[0] != marker]))
    return value if args is value.args else replace(value, args=args)
