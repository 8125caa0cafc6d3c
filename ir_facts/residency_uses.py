"""Every use of the tiles that residency follows, and the calls whose order matters.

In come the expressions of a function in program order, out go facts in the relations of `rules/facts_residency.lp`. A use that is
missed would let a tile leave a loop in which it is needed, so whatever is no operand of a call counts as a stray use.
"""

from __future__ import annotations

from typing import Any

from .nodes import Call, Expr, Invoke, Keywords, Stmt, Submit, Var
from .residency_scan import RESERVE, Roles
from .residency_scribe import Scribe
from .walk import CONSTANTS, LEAVES, children


class Uses:
    """`count` are the tiles that are followed, with the uses found so far; `nest` are the loops around, from outside in.

    `early` tells, for a tile that is assigned several times, in which loops it has been used so far.
    """

    __slots__ = ("_emit", "_roles", "_scribe", "count", "early", "nest")

    def __init__(self, scribe: Scribe, roles: Roles, count: dict[Var, int]) -> None:
        self._scribe = scribe
        self._emit = scribe.emit
        self._roles = roles
        self.count = count
        self.early: dict[Var, set[str]] = {}
        self.nest: list[str] = []

    def write(self) -> None:
        """How often each tile is used, when everything has been added."""
        for var, count in self.count.items():
            self._emit(f'use_count("{self._scribe.variable(var)}",{count}).')

    def add(self, value: Expr, stmt: Stmt, kind: str) -> None:
        """Every use inside of an expression. `kind` says what it means to stand there as a bare variable."""
        if value.__class__ in LEAVES:
            if isinstance(value, Var):
                self._stray(value, stmt, kind)
        elif isinstance(value, (Call, Invoke)):
            self._call(value, stmt)
        elif isinstance(value, Submit):
            self._ordering(value, stmt)
            for child in children(value):
                self.add(child, stmt, "submit")
        else:
            inside = kind if kind == "submit" else "expression"
            for child in children(value):
                if child.__class__ not in CONSTANTS:
                    self.add(child, stmt, inside)

    def _stray(self, var: Var, stmt: Stmt, kind: str) -> None:
        if var in self.count:
            self._count(var)
            self._emit(f'stray_use("{self._scribe.variable(var)}",{kind},"{self._scribe.statement(stmt)}").')
        if self.nest and var in self._scribe.started:
            self._revisit(var, stmt)

    def _count(self, var: Var) -> None:
        self.count[var] += 1
        if var in self._scribe.written:
            self.early.setdefault(var, set()).update(self.nest)

    def _revisit(self, carry: Var, stmt: Stmt) -> None:
        for call in self._scribe.started[carry]:
            if self._orders(call):
                ident = self._scribe.call(call, stmt)
                self._emit(f'revisits("{self.nest[-1]}","{self._scribe.variable(carry)}","{ident}").')

    def _call(self, call: Call | Invoke, stmt: Stmt) -> None:
        self._ordering(call, stmt)
        for index, arg in enumerate(call.args):
            if not isinstance(arg, Var):
                if arg.__class__ not in CONSTANTS:
                    self.add(arg, stmt, "expression")
            elif arg in self.count:
                self._count(arg)
                self._emit(f'uses("{self._scribe.call(call, stmt)}",{index},"{self._scribe.variable(arg)}").')
            elif self.nest and arg in self._scribe.started:
                self._revisit(arg, stmt)
        for value in values_in(call.kwargs):
            self.add(value, stmt, "expression")
        for value in values_in(call.attrs):
            self.add(value, stmt, "attribute")

    def _ordering(self, call: Call | Invoke | Submit, stmt: Stmt) -> None:
        """Say where a call stands whose order may matter, and that it claims memory if it does."""
        if self.nest and self._orders(call):
            self._emit(f'stands_in("{self._scribe.call(call, stmt)}","{self.nest[-1]}").')
        if isinstance(call, Call) and self._roles.of(call.op) == RESERVE:
            self._scribe.call(call, stmt)

    def _orders(self, call: Call | Invoke | Submit) -> bool:
        return not isinstance(call, Call) or self._scribe.specs.boundary(call.op)


def values_in(pairs: Keywords) -> list[Expr]:
    """The expressions among keyword values, also inside lists."""
    found: list[Expr] = []
    pending: list[Any] = [value for _, value in pairs]
    while pending:
        value = pending.pop(0)
        if isinstance(value, Expr):
            found.append(value)
        elif isinstance(value, tuple):
            pending[:0] = value  # pyright: ignore[reportUnknownArgumentType]  # a tuple of values
    return found
