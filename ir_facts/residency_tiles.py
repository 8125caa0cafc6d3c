"""Residency facts about the tiles of a function: where bridge loads and what is made of them stand, and in which loops.

In comes a surveyed function, out go facts in the relations of `rules/facts_residency.lp`. Only loads that bear the private marker
are followed; of other loads it is only said in which loop they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .footprint import Footprint
from .nodes import (
    Assign,
    Block,
    Call,
    Evaluate,
    Expr,
    For,
    ForScope,
    If,
    Invoke,
    Jump,
    Return,
    Stmt,
    Submit,
    Var,
    While,
    With,
    Yield,
)
from .residency_scan import LOAD, STAGE, VIEW, Roles, bears
from .residency_scribe import Scribe, loop_facts
from .residency_uses import Uses, values_in
from .types import TileType
from .walk import statements, variables

KINDS: dict[type[Stmt], str] = {
    Evaluate: "evaluation",
    If: "branch",
    For: "loop",
    While: "loop",
    With: "scope",
    ForScope: "scope",
    Jump: "jump",
    Return: "return",
    Yield: "yield",
}
"""What a statement is that is no assignment."""


class _Body:
    """The body of a loop on the way through it. `pending` are statements after which a new section may begin."""

    __slots__ = ("loop", "number", "pending")

    def __init__(self, loop: str) -> None:
        self.loop = loop
        self.number = 1
        self.pending: list[Stmt] = []


class TileFacts:
    """Walks one function once, in program order."""

    def __init__(self, scribe: Scribe, roles: Roles, target: str) -> None:
        self.scribe = scribe
        self.emit = scribe.emit
        self.specs = scribe.specs
        self.roles = roles
        self.marker = scribe.specs.residency.marker
        self.footprint = Footprint(scribe.specs, target)
        self.uses = Uses(scribe, roles, dict.fromkeys(self._followed(), 0))
        self.told: set[Var] = set()
        self.loop = ""
        self.body: _Body | None = None
        self.under: tuple[str, ...] = ()
        self.pipelines = 0
        self.on_statement: dict[type[Stmt], Callable[[Any], None]] = {
            Assign: self._assign,
            Evaluate: self._evaluate,
            Return: self._return,
            Yield: self._yield,
            If: self._if,
            For: self._loop,
            While: self._loop,
            With: self._scope,
            ForScope: self._scope,
        }

    def run(self) -> None:
        """Write the facts of the function. To be called once."""
        self._block(self.scribe.function.body or ())
        self.uses.write()
        self.footprint.write(self.scribe)

    def _followed(self) -> Iterator[Var]:
        """The bridge loads and what is made of them by views and staging."""
        found: set[Var] = set()
        for stmt in statements(self.scribe.function.body):
            value = stmt.value if isinstance(stmt, Assign) else None
            if isinstance(stmt, Assign) and isinstance(value, Call) and stmt.var not in found:
                role = self.roles.of(value.op)
                made = role in (STAGE, VIEW) and bool(value.args) and value.args[0] in found
                if made or (role == LOAD and bears(value, self.marker)):
                    found.add(stmt.var)
                    yield stmt.var

    # ---------------------------------------------------------------------------------------- statements

    def _block(self, block: Block) -> None:
        body, on_statement = self.body, self.on_statement
        for stmt in block:
            if stmt.__class__ in on_statement:
                on_statement[stmt.__class__](stmt)
            if body is not None and self._may_close(stmt):
                body.pending.append(stmt)

    def _inside(self, block: Block, kind: str) -> None:
        """A block that is not the body of a loop."""
        body, under = self.body, self.under
        self.body, self.under = None, (*under, kind)
        self._block(block)
        self.body, self.under = body, under

    def _may_close(self, stmt: Stmt) -> bool:
        """Whether a statement is no assignment, or one whose value has an effect or an order that could matter to what follows."""
        value = stmt.value if isinstance(stmt, Assign) else None
        if value is None:
            return True
        if isinstance(value, Call):
            spec = self.specs.ops.get(value.op)
            return spec is None or spec.effect or spec.boundary
        return isinstance(value, (Invoke, Submit))

    def _assign(self, stmt: Assign) -> None:
        value = stmt.value
        self.footprint.add(stmt, self.scribe.variable(stmt.var, stmt), self.pipelines > 0)
        if not isinstance(value, Call):
            self.uses.add(value, stmt, "alias")
            return
        role = self.roles.of(value.op)
        if role == LOAD:
            self._load(stmt, value)
        elif role in (STAGE, VIEW) and value.args and value.args[0] in self.uses.count:
            self._follow(stmt, value, value.args[1:])
        self.uses.add(value, stmt, "expression")

    def _load(self, stmt: Assign, call: Call) -> None:
        if bears(call, self.marker):
            ident = self._follow(stmt, call, call.args)
            value = next(value for key, value in call.attrs if key == self.marker)
            self.emit(f'marked("{ident}",{"true" if value is True else "false"}).')
            source = call.args[0] if call.args else None
            if isinstance(source, Var):
                self.emit(f'uses("{ident}",0,"{self.scribe.variable(source)}").')
            else:
                self.emit(f'computed("{ident}",0).')
        elif self.loop and isinstance(stmt.type, TileType) and stmt.type.space is not None:
            var = self.scribe.variable(stmt.var, stmt)
            ident = self.scribe.call(call, stmt)
            self.emit(f'defines("{ident}","{var}"). stands_in("{ident}","{self.loop}").')
            self.emit(f'annotated("{var}",{self.specs.constant(stmt.type.space)}).')

    def _follow(self, stmt: Assign, call: Call, named: tuple[Expr, ...]) -> str:
        """Follow the result of a call from here on; `named` are the operands whose values decide what it is."""
        scribe = self.scribe
        var = scribe.variable(stmt.var, stmt)
        ident = scribe.call(call, stmt)
        if self.roles.of(call.op) == LOAD or scribe.owns_result(call):
            self.emit(f'defines("{ident}","{var}").')
        if isinstance(stmt.type, TileType) and stmt.type.space is not None:
            self.emit(f'annotated("{var}",{self.specs.constant(stmt.type.space)}).')
        if self.loop:
            self.emit(f'stands_in("{ident}","{self.loop}").')
            if self.body is not None:
                self.emit(f'direct("{ident}","{self._section(self.body)}").')
            for kind in dict.fromkeys(self.under):
                self.emit(f'under("{ident}",{kind}).')
            self._names(ident, (*named, *values_in(call.attrs)))
            self._assigned_again(stmt.var, var)
        return ident

    def _names(self, ident: str, values: tuple[Expr, ...]) -> None:
        """The variables named in `values` that some loop defines."""
        homes = self.scribe.homes
        for var in dict.fromkeys(var for value in values for var in variables(value)):
            if var in homes:
                name = self.scribe.variable(var)
                self.emit(f'names("{ident}","{name}").')
                if var not in self.told:
                    self.told.add(var)
                    self.emit(" ".join(f'defined_in("{name}","{loop}").' for loop in dict.fromkeys(homes[var])))

    def _assigned_again(self, var: Var, ident: str) -> None:
        if var in self.scribe.written:
            others = list(self.scribe.homes[var])
            others.remove(self.loop)
            if self.loop in self.uses.early.get(var, ()):
                others.append(self.loop)
            for loop in dict.fromkeys(others):
                self.emit(f'again("{ident}","{loop}").')

    def _section(self, body: _Body) -> str:
        """The section of the body in which the walk is."""
        for stmt in body.pending:
            before, body.number = f"{body.loop}/{body.number}", body.number + 1
            if isinstance(stmt, Assign) and isinstance(stmt.value, (Call, Invoke, Submit)):
                ident = self.scribe.call(stmt.value, stmt)
            else:
                ident = self.scribe.statement(stmt)
                self.emit(f'statement("{ident}",{KINDS[stmt.__class__]}).')
            self.emit(f'section("{body.loop}/{body.number}","{ident}","{before}").')
        body.pending.clear()
        return f"{body.loop}/{body.number}"

    def _evaluate(self, stmt: Evaluate) -> None:
        self.uses.add(stmt.value, stmt, "expression")

    def _return(self, stmt: Return) -> None:
        for value in stmt.values:
            self.uses.add(value, stmt, "return")

    def _yield(self, stmt: Yield) -> None:
        for value in stmt.values:
            self.uses.add(value, stmt, "yield")

    def _if(self, stmt: If) -> None:
        self.uses.add(stmt.condition, stmt, "expression")
        self._inside(stmt.then, "branch")
        self._inside(stmt.orelse or (), "branch")

    def _scope(self, stmt: With | ForScope) -> None:
        for value in (*stmt.args, *values_in(stmt.kwargs)):
            self.uses.add(value, stmt, "attribute")
        self._inside(stmt.body, "scope")

    def _loop(self, stmt: For | While) -> None:
        outer, body, under = self.loop, self.body, self.under
        self.loop = self.scribe.loop(stmt)
        self.uses.nest.append(self.loop)
        loop_facts(self.loop, stmt, self.scribe)
        if outer:
            self.emit(f'nested("{self.loop}","{outer}").')
        for carry in stmt.carries:
            self.uses.add(carry.init, stmt, "init")
        header = (stmt.start, stmt.stop, stmt.step) if isinstance(stmt, For) else (stmt.condition,)
        for value in header:
            self.uses.add(value, stmt, "expression")
        pipeline = isinstance(stmt, For) and stmt.kind == "pipeline"
        self.pipelines += pipeline
        self.body, self.under = _Body(self.loop), ()
        self._block(stmt.body)
        self.pipelines -= pipeline
        self.uses.nest.pop()
        self.loop, self.body, self.under = outer, body, under
