"""Where tiles are live, over structured control flow. In: a placed function. Out: for each tile intervals of moments.

A moment is a statement, numbered in the order of the text, when it is done; that of a statement with bodies is the entry into
them. A tile is live from its definition to the moment before its last use; what a loop uses from outside is live through all of
the loop, and a branch of an `if` in which a tile is not needed any more is left out. One forward walk, and for each use as
many steps as statements with bodies lie around it. Knows nothing of sizes or memories.
"""

from __future__ import annotations

from collections.abc import Collection

from .nodes import Assign, Block, Expr, For, ForScope, Function, If, Var, While, With
from .record import record
from .walk import CONSTANTS, children, definitions, expressions

Interval = tuple[int, int]
"""The first and the last moment."""


def live_intervals(function: Function, tiles: Collection[Var]) -> dict[Var, list[Interval]]:
    """The disjoint intervals in which each of `tiles` is live, in order; nothing for one that is live at no moment."""
    walk = _Walk(tiles)
    for param in function.params:
        walk.begin(param.var, 0)
    walk.block(function.body or ())
    return {var: _merged(ends) for var, ends in walk.ends.items()}


def _merged(ends: dict[int, int]) -> list[Interval]:
    if len(ends) == 1:
        return list(ends.items())
    found: list[Interval] = []
    for first, last in sorted(ends.items()):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


class _Open:
    """A body that the walk is in: the moment before it, and what is needed in every round of it."""

    __slots__ = ("enters", "first", "loops", "through")

    def __init__(self, enters: int, first: int, loops: bool) -> None:
        self.enters = enters
        self.first = first
        self.loops = loops
        self.through: dict[Var, int] = {}


@record
class _Origin:
    """Where a tile is defined: the bodies around it, how many they are, and the first moment at which it may be live."""

    body: _Open | None
    depth: int
    first: int


class _Walk:
    def __init__(self, tiles: Collection[Var]) -> None:
        self.tiles = tiles
        self.ends: dict[Var, dict[int, int]] = {}
        self.origins: dict[Var, _Origin] = {}
        self.around: list[_Open] = []
        self.moment = 0

    def begin(self, var: Var, first: int) -> None:
        """`var` is defined here, and may be live from the moment `first`."""
        if var in self.tiles:
            self.origins[var] = _Origin(self.around[-1] if self.around else None, len(self.around), first)

    def block(self, block: Block) -> None:
        """Every statement of a body."""
        for stmt in block:
            here = self.moment
            self.moment += 1
            if isinstance(stmt, (For, While)):
                self._loop(stmt, here)
                continue
            for expr in expressions(stmt):
                self._read(expr, here)
            if isinstance(stmt, Assign):
                if stmt.var in self.tiles:
                    self.begin(stmt.var, here)
                    self._live(stmt.var, here, here)
                continue
            if isinstance(stmt, If):
                self._body(stmt.then, here)
                self._body(stmt.orelse or (), here)
            elif isinstance(stmt, (With, ForScope)):
                self._body(stmt.body, here)
            for var in definitions(stmt):
                self.begin(var, self.moment)

    def _body(self, body: Block, enters: int) -> None:
        self.around.append(_Open(enters, self.moment, loops=False))
        self.block(body)
        self.around.pop()

    def _loop(self, loop: For | While, here: int) -> None:
        again = loop.condition if isinstance(loop, While) else None
        for expr in expressions(loop):
            if expr is not again:
                self._read(expr, here)
        body = _Open(here, self.moment, loops=True)
        self.around.append(body)
        for carry in loop.carries:
            self.begin(carry.iter_arg, here)
        if again is not None:
            self._read(again, self.moment)
        self.block(loop.body)
        self.around.pop()
        for var, first in body.through.items():
            self._live(var, first, self.moment - 1)
        for carry in loop.carries:
            self.begin(carry.result, self.moment)

    def _read(self, expr: Expr, here: int) -> None:
        """What an expression uses is live until the moment before `here`."""
        if isinstance(expr, Var):
            if expr in self.origins:
                self._use(expr, here)
            return
        for part in children(expr):
            if part.__class__ not in CONSTANTS:
                self._read(part, here)

    def _use(self, var: Var, here: int) -> None:
        origin = self.origins[var]
        first, depth = origin.first, origin.depth
        # A variable that is assigned in a body and read after it is no SSA; it is live all the way.
        inside = depth <= len(self.around) and (depth == 0 or self.around[depth - 1] is origin.body)
        for body in self.around[depth:] if inside else ():
            if body.loops:
                body.through.setdefault(var, first)
                return
            if body.first > body.enters + 1:
                self._live(var, first, body.enters)
                first = body.first
        self._live(var, first, here - 1)

    def _live(self, var: Var, first: int, last: int) -> None:
        if first <= last:
            ends = self.ends.get(var)
            if ends is None:
                self.ends[var] = {first: last}
            elif ends.get(first, -1) < last:
                ends[first] = last
