"""Nested calls as statements of their own. In: a program as people write it. Out: one in which every tile on a core has a name.

PyPTO keeps `pl.store(pl.exp(pl.load(x, ...)), ...)` nested when it reads, and a pass of its own (FlattenCallExpr) gives each inner call
a variable before anything is placed. Here that happens to statements in which a nested tile is still to be placed, and to no others: one
that lies where its reader takes it is left as it is written. Calls keep their order, and the names are PyPTO's (`t__tmp_v0`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .diagnostic import Diagnostic, DiagnosticError, Label
from .facts import DEVICE
from .names import printed_names
from .nodes import Assign, Call, Evaluate, Expr, For, ForScope, If, Invoke, Return, Stmt, Submit, Var, While, With, Yield
from .record import replace
from .results import result_type
from .rewrite import map_children
from .types import UNKNOWN, TileType, TupleType
from .walk import LEAVES, calls_in, children, variable_types

if TYPE_CHECKING:
    from collections.abc import Callable

    from .nodes import Block, Function, Program
    from .opspecs import Specs
    from .types import Type

SETTLED = ("fixed", "kwarg")
"""The output rules that do not depend on where the operands are (`opspecs_records.OutputSpec`)."""

IN_CONDITION = "TW0307"


def flatten_calls(program: Program, specs: Specs) -> Program:
    """`program` with a variable for every nested call whose tile is to be placed on a core, and for the calls beside it.

    Raises `DiagnosticError` TW0307 for a tile that is made in the condition of a `while`: there is no statement before each round.
    """
    returns = {function.name: _returned(function) for function in program.functions}
    try:
        functions = tuple([_flattened(function, returns, specs) for function in program.functions])
    except DiagnosticError as error:
        raise error.located_in(program.source) from None
    changed = any(new is not old for new, old in zip(functions, program.functions, strict=True))
    return replace(program, functions=functions) if changed else program


def _returned(function: Function) -> Type:
    if len(function.returns) == 1 and not function.tuple_result:
        return function.returns[0]
    return TupleType(function.returns) if function.returns else UNKNOWN


def _flattened(function: Function, returns: dict[str, Type], specs: Specs) -> Function:
    if function.kind not in DEVICE or function.body is None:
        return function
    body = _Flattener(function, returns, specs).block(function.body)
    return function if body is function.body else replace(function, body=body)


class _Flattener:
    """Walks one function once, in program order."""

    def __init__(self, function: Function, returns: dict[str, Type], specs: Specs) -> None:
        self.types: dict[Var, Type] = variable_types(function)
        self.taken = set(printed_names(function).values())
        self.returns = returns
        self.specs = specs
        self.count = 0
        self.on_statement: dict[type[Stmt], Callable[[Any, list[Stmt]], Stmt]] = {
            Assign: self._assign,
            Evaluate: self._assign,
            Return: self._values,
            Yield: self._values,
            If: self._if,
            For: self._for,
            While: self._while,
            With: self._scope,
            ForScope: self._scope,
        }

    def block(self, block: Block) -> Block:
        out: list[Stmt] = []
        changed = False
        for stmt in block:
            handler, start = self.on_statement.get(stmt.__class__), len(out)
            new = stmt if handler is None else handler(stmt, out)
            if len(out) > start:
                # The comments above a statement stand above the first one that it became.
                out[start] = replace(out[start], comments=stmt.comments)
                new = replace(new, comments=())
            changed = changed or new is not stmt
            out.append(new)
        return tuple(out) if changed else block

    # ------------------------------------------------------------------------------------------ statements

    def _assign(self, stmt: Assign | Evaluate, out: list[Stmt]) -> Stmt:
        value = stmt.value
        if value.__class__ in LEAVES or not self._nests_tile(value):
            return stmt
        return replace(stmt, value=self._inside(value, stmt, out))

    def _values(self, stmt: Return | Yield, out: list[Stmt]) -> Stmt:
        values = stmt.values
        if not any(self._makes_tile(value) or self._nests_tile(value) for value in values):
            return stmt
        if len(values) == 1 and not self._makes_tile(values[0]):
            return replace(stmt, values=(self._inside(values[0], stmt, out),))
        return replace(stmt, values=tuple([self._named(value, stmt, out) for value in values]))

    def _if(self, stmt: If, out: list[Stmt]) -> Stmt:
        condition = self._named(stmt.condition, stmt, out) if self._nests_tile(stmt.condition) else stmt.condition
        then = self.block(stmt.then)
        orelse = None if stmt.orelse is None else self.block(stmt.orelse)
        if condition is stmt.condition and then is stmt.then and orelse is stmt.orelse:
            return stmt
        return replace(stmt, condition=condition, then=then, orelse=orelse)

    def _for(self, stmt: For, out: list[Stmt]) -> Stmt:
        heads = (stmt.start, stmt.stop, stmt.step, *[carry.init for carry in stmt.carries])
        new = heads
        if any(self._makes_tile(head) or self._nests_tile(head) for head in heads):
            new = tuple([self._named(head, stmt, out) for head in heads])
        body = self.block(stmt.body)
        if new is heads and body is stmt.body:
            return stmt
        carries = tuple([replace(carry, init=init) for carry, init in zip(stmt.carries, new[3:], strict=True)])
        return replace(stmt, start=new[0], stop=new[1], step=new[2], carries=carries, body=body)

    def _while(self, stmt: While, out: list[Stmt]) -> Stmt:
        if self._nests_tile(stmt.condition):
            span = next((call.span for call in calls_in(stmt.condition) if call.span is not None), stmt.span)
            raise DiagnosticError(
                Diagnostic(
                    IN_CONDITION,
                    "a tile is made in the condition of a `while`, where it cannot be placed",
                    () if span is None else (Label(span, "made anew before each round"),),
                    "make the tile before the loop and again at the end of its body, and let the condition read it",
                )
            )
        inits = tuple([carry.init for carry in stmt.carries])
        new = inits
        if any(self._makes_tile(init) or self._nests_tile(init) for init in inits):
            new = tuple([self._named(init, stmt, out) for init in inits])
        body = self.block(stmt.body)
        if new is inits and body is stmt.body:
            return stmt
        carries = tuple([replace(carry, init=init) for carry, init in zip(stmt.carries, new, strict=True)])
        return replace(stmt, carries=carries, body=body)

    def _scope(self, stmt: With | ForScope, out: list[Stmt]) -> Stmt:
        args = stmt.args
        if any(map(self._nests_tile, args)):
            args = tuple([self._named(arg, stmt, out) for arg in args])
        body = self.block(stmt.body)
        return stmt if args is stmt.args and body is stmt.body else replace(stmt, args=args, body=body)

    # ------------------------------------------------------------------------------------------ expressions

    def _nests_tile(self, expr: Expr) -> bool:
        """Whether a call inside of `expr`, itself not counted, makes a tile that is still to be placed."""
        if expr.__class__ in LEAVES:
            return False
        calls = isinstance(expr, (Call, Invoke, Submit))
        for index, part in enumerate(expr.args if calls else children(expr)):
            if part.__class__ not in LEAVES and (self._to_place(part, expr, index) or self._nests_tile(part)):
                return True
        return False

    def _to_place(self, call: Expr, reader: Expr, index: int) -> bool:
        """Whether `call` makes a tile, unless it says itself in which memory and its reader takes it from there."""
        found = self._type_of(call) if isinstance(call, (Call, Invoke, Submit)) else None
        if not isinstance(found, TileType):
            return False
        maker = self.specs.ops.get(call.op) if isinstance(call, Call) else None
        taker = self.specs.ops.get(reader.op) if isinstance(reader, Call) else None
        if maker is None or taker is None or found.space is None or maker.output.kind not in SETTLED:
            return True
        return found.space not in (taker.allowed(index) or (found.space,))

    def _makes_tile(self, expr: Expr) -> bool:
        return isinstance(expr, (Call, Invoke, Submit)) and isinstance(self._type_of(expr), TileType)

    def _type_of(self, expr: Expr) -> Type:
        if isinstance(expr, Var):
            return self.types.get(expr, UNKNOWN)
        if isinstance(expr, (Invoke, Submit)):
            return self.returns.get(expr.callee, UNKNOWN) if isinstance(expr, Invoke) else UNKNOWN
        return result_type(expr, self._type_of, self.specs)

    def _inside(self, expr: Expr, stmt: Stmt, out: list[Stmt]) -> Expr:
        """`expr` with a variable for each call inside of it."""
        if isinstance(expr, (Call, Invoke, Submit)):
            return replace(expr, args=tuple([self._named(arg, stmt, out) for arg in expr.args]))
        return map_children(expr, lambda child: self._named(child, stmt, out))

    def _named(self, expr: Expr, stmt: Stmt, out: list[Stmt]) -> Expr:
        """`expr` without calls: a variable where it is one."""
        if expr.__class__ in LEAVES:
            return expr
        new = self._inside(expr, stmt, out)
        if not isinstance(new, (Call, Invoke, Submit)):
            return new
        var, type_ = Var(self._fresh(), new.span or stmt.span), self._type_of(new)
        self.types[var] = type_
        out.append(Assign(var, type_, new, (), new.span or stmt.span))
        return var

    def _fresh(self) -> str:
        while (name := f"t__tmp_v{self.count}") in self.taken:
            self.count += 1
        self.taken.add(name)
        return name
