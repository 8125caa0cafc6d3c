"""Statements, grown one after the other: calls, aliases, stores, loops, branches, scopes.

In come a scope and Hypothesis's `draw`, out comes a block in SSA form that is well typed. The first choice of every draw is the
simplest, so that a kernel that breaks a law shrinks towards a few plain statements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st

from ...ir_facts.nodes import (
    Assign,
    Binary,
    Block,
    Bool,
    Carry,
    Evaluate,
    Expr,
    For,
    If,
    Int,
    Keywords,
    Phi,
    Stmt,
    Var,
    While,
    With,
    Yield,
)
from ...ir_facts.opspecs import OpSpec
from ...ir_facts.record import replace
from ...ir_facts.types import ScalarType, TensorType, TileType
from ...ir_facts.views import same_shape
from .calls import Made, grow_call
from .fits import DTYPES, Fit
from .regions import grow_region
from .scope import Buffer, Scope, Tile
from .supplies import Parameters, Stock

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[Any]], Any]

INDEX = ScalarType("INDEX")
DEEPEST = 3
"""How deep loops and branches nest."""


class Grower:
    """Grows the statements of one function. `wild` lets a loop carry tiles that do not fit together (design decision 13)."""

    def __init__(self, draw: Draw, stock: Stock, wild: bool, marked: bool) -> None:
        machine = stock.machine
        self.draw = draw
        self.stock = stock
        self.machine = machine
        self.ops = stock.ops
        self.gates = stock.gates
        self.parameters = Parameters()
        self.wild = wild
        self.marker: Keywords = ((machine.specs.residency.marker, True),) if marked else ()
        self.statements: list[Callable[[Scope, int], list[Stmt]]] = [
            self._call,
            self._call,
            self._call,
            self._call,
            self._call,
            self._alias,
            self._for,
            self._if,
            self._while,
            self._scope,
            self._stationary,
            self._region,
        ]

    def pick(self, choices: list[T]) -> T:
        """One of `choices`, the first as the simplest."""
        return choices[self.number(len(choices))]

    def number(self, below: int) -> int:
        """A number from 0 to `below` - 1."""
        return 0 if below <= 1 else int(self.draw(st.integers(0, below - 1)))

    def block(self, scope: Scope, depth: int, most: int) -> list[Stmt]:
        """Up to `most` grown statements. `scope` learns what they define."""
        out: list[Stmt] = []
        for _ in range(1 + self.number(most)):
            choices = self.statements if depth < DEEPEST else self.statements[:6]
            out += self.pick(choices)(scope, depth)
        return out

    # ------------------------------------------------------------------------------------------ plain statements

    def _call(self, scope: Scope, depth: int) -> list[Stmt]:
        group = self.pick(self.ops.groups) if scope.tiles else self.ops.groups[0]
        spec, turn = self.pick(group), self.number(12)
        dtype = self.pick([name for name in DTYPES if name in self.machine.specs.dtypes])
        names = [None, *self.machine.specs.spaces]
        space = self.pick(names) if spec.output.kind == "kwarg" else None
        return self.call(spec, scope, turn, dtype, space)

    def call(self, spec: OpSpec, scope: Scope, turn: int, dtype: str = DTYPES[0], space: str | None = None) -> list[Stmt]:
        """A call of `spec` with what is in scope, or else with operands that are made for it. Empty where neither will do."""
        made = grow_call(spec, scope, self.machine, turn, dtype, space)
        return self._ordered(spec, scope, turn) if made is None else self._define(made, spec, scope)

    def _ordered(self, spec: OpSpec, scope: Scope, turn: int) -> list[Stmt]:
        """A call of `spec` with operands that are made for it."""
        fits = [fit for fit in self.stock.fits(spec) if self._here(fit, scope)]
        out: list[Stmt] = []
        fixed: dict[int, Var] = {}
        for index, type_ in (fits[turn % len(fits)] if fits else {}).items():
            if isinstance(type_, TensorType):
                if index not in spec.writes:
                    fixed[index] = self.parameters.tensor(type_, scope)
                continue
            ordered, var = self._order(type_, not spec.allowed(index) or turn % 2 == 1, scope)
            out += ordered
            if var is None:
                return out
            fixed[index] = var
        made = grow_call(spec, scope, self.machine, 1, DTYPES[0], None, fixed)
        return out if made is None else [*out, *self._define(made, spec, scope)]

    def _here(self, fit: Fit, scope: Scope) -> bool:
        """Whether the memories of the operands belong to the core that works here."""
        spaces = [type_.space for type_ in fit.values() if isinstance(type_, TileType) and type_.space is not None]
        return scope.lane is None or all(self.machine.specs.spaces[space].lane == scope.lane for space in spaces)

    def _order(self, wanted: TileType, named: bool, scope: Scope) -> tuple[list[Stmt], Var | None]:
        """Statements that make a tile that is `wanted`, or on its way there; `named`: it is there because a call says so."""
        way = self.stock.way(wanted, named)
        if way is None:
            return [], None
        if way.tensor is None:
            made, spec = self.stock.create(wanted, way.target), self.ops.creates[0]
        else:
            made, spec = self.stock.load(self.parameters.tensor(way.tensor, scope), way.tensor, way.target), self.ops.loads[0]
        if made is None:
            return [], None
        out = self._define(made, spec, scope)
        if named and wanted.space not in (None, way.target):
            spec = self.machine.specs.ops[self.machine.specs.move_op]
            made = grow_call(spec, scope, self.machine, 1, wanted.dtype, wanted.space, {0: scope.tiles[-1].var})
            if made is None:
                return out, None
            out += self._define(made, spec, scope)
        return out, scope.tiles[-1].var

    def made_in(self, space: str, scope: Scope) -> list[Stmt]:
        """A call whose result is always in `space`, with its operands."""
        specs = self.ops.always_in(space)
        return self._ordered(self.pick(specs), scope, self.number(4)) if specs else []

    def load(self, scope: Scope, turn: int) -> list[Stmt]:
        """A load, the statement with which every kernel begins."""
        spec = self.ops.loads[0]
        made = grow_call(spec, scope, self.machine, turn, DTYPES[0], None)
        return [] if made is None else self._define(made, spec, scope)

    def _define(self, made: Made, spec: OpSpec, scope: Scope) -> list[Stmt]:
        call, type_ = made.call, made.type
        if self.marker and spec.residency == "load":
            call = replace(call, attrs=self.marker)
        if isinstance(type_, TileType):
            var = scope.fresh("t")
            scope.add_tile(var, type_, made.buffer)
        elif isinstance(type_, TensorType):
            var, written = scope.fresh("o"), [output for output, _ in scope.outputs]
            scope.add_tensor(var, type_, writable=any(arg in written for arg in call.args))
        elif isinstance(type_, ScalarType):
            var = scope.fresh("s")
            scope.add_scalar(var, type_, type_.dtype)
        else:
            return [Evaluate(call)]
        return [Assign(var, type_, call)]

    def _alias(self, scope: Scope, depth: int) -> list[Stmt]:
        if not scope.tiles:
            return []
        tile = self._tile(scope.tiles)
        var = scope.fresh("a")
        scope.add_tile(var, tile.type, tile.buffer)
        return [Assign(var, tile.type, tile.var)]

    def _tile(self, tiles: list[Tile]) -> Tile:
        return self.pick(list(reversed(tiles[-6:])))

    # ------------------------------------------------------------------------------------------ loops

    def _for(self, scope: Scope, depth: int) -> list[Stmt]:
        var = scope.fresh("i")
        kind, stage = self.pick([("range", None), ("range", None), ("parallel", None), ("pipeline", 2), ("unroll", None)])
        trips = self.pick([2, 1, 4])
        inner, inits = (Scope(scope), []) if kind == "unroll" else self._enter(scope)
        inner.add_scalar(var, INDEX, "INDEX")
        body = self.block(inner, depth + 1, 4)
        carries, ending = self._leave(scope, inner, inits)
        return [For(kind, var, Int(0), Int(trips), Int(1), tuple(carries), (*body, *ending), stage=stage)]

    def _while(self, scope: Scope, depth: int) -> list[Stmt]:
        """A loop that counts to a limit in its first carry."""
        inner, inits = self._enter(scope)
        count, result = inner.fresh("n"), inner.fresh("m")
        inner.add_scalar(count, INDEX, "INDEX")
        body = self.block(inner, depth + 1, 3)
        carries, ending = self._leave(scope, inner, inits)
        counter = Carry(count, Int(0), result, INDEX, INDEX)
        step: Expr = Binary("+", count, Int(1))
        values = ending[0].values if ending else ()
        scope.add_scalar(result, INDEX, "INDEX")
        return [While(Binary("<", count, Int(self.pick([2, 1, 3]))), (counter, *carries), (*body, Yield((step, *values))))]

    def _stationary(self, scope: Scope, depth: int) -> list[Stmt]:
        """A loop in which two loads feed an op whose operands may stay where they are: what residency looks for."""
        if not self.ops.stationary or scope.inside:
            return []
        var, inner = scope.fresh("k"), Scope(scope)
        inner.tiles.clear()
        body: list[Stmt] = []
        for turn in (0, self.number(2)):
            spec = self.ops.loads[0]
            made = grow_call(spec, inner, self.machine, turn, DTYPES[0], self.machine.specs.residency.panel)
            if made is None:
                return []
            body += self._define(made, spec, inner)
        spec = self.pick(self.ops.stationary)
        made = grow_call(spec, inner, self.machine, 0, DTYPES[0], None)
        body += [] if made is None else self._define(made, spec, inner)
        body += self._call(inner, depth) if self.number(2) else []
        return [For("range", var, Int(0), Int(self.pick([2, 1])), Int(1), (), tuple(body))]

    def _enter(self, scope: Scope) -> tuple[Scope, list[tuple[Tile, Var]]]:
        """A scope for the body of a loop, and the tiles it carries with their iter-args."""
        inner = Scope(scope)
        inits: list[tuple[Tile, Var]] = []
        for _ in range(self.number(4) if scope.tiles else 0):
            tile = self._tile(scope.tiles)
            var = scope.fresh("c")
            inner.add_tile(var, tile.type, tile.buffer)
            inits.append((tile, var))
        return inner, inits

    def _leave(self, scope: Scope, inner: Scope, inits: list[tuple[Tile, Var]]) -> tuple[list[Carry], list[Yield]]:
        """The carries of a loop whose body was grown, and its yield."""
        carries: list[Carry] = []
        values: list[Expr] = []
        for tile, var in inits:
            choices = [found for found in inner.tiles if self._fits(tile, found)]
            yielded = self._tile(choices) if choices else Tile(var, tile.type, tile.buffer)
            result = scope.fresh("r")
            tile.buffer.join(yielded.buffer)
            carries.append(Carry(var, tile.var, result, tile.type, tile.type))
            values.append(yielded.var)
            scope.add_tile(result, tile.type, yielded.buffer)
            scope.rebind(tile.var, yielded.buffer)
        return carries, [Yield(tuple(values))] if values else []

    def _fits(self, init: Tile, found: Tile) -> bool:
        same = init.type.dtype == found.type.dtype and same_shape(init.type.shape, found.type.shape)
        return same and _valid(init) == _valid(found) and (self.wild or self.machine.tied(init.buffer, found.buffer))

    # ------------------------------------------------------------------------------------------ branches and scopes

    def _if(self, scope: Scope, depth: int) -> list[Stmt]:
        then, other = Scope(scope), Scope(scope)
        first = self.block(then, depth + 1, 3)
        second = self.block(other, depth + 1, 3) if self.number(3) else []
        phis: list[Phi] = []
        values: tuple[list[Expr], list[Expr]] = ([], [])
        for _ in range(self.number(3) if then.tiles else 0):
            left = self._tile(then.tiles)
            choices = [found for found in other.tiles if self._joins(left, found, scope)]
            if not choices:
                continue
            right = self._tile(choices)
            var = scope.fresh("p")
            phis.append(Phi(var, left.type))
            values[0].append(left.var)
            values[1].append(right.var)
            scope.add_tile(var, left.type, self._merge(left.buffer, right.buffer))
        if phis:
            first, second = [*first, Yield(tuple(values[0]))], [*second, Yield(tuple(values[1]))]
        orelse: Block | None = tuple(second) if second else None
        if not first:
            return []
        return [If(self._condition(scope), tuple(first), orelse, tuple(phis))]

    def _joins(self, left: Tile, right: Tile, scope: Scope) -> bool:
        fixed = left.buffer.born in self.machine.specs.spaces
        if scope.lane is not None and not (fixed and left.buffer.born == right.buffer.born):
            return False  # a move between the two could belong to the other core, and so could a tile that nothing holds here
        same = left.type.dtype == right.type.dtype and same_shape(left.type.shape, right.type.shape)
        return same and _valid(left) == _valid(right) and (self.wild or self.machine.merged(left.buffer, right.buffer))

    def _merge(self, left: Buffer, right: Buffer) -> Buffer:
        if left is right:
            return left
        left.join(right)
        merged = Buffer(left.born if left.born == right.born else "unknown")
        merged.wishes = left.wishes
        return merged

    def _condition(self, scope: Scope) -> Expr:
        known = [var for var, dtype in scope.scalars if dtype == "INDEX"]
        return Binary("<", known[-1], Int(1)) if known else Bool(True)

    def _region(self, scope: Scope, depth: int) -> list[Stmt]:
        """A region in which the vector cores work, where the function may have one and the scope is not in one."""
        return [] if scope.lane is None or scope.inside else grow_region(self, scope, depth)

    def _scope(self, scope: Scope, depth: int) -> list[Stmt]:
        body = self.block(scope, depth + 1, 2)
        return [With("pl.scope", (), (), tuple(body))] if body else []


def _valid(tile: Tile) -> tuple[Any, ...]:
    view = tile.type.view
    return (view.valid_shape, view.pad) if view is not None else ((), "null")
