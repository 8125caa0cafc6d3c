"""Phase 3 of the specification: write what was derived back into the IR. No decision is taken here.

In come a program, the facts with their entities, the model and the op specs; out comes the program with every placed tile
annotated, `target_memory` keywords set, moves inserted before their consumers, and operands replaced by moved copies. Types
follow `reference/tile_views.md` section 2; where moves stand and how they are shared, section 7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..ir_facts import results, views
from ..ir_facts.facts import Facts
from ..ir_facts.names import hint_of
from ..ir_facts.nodes import (
    Assign,
    Block,
    Call,
    Carry,
    Evaluate,
    Expr,
    For,
    ForScope,
    Function,
    If,
    Invoke,
    Keywords,
    Phi,
    Program,
    Return,
    Stmt,
    Submit,
    Symbol,
    Tuple,
    Value,
    Var,
    While,
    With,
    Yield,
)
from ..ir_facts.opspecs import Specs
from ..ir_facts.record import replace
from ..ir_facts.rewrite import map_children
from ..ir_facts.types import UNKNOWN, TileType, Type
from ..ir_facts.walk import any_holds_call, holds_call
from .placement import Layout, Placement

DUMPED = "dump_vars"
"""The attribute whose variables follow the operands of their call (ir_text.md 9.5)."""


def mutate(program: Program, facts: Facts, placement: Placement, specs: Specs) -> Program:
    """The rewritten program. A function in which nothing is placed comes back as the same object."""
    moved: Moved = {}
    functions = tuple(
        _FunctionMutator(function, facts, placement, specs, moved).run() if function.name in placement.functions else function
        for function in program.functions
    )
    if all(new is old for new, old in zip(functions, program.functions, strict=True)):
        return program
    return replace(program, functions=functions)


Moved: TypeAlias = "dict[tuple[TileType, str, Layout], TileType]"
"""The types of copies by what they copy, where to and how laid out: kernels move tiles of the same few types again and again."""

SPACES, LAYOUTS = "Mem", "TileLayout"
"""The enums of keyword values in the text: `pl.Mem.X`, `pl.TileLayout.x`."""


class _FunctionMutator:
    """Rewrites one function in program order, knowing the new type of every variable met so far."""

    def __init__(self, function: Function, facts: Facts, placement: Placement, specs: Specs, moved: Moved) -> None:
        self.function = function
        self.nodes = facts.nodes
        self.placement = placement
        self.specs = specs
        self.moved = moved
        self.space_of = placement.spaces
        self.types: dict[Var, Type] = {param.var: param.type for param in function.params}
        self.copies: dict[tuple[Var, str], Var] = {}
        self.opened: list[list[tuple[Var, str]]] = []
        self.names: frozenset[str] | None = None
        self.on_statement: dict[type[Stmt], Callable[[Any, list[Stmt]], Stmt]] = {
            Assign: self._assign,
            Evaluate: self._evaluate,
            Return: self._operands,
            Yield: self._operands,
            If: self._if,
            For: self._loop,
            While: self._loop,
            With: self._scope,
            ForScope: self._scope,
        }

    def run(self) -> Function:
        body = self._block(self.function.body or ())
        return self.function if body is self.function.body else replace(self.function, body=body)

    def _type_of(self, expr: Expr) -> Type:
        if isinstance(expr, Var):
            return self.types.get(expr, UNKNOWN)
        return results.result_type(expr, self._type_of, self.specs)

    # ---------------------------------------------------------------------------------------- statements

    def _block(self, block: Block) -> Block:
        """Rewrite a statement list. Copies made in it are known in nested lists and forgotten when it ends."""
        self.opened.append([])
        out: list[Stmt] = []
        changed = False
        on_statement = self.on_statement
        for stmt in block:
            handler = on_statement.get(stmt.__class__)
            if handler is None:
                out.append(stmt)
                continue
            new = handler(stmt, out)
            changed = changed or new is not stmt
            out.append(new)
        for key in self.opened.pop():
            del self.copies[key]
        return tuple(out) if changed or len(out) != len(block) else block

    def _assign(self, stmt: Assign, out: list[Stmt]) -> Stmt:
        value = self._consumer(stmt.value, out)
        type_ = stmt.type
        if not isinstance(type_, TileType):
            self.types[stmt.var] = type_
            return stmt if value is stmt.value else replace(stmt, value=value)
        space = self.space_of.get(stmt.var)
        if space is not None:
            if isinstance(value, (Call, Invoke, Submit)):
                value, made = self._result(value, stmt.value, type_, space)
                type_ = views.tile_type(made.shape, made.dtype, space, made.view, made.memref or type_.memref, self.specs)
            else:
                type_ = views.place(type_, space, self.specs)
            if type_ == stmt.type:
                type_ = stmt.type
        self.types[stmt.var] = type_
        return stmt if value is stmt.value and type_ is stmt.type else replace(stmt, type=type_, value=value)

    def _result(self, value: Call | Invoke | Submit, old: Expr, type_: TileType, space: str) -> tuple[Expr, TileType]:
        """The call as it will be written, and its result type before the space of its variable is put on."""
        if not isinstance(value, Call):
            return value, type_
        made: Type = type_
        if id(old) in self.placement.reads_tiles:
            made = results.rebuild(value, type_, self._type_of, self.specs)
        spec = self.specs.ops.get(value.op)
        if spec is not None and spec.retargetable and isinstance(made, TileType):
            kwargs = results.retargeted(spec, value.kwargs, space)
            if kwargs != value.kwargs:
                value = replace(value, kwargs=kwargs)
                made = results.retarget(value, made, space, self._type_of, self.specs)
        return value, made if isinstance(made, TileType) else type_

    def _evaluate(self, stmt: Evaluate, out: list[Stmt]) -> Stmt:
        value = self._consumer(stmt.value, out)
        return stmt if value is stmt.value else replace(stmt, value=value)

    def _operands(self, stmt: Return | Yield, out: list[Stmt]) -> Stmt:
        values = tuple(self._consumer(value, out) for value in stmt.values)
        reads = self.placement.reads.get(self.nodes.get(id(stmt), ""))
        if reads:
            ident = self.nodes[id(stmt)]
            values = tuple(
                self._copy(value, reads[slot], self.placement.keywords(ident, slot), out) if slot in reads else value
                for slot, value in enumerate(values)
            )
        if all(new is old for new, old in zip(values, stmt.values, strict=True)):
            return stmt
        return replace(stmt, values=values)

    def _if(self, stmt: If, out: list[Stmt]) -> Stmt:
        condition = self._consumer(stmt.condition, out)
        then = self._block(stmt.then)
        orelse = None if stmt.orelse is None else self._block(stmt.orelse)
        phis = tuple(self._phi(phi) for phi in stmt.phis)
        if condition is stmt.condition and then is stmt.then and orelse is stmt.orelse and all(map(_is, phis, stmt.phis)):
            return stmt
        return replace(stmt, condition=condition, then=then, orelse=orelse, phis=phis)

    def _phi(self, phi: Phi) -> Phi:
        type_ = self._placed(phi.var, phi.type)
        return phi if type_ is phi.type else replace(phi, type=type_)

    def _loop(self, stmt: For | While, out: list[Stmt]) -> Stmt:
        carries = tuple(self._carry(carry, out) for carry in stmt.carries)
        body = self._block(stmt.body)
        for carry in carries:
            self.types[carry.result] = carry.result_type
        if body is stmt.body and all(map(_is, carries, stmt.carries)):
            return stmt
        return replace(stmt, carries=carries, body=body)

    def _carry(self, carry: Carry, out: list[Stmt]) -> Carry:
        init = self._consumer(carry.init, out)
        iter_type = self._placed(carry.iter_arg, carry.iter_type)
        result_type = self._placed(carry.result, carry.result_type)
        if init is carry.init and iter_type is carry.iter_type and result_type is carry.result_type:
            return carry
        return replace(carry, init=init, iter_type=iter_type, result_type=result_type)

    def _scope(self, stmt: With | ForScope, out: list[Stmt]) -> Stmt:
        body = self._block(stmt.body)
        return stmt if body is stmt.body else replace(stmt, body=body)

    def _placed(self, var: Var, type_: Type) -> Type:
        """The type of a variable that no call defines, in the space that was derived for it (tile_views.md 2.1)."""
        space = self.space_of.get(var)
        if space is not None and isinstance(type_, TileType) and type_.space != space:
            type_ = views.place(type_, space, self.specs)
        self.types[var] = type_
        return type_

    # ---------------------------------------------------------------------------------------- consumers

    def _consumer(self, value: Expr, out: list[Stmt]) -> Expr:
        """`value` with every operand that a moved copy replaces; the moves it needs first go into `out`."""
        if not isinstance(value, (Call, Invoke, Submit)):
            return map_children(value, lambda child: self._consumer(child, out)) if holds_call(value) else value
        reads = self.placement.reads.get(self.nodes.get(id(value), "")) or {}
        if not reads and not any_holds_call(value.args):
            return value
        args: list[Expr] = []
        replaced: dict[Var, list[Var]] = {}
        for index, arg in enumerate(value.args):
            if index in reads and isinstance(arg, Var):
                new: Expr = self._copy(arg, reads[index], self.placement.keywords(self.nodes[id(value)], index), out)
            elif arg.__class__ is Call or arg.__class__ is Tuple:
                new = self._consumer(arg, out)
            else:
                new = arg
            if isinstance(arg, Var) and isinstance(new, Var) and new not in (seen := replaced.setdefault(arg, [])):
                seen.append(new)
            args.append(new)
        attrs = self._attributes(value.attrs, replaced) if value.attrs else value.attrs
        if attrs is value.attrs and all(map(_is, args, value.args)):
            return value
        return replace(value, args=tuple(args), attrs=attrs)

    def _copy(self, value: Expr, space: str, layout: Layout, out: list[Stmt]) -> Expr:
        """The copy of a tile in `space`: an earlier one that is visible here, or a new move put into `out`."""
        if not isinstance(value, Var):
            return value
        known = self.copies.get((value, space))
        if known is not None:
            return known
        via = self.placement.via.get((value, space))
        source = value if via is None else self._copy(value, via, self.placement.stop_keywords(value, space), out)
        if not isinstance(source, Var):
            return value
        copy = self._move(source, space, layout, out)
        for key in dict.fromkeys(((source, space), (value, space))):
            self.copies[key] = copy
            self.opened[-1].append(key)
        return copy

    def _move(self, source: Var, space: str, layout: Layout, out: list[Stmt]) -> Var:
        old = self.types[source]
        if not isinstance(old, TileType):
            return source
        if self.names is None:
            self.names = self.placement.names(self.function)
        copy = Var(f"{hint_of(source.name, self.names)}_{space}")
        kwargs: list[tuple[str, Value]] = [(self.specs.move_kwarg, Symbol(SPACES, space))]
        kwargs += [(key, Symbol(LAYOUTS, word)) for key, word in layout]
        type_ = self.moved.get((old, space, layout))
        if type_ is None:
            words = dict(layout)
            type_ = results.move_type(old, space, words.get("blayout"), words.get("slayout"), self.specs)
            self.moved[old, space, layout] = type_
        self.types[copy] = type_
        out.append(Assign(copy, type_, Call(self.specs.move_op, (source,), tuple(kwargs))))
        return copy

    def _attributes(self, attrs: Keywords, replaced: dict[Var, list[Var]]) -> Keywords:
        """Attributes that name operands name their copies instead."""
        new: list[tuple[str, Value]] = []
        changed = False
        for key, value in attrs:
            if key == DUMPED and isinstance(value, tuple):
                names: list[Value] = []
                for item in value:
                    names.extend(replaced.get(item, [item]) if isinstance(item, Var) else [item])
                changed = changed or tuple(names) != value
                new.append((key, tuple(names)))
            else:
                new.append((key, value))
        return tuple(new) if changed else attrs


def _is(new: object, old: object) -> bool:
    return new is old
