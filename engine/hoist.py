"""Write derived residency back: hoisted statements move in front of their loop, in the order of the body. Nothing is decided here.

In come a placed program and, for each loop, the variables that leave it; out comes the program in which they stand directly before
it (`reference/residency.md` 3.8). A statement keeps its comments, a loop its header, and whatever did not change stays the same object.
"""

from __future__ import annotations

from ..ir_facts.nodes import Assign, Block, For, ForScope, Function, If, Program, Stmt, Var, While, With
from ..ir_facts.record import replace

Hoisted = dict[int, set[Var]]
"""For each loop, by identity, the variables whose assignments leave its body."""


def hoist(program: Program, hoisted: Hoisted) -> Program:
    """`program` with every hoisted statement moved; the same object where there is none."""
    if not hoisted:
        return program
    functions = tuple(_function(function, hoisted) for function in program.functions)
    if all(new is old for new, old in zip(functions, program.functions, strict=True)):
        return program
    return replace(program, functions=functions)


def _function(function: Function, hoisted: Hoisted) -> Function:
    if function.body is None:
        return function
    body = _block(function.body, hoisted)
    return function if body is function.body else replace(function, body=body)


def _block(block: Block, hoisted: Hoisted) -> Block:
    out: list[Stmt] = []
    changed = False
    for stmt in block:
        new = _statement(stmt, hoisted)
        leaving = hoisted.get(id(stmt))
        if leaving and isinstance(stmt, (For, While)) and isinstance(new, (For, While)):
            # Statements that an inner loop gave up stand in the new body, not in the old one: they move by one level only.
            leaves = {id(inner) for inner in stmt.body if isinstance(inner, Assign) and inner.var in leaving}
            out.extend(inner for inner in new.body if id(inner) in leaves)
            new = replace(new, body=tuple(inner for inner in new.body if id(inner) not in leaves))
        changed = changed or new is not stmt
        out.append(new)
    return tuple(out) if changed else block


def _statement(stmt: Stmt, hoisted: Hoisted) -> Stmt:
    if isinstance(stmt, (For, While, With, ForScope)):
        body = _block(stmt.body, hoisted)
        return stmt if body is stmt.body else replace(stmt, body=body)
    if isinstance(stmt, If):
        then = _block(stmt.then, hoisted)
        orelse = None if stmt.orelse is None else _block(stmt.orelse, hoisted)
        return stmt if then is stmt.then and orelse is stmt.orelse else replace(stmt, then=then, orelse=orelse)
    return stmt
