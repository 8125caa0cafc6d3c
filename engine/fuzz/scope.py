"""What a statement that is grown may refer to, and what is known of it.

In come definitions as they are made, out go candidates, the latest first. It knows no op and decides no placement: what it
remembers of a tile only keeps grown kernels from asking for what no placement can give.
"""

from __future__ import annotations

from itertools import count

from ...ir_facts.diagnostic import Diagnostic, DiagnosticError
from ...ir_facts.nodes import Var
from ...ir_facts.opspecs import OpSpec, Specs
from ...ir_facts.record import record
from ...ir_facts.results import move_type
from ...ir_facts.results_rules import rule_of
from ...ir_facts.types import TensorType, TileType, Type
from ...ir_facts.views import place, tile_type

OPEN, LOADED, UNKNOWN = "allocated", "loaded", "unknown"
"""How a buffer came about whose memory is not known yet: allocated, loaded, or in several ways."""

PLAIN = (16, 16)
"""The extents of a tile like any other."""


class Buffer:
    """What several tiles share: where they were born, and in which memories their users want them.

    `born` is a memory, or `OPEN`, `LOADED`, `UNKNOWN`.
    """

    def __init__(self, born: str) -> None:
        self.born = born
        self.wishes: set[str] = set()

    def join(self, other: Buffer) -> None:
        """A loop ties the two together: a wish for one is a wish for the other from now on."""
        self.wishes |= other.wishes
        other.wishes = self.wishes


@record
class Tile:
    """A tile in scope."""

    var: Var
    type: TileType
    buffer: Buffer


class Machine:
    """The moves of the op specs, as far as growing needs them."""

    def __init__(self, specs: Specs) -> None:
        self.specs = specs
        self.goals = tuple(dict.fromkeys(goal for _, goal in specs.moves))
        self.enterable = set(self.goals)
        reach = {space: {space} for space in specs.spaces}
        for _ in specs.spaces:
            for start, goal in specs.moves:
                for found in reach.values():
                    if start in found:
                        found.add(goal)
        self.reach = reach
        plain = [(space, stage) for space, stage in specs.staging.items() if space != stage]
        self.picky = {space for space, stage in plain if not self._moves(tile_type(PLAIN, "FP32", stage, None, None, specs), space)}

    def _moves(self, tile: TileType, space: str) -> bool:
        try:
            move_type(tile, space, None, None, self.specs)
        except DiagnosticError:
            return False
        return True

    def written_space(self, spec: OpSpec) -> str | None:
        """The memory of the result of an op, where the op says one."""
        builder = self.specs.builders.get(spec.name)
        return spec.output.space or (None if builder is None else builder.result_space)

    def looks_at_places(self, spec: OpSpec) -> bool:
        """Whether an op requires something of the memories or layouts of its operands."""
        rule = rule_of(spec, self.specs)
        return rule is not None and any(one.placed for one in rule.require)

    def arrived(self, tile: Tile, spaces: tuple[str, ...]) -> TileType:
        """The type of `tile` where an op reads it that wants it in one of `spaces`; wherever it is, if the op does not care.

        Raises `DiagnosticError` where it cannot get there, or where it is not known.
        """
        specs, born = self.specs, tile.buffer.born
        if born in specs.spaces:
            here = place(tile.type, born, specs)
            return here if not spaces or born in spaces else move_type(here, spaces[0], None, None, specs)
        if not spaces:
            raise DiagnosticError(Diagnostic("TW0302", f"nothing says where {tile.var.name} is"))
        stage = specs.staging.get(spaces[0], spaces[0]) if born == LOADED else spaces[0]
        here = place(tile.type, stage, specs)
        return here if stage == spaces[0] else move_type(here, spaces[0], None, None, specs)

    def grants(self, buffer: Buffer, spaces: tuple[str, ...]) -> bool:
        """Whether a further user may want the tiles of `buffer` in one of `spaces`, the first of which counts as its wish."""
        want = spaces[0]
        if buffer.born in self.specs.spaces:
            return buffer.born in spaces or want in self.reach[buffer.born]
        wishes = buffer.wishes | {want}
        special = {wish for wish in wishes if wish != self.specs.permissive}
        born = special - self.enterable
        if born:
            return buffer.born == OPEN and len(born) == 1 and all(wish in self.reach[next(iter(born))] for wish in wishes)
        return not special or special == wishes

    def tied(self, left: Buffer, right: Buffer) -> bool:
        """Whether a loop can carry both as one: they are in the same memory wherever their users want them."""
        if left is right:
            return True
        if left.born in self.specs.spaces or right.born in self.specs.spaces:
            return left.born == right.born
        special = {wish for wish in left.wishes | right.wishes if wish != self.specs.permissive}
        return special <= self.enterable and (not special or special == left.wishes | right.wishes)

    def merged(self, left: Buffer, right: Buffer) -> bool:
        """Whether two branches can yield these: they are in one memory, or one of the two can be moved to the other."""
        if left is right or left.born == right.born:
            return True
        known = {left.born, right.born} & set(self.specs.spaces)
        return all(space not in self.enterable or space in self.specs.staging.values() for space in known)


class Scope:
    """The variables that a statement can see. A nested scope starts as a copy and leaves the outer one alone.

    In a function with split regions, `lane` is the core that works here, `inside` tells whether that is in a region, and `folded` is the
    axis (`first`, `last`) that no op may fold there.
    """

    def __init__(self, outer: Scope | None = None) -> None:
        self.tiles: list[Tile] = list(outer.tiles) if outer else []
        self.tensors: list[tuple[Var, TensorType]] = list(outer.tensors) if outer else []
        self.outputs: list[tuple[Var, TensorType]] = list(outer.outputs) if outer else []
        self.scalars: list[tuple[Var, str]] = list(outer.scalars) if outer else []
        self.types: dict[Var, Type] = dict(outer.types) if outer else {}
        self.lane: str | None = outer.lane if outer else None
        self.inside: bool = outer.inside if outer else False
        self.folded: str | None = outer.folded if outer else None
        self.counter: count[int] = outer.counter if outer else count()

    def fresh(self, hint: str) -> Var:
        """A variable with a name of its own in the function."""
        return Var(f"{hint}{next(self.counter)}")

    def add_tile(self, var: Var, type_: TileType, buffer: Buffer) -> None:
        """A tile is defined."""
        self.tiles.append(Tile(var, type_, buffer))
        self.types[var] = type_

    def add_tensor(self, var: Var, type_: TensorType, writable: bool) -> None:
        """A tensor is defined; a writable one can be the destination of a store."""
        (self.outputs if writable else self.tensors).append((var, type_))
        self.types[var] = type_

    def add_scalar(self, var: Var, type_: Type, dtype: str) -> None:
        """A scalar is defined."""
        self.scalars.append((var, dtype))
        self.types[var] = type_

    def rebind(self, var: Var, buffer: Buffer) -> None:
        """From here on the tile `var` is in `buffer`: a loop that carried it has ended."""
        self.tiles = [Tile(tile.var, tile.type, buffer) if tile.var is var else tile for tile in self.tiles]
