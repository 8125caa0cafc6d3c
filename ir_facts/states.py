"""The states of loop-carried tiles: what a variable is before, inside and after the loops that carry it.

The pass seeds an iter-arg from its init, and when the loop has ended it forces the space of the yielded value onto the
result, the iter-arg and the init (specification, Phase 1). A variable that is forced n times so has n + 1 states. The last
one bears the variable's own name; an earlier one is `variable@loop`, by the loop whose end replaces it.
"""

from __future__ import annotations

from .facts import final_yield
from .loop_labels import LoopLabels
from .nodes import Block, Carry, For, ForScope, If, Var, While, With
from .types import TileType


class States:
    """Which state each tile variable is in, as a walk in program order goes on."""

    __slots__ = ("_ahead", "_ids", "_labels", "current", "labels")

    def __init__(self, names: dict[Var, str], body: Block) -> None:
        """`names` are the printed names. Looks ahead through `body` for the loops that will force a space."""
        self.current: dict[Var, str] = {}
        self._labels = LoopLabels(names)
        self.labels: dict[int, str] = self._labels.of
        self._ids: dict[Var, str] = {}
        self._ahead: dict[Var, list[str]] = {}
        self._look_ahead(body)

    def begin(self, var: Var, ident: str) -> str:
        """`var`, known as `ident`, is defined here. Its first state."""
        self._ids[var] = ident
        return self.force(var)

    def force(self, var: Var) -> str:
        """A loop that carries `var` has ended: enter its next state."""
        ahead = self._ahead.get(var)
        ident = self._ids[var]
        state = self.current[var] = f"{ident}@{ahead.pop(0)}" if ahead else ident
        return state

    def _look_ahead(self, block: Block) -> None:
        for stmt in block:
            if isinstance(stmt, (For, While)):
                label = self._labels.add(stmt)
                self._look_ahead(stmt.body)
                seen: dict[Var, int] = {}
                for carry in forced_carries(stmt):
                    for var in carriers(carry):
                        count = seen[var] = seen.get(var, 0) + 1
                        self._ahead.setdefault(var, []).append(label if count == 1 else f"{label}.{count}")
            elif isinstance(stmt, If):
                self._look_ahead(stmt.then)
                self._look_ahead(stmt.orelse or ())
            elif isinstance(stmt, (With, ForScope)):
                self._look_ahead(stmt.body)


def forced_carries(loop: For | While) -> list[Carry]:
    """The tile carries of `loop` for which the body yields a value, in the order of the slots."""
    last = final_yield(loop.body)
    count = len(last.values) if last is not None else 0
    return [carry for carry in loop.carries[:count] if isinstance(carry.iter_type, TileType)]


def carriers(carry: Carry) -> list[Var]:
    """The variables onto which the end of the loop forces the yielded space: the iter-arg and the init beneath it."""
    return [carry.iter_arg, carry.init] if isinstance(carry.init, Var) else [carry.iter_arg]
