"""Which tiles are live at which statement, over structured control flow. In: a placed function. Out: sets per statement.

Backwards through the text: a tile is live from its definition to its last use; what a loop uses from outside is live
through all of the loop, and the branches of an `if` do not add up. Knows nothing of sizes or memories.
"""

from __future__ import annotations

from collections.abc import Collection

from .nodes import Block, For, ForScope, Function, If, Int, Stmt, Symbol, Var, While, With
from .record import record
from .walk import blocks, children, definitions, expressions, statements


@record
class Point:
    """One statement and the tiles that are live when it is done; those that it defines are, even if nobody reads them."""

    stmt: Stmt
    live: frozenset[Var]


def live_points(function: Function, tiles: Collection[Var]) -> list[Point]:
    """A point for each statement of `function` in the order of the text. Only variables in `tiles` count."""
    liveness = _Liveness(tiles)
    liveness.block(function.body or (), frozenset())
    return [Point(stmt, liveness.after[id(stmt)]) for stmt in statements(function.body)]


class _Liveness:
    def __init__(self, tiles: Collection[Var]) -> None:
        self.tiles = tiles
        self.after: dict[int, frozenset[Var]] = {}
        self.used: dict[int, frozenset[Var]] = {}

    def block(self, block: Block, live: frozenset[Var]) -> frozenset[Var]:
        """What is live before `block` if `live` is live after it."""
        for stmt in reversed(block):
            live = self._statement(stmt, live)
        return live

    def _statement(self, stmt: Stmt, live: frozenset[Var]) -> frozenset[Var]:
        defined = frozenset(var for var in definitions(stmt) if var in self.tiles)
        if isinstance(stmt, If):
            inside = self.block(stmt.then, live - defined) | self.block(stmt.orelse or (), live - defined)
        elif isinstance(stmt, (For, While)):
            through = (live - defined) | self._outer_uses(stmt)
            inside = self.block(stmt.body, through) | through
        elif isinstance(stmt, (With, ForScope)):
            inside = self.block(stmt.body, live - defined)
        else:
            self.after[id(stmt)] = live | defined
            return (live - defined) | self._uses(stmt)
        self.after[id(stmt)] = inside
        return (inside - defined) | self._uses(stmt)

    def _uses(self, stmt: Stmt) -> frozenset[Var]:
        """The tiles that stand in a statement itself."""
        known = self.used.get(id(stmt))
        if known is None:
            tiles = self.tiles
            found: list[Var] = []
            pending = list(expressions(stmt))
            while pending:
                expr = pending.pop()
                kind = expr.__class__
                if kind is Var:
                    if expr in tiles:
                        found.append(expr)  # pyright: ignore[reportArgumentType]  # a Var, tested by class for speed
                elif kind is not Int and kind is not Symbol:
                    pending.extend(children(expr))
            known = self.used[id(stmt)] = frozenset(found)
        return known

    def _outer_uses(self, loop: For | While) -> frozenset[Var]:
        """The tiles that a loop reads in each iteration and does not define: its condition and its body."""
        used: set[Var] = set(self._uses(loop) if isinstance(loop, While) else ())
        made: set[Var] = set(definitions(loop))
        for block in blocks(loop):
            for stmt in statements(block):
                used.update(self._uses(stmt))
                made.update(definitions(stmt))
        return frozenset(used - made)
