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
from .scope import Buffer, Machine, Scope, Tile

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[Any]], Any]

DTYPES = ("FP16", "FP32", "BF16", "INT32", "INT8", "UINT8", "INT16")
INDEX = ScalarType("INDEX")
DEEPEST = 3
"""How deep loops and branches nest."""


class Ops:
    """The ops of a set of specs that can stand in a kernel, in groups of which each is drawn as often as the others."""

    def __init__(self, machine: Machine) -> None:
        specs = machine.specs
        known = [spec for spec in specs.ops.values() if spec.crossing is None]  # a crossing belongs into a split region
        usable = [spec for spec in known if _makes_tile(spec) or any("Tile" in arg.kinds for arg in spec.args)]
        self.loads = [spec for spec in usable if spec.residency == "load"]
        self.sources = [spec for spec in usable if not any("Tile" in arg.kinds for arg in spec.args[: spec.required])]
        special = [spec for spec in usable if any(spaces[0] != specs.permissive for spaces in spec.inputs.values() if spaces)]
        following = [spec for spec in usable if spec.output.kind in ("inherit", "follow", "kwarg") and spec not in self.sources]
        self.stores = [spec for spec in usable if spec.stores is not None]
        self.stationary = [spec for spec in usable if spec.stationary]
        rest = [spec for spec in usable if spec not in self.sources and spec not in special and spec not in following]
        own = [spec for spec in usable if any(place[0] for place in spec.places.values())]  # said in an overlay
        groups = [self.loads, special, rest, following, own, self.stores, rest, following, self.sources, special, rest, rest]
        self.groups: list[list[OpSpec]] = [sorted(group, key=lambda spec: spec.name) for group in groups if group]


def _makes_tile(spec: OpSpec) -> bool:
    return spec.category == "tile" and spec.output.kind != "annotation"


class Grower:
    """Grows the statements of one function. `wild` lets a loop carry tiles that do not fit together (design decision 13)."""

    def __init__(self, draw: Draw, machine: Machine, ops: Ops, wild: bool, marked: bool) -> None:
        self.draw = draw
        self.machine = machine
        self.ops = ops
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
        dtype = self.pick(list(DTYPES))
        names = [None, *self.machine.specs.spaces]
        space = self.pick(names) if spec.output.kind == "kwarg" else None
        made = grow_call(spec, scope, self.machine, turn, dtype, space)
        return [] if made is None else self._define(made, spec, scope)

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
            var = scope.fresh("o")
            scope.add_tensor(var, type_, writable=True)
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
        if not self.ops.stationary:
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
            choices = [found for found in other.tiles if self._joins(left, found)]
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

    def _joins(self, left: Tile, right: Tile) -> bool:
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

    def _scope(self, scope: Scope, depth: int) -> list[Stmt]:
        body = self.block(scope, depth + 1, 2)
        return [With("pl.scope", (), (), tuple(body))] if body else []


def _valid(tile: Tile) -> tuple[Any, ...]:
    view = tile.type.view
    return (view.valid_shape, view.pad) if view is not None else ((), "null")
