"""The private bridge marker disappears from every call of every function, whatever became of the call (residency.md 2)."""

from __future__ import annotations

from ..ir_facts.nodes import Assign, Block, Call, Evaluate, For, ForScope, Function, If, Invoke, Program, Stmt, Submit, While, With
from ..ir_facts.record import replace


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
    new = tuple(_statement(stmt, marker) for stmt in block)
    return block if all(after is before for after, before in zip(new, block, strict=True)) else new


def _statement(stmt: Stmt, marker: str) -> Stmt:
    if isinstance(stmt, (Assign, Evaluate)):
        value = stmt.value
        if not isinstance(value, (Call, Invoke, Submit)) or not any(key == marker for key, _ in value.attrs):
            return stmt
        return replace(stmt, value=replace(value, attrs=tuple(pair for pair in value.attrs if pair[0] != marker)))
    if isinstance(stmt, (For, While, With, ForScope)):
        body = _block(stmt.body, marker)
        return stmt if body is stmt.body else replace(stmt, body=body)
    if isinstance(stmt, If):
        then = _block(stmt.then, marker)
        orelse = None if stmt.orelse is None else _block(stmt.orelse, marker)
        return stmt if then is stmt.then and orelse is stmt.orelse else replace(stmt, then=then, orelse=orelse)
    return stmt
