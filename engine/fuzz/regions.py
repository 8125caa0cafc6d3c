"""Split regions: a part of a cube kernel in which the vector cores work, with the gates that lead into it and out of it.

In come a scope of a function that may have regions and whoever grows its statements, out comes a region. Outside of it stands what runs on
the cube core, inside what runs on the vector core, and only gates lead from one to the other (`docs/verify.md`, AivSplitValid).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir_facts.authored_scopes import SPLIT_MODES
from ...ir_facts.extract_split import MODE, REGION
from ...ir_facts.nodes import Assign, Call, ForScope, Int, Stmt, Symbol
from ...ir_facts.opspecs import OpSpec, Specs
from ...ir_facts.record import record
from ...ir_facts.results import deduce_call
from ...ir_facts.types import ScalarType, TileType
from .scope import Buffer, Scope, Tile

if TYPE_CHECKING:
    from .blocks import Grower

DECLARED = "split_aiv"
"""The attribute by which an InCore function says that it has regions (verifiers.md 4.3 h)."""

SPLIT = "split"
"""The keyword of a gate that the region around it says for it (ir_text.md 6.3)."""

FOLDED = (None, "first", "last")
"""For each of `SPLIT_MODES` the axis that is split between the lanes: no op can fold it there."""

LANES = 2
"""How many vector cores a cube core has."""


@record
class Gate:
    """An op that leads from one core to the other: where its operand must be, and where its result is."""

    spec: OpSpec
    start: str
    end: str


class Gates:
    """The gates of a set of specs. The core outside of a region is that from which the first of them leads."""

    def __init__(self, specs: Specs, gates: list[OpSpec]) -> None:
        known = [Gate(spec, said.operand, said.result) for spec in gates if (said := spec.crossing) and said.operand and said.result]
        self.into = [gate for gate in known if gate.spec.crossing is not None and gate.spec.crossing.kind == "shard"]
        self.out = [gate for gate in known if gate not in self.into]
        self.outside = specs.spaces[self.into[0].start].lane if self.into else None
        self.inside = specs.spaces[self.into[0].end].lane if self.into else None


def grow_region(grower: Grower, scope: Scope, depth: int) -> list[Stmt]:
    """A region, with what has to be made in front of it. Its scope is a copy, into which and out of which only gates lead."""
    gates = grower.gates
    before = [] if _at(gates.into[0].start, scope.tiles) else grower.made_in(gates.into[0].start, scope)
    number = grower.pick([1, 2, 0])
    inner = Scope(scope)
    inner.lane, inner.inside, inner.folded = gates.inside, True, FOLDED[number]
    lane = inner.fresh("lane")
    inner.add_scalar(lane, ScalarType("INDEX"), "INDEX")
    body: list[Stmt] = []
    for gate in gates.into:
        for tile in _at(gate.start, scope.tiles)[-1 - grower.number(2) :]:
            body += _pass(grower, gate, number, tile, inner, inner)
    body += grower.block(inner, depth + 1, 4)
    for gate in gates.out:
        for tile in _at(gate.start, inner.tiles)[-1:] if grower.number(3) else []:
            body += _pass(grower, gate, number, tile, inner, scope)
    if not body:
        return before
    mode = ((MODE, Symbol("SplitMode", SPLIT_MODES[number])),)
    return [*before, ForScope(REGION, lane, (Int(LANES),), mode, tuple(body))]


def _at(space: str, tiles: list[Tile]) -> list[Tile]:
    return [tile for tile in tiles if tile.buffer.born == space]


def _pass(grower: Grower, gate: Gate, number: int, tile: Tile, scope: Scope, to: Scope) -> list[Stmt]:
    """A tile goes through a gate, in `scope`; what comes out is known in the scope `to`."""
    specs = grower.machine.specs
    call = Call(gate.spec.name, (tile.var,), ((SPLIT, number),))
    type_ = deduce_call(call.op, call.args, call.kwargs, lambda _: tile.type, specs)
    if not isinstance(type_, TileType):
        return []
    var = scope.fresh("g")
    to.add_tile(var, type_, Buffer(gate.end))
    return [Assign(var, type_, call)]
