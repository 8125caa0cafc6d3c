"""What is live at once in each memory, as data and as facts. In: a placed program. Out: a profile of each function.

The figures are a lower bound for any planner: an operand that dies in a statement may give its buffer to the result, and
what meets in a loop or an `if` is taken to share one buffer. Tiles whose extents are not constant count nothing; buffers that
a later stage adds (the stages of a pipeline) are not known yet. A kernel that exceeds its target by these figures cannot fit.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..ir_facts.buffers import Buffer, Buffers, tile_bytes
from ..ir_facts.facts import Facts
from ..ir_facts.liveness import live_points
from ..ir_facts.nodes import Assign, Function, Program, Stmt, Var
from ..ir_facts.opspecs import Specs
from ..ir_facts.record import record
from ..ir_facts.types import TileType
from ..ir_facts.walk import statements


@record
class Held:
    """A buffer that is live at a point: the tile in it and its bytes (None: not constant)."""

    tile: Var
    size: int | None


@record
class Moment:
    """One statement: the bytes in use of each memory when it is done, and what holds them."""

    stmt: Stmt
    used: dict[str, int]
    held: dict[str, tuple[Held, ...]]


@record
class Profile:
    """The memory of one function over its statements, in the order of the text."""

    function: Function
    moments: tuple[Moment, ...]

    def peak(self, space: str) -> Moment:
        """The first moment at which most bytes of `space` are in use. Raises ValueError where there is no statement."""
        return max(self.moments, key=lambda moment: moment.used.get(space, 0))

    @property
    def spaces(self) -> tuple[str, ...]:
        """The memories in use at some moment, in order of their first use."""
        return tuple(dict.fromkeys(space for moment in self.moments for space in moment.used))


def live_ranges(program: Program, specs: Specs, target: str) -> list[Profile]:
    """The profile of every function with tiles whose memory is known, in the order of the program."""
    profiles = [_profile(function, Buffers(function, specs, target)) for function in program.functions]
    return [profile for profile in profiles if profile.spaces]


def may_overflow(program: Program, specs: Specs, target: str) -> bool:
    """Whether the figures of some function exceed a memory of `target`. Says no at little cost where everything fits."""
    sizes = specs.targets[target].capacity
    return bool(sizes) and any(_exceeds(function, sizes, specs, target) for function in program.functions)


def _exceeds(function: Function, sizes: dict[str, int], specs: Specs, target: str) -> bool:
    """First all tiles together, as if none shared memory and all were live at once; then what is live at each statement."""
    sums = _sum_of_tiles(function, specs, target)
    tight = {space for space, total in sums.items() if total > sizes.get(space, total)}
    if not tight:
        return False
    buffers = Buffers(function, specs, target)
    tiles = {var: buffer for var, buffer in buffers.of.items() if buffer.space in tight}
    groups = {buffer: buffers.group(buffer) for buffer in tiles.values()}
    for point in live_points(function, tiles):
        largest: dict[Var, Buffer] = {}
        for buffer in {tiles[var] for var in point.live}:
            known = largest.setdefault(groups[buffer], buffer)
            if (known.size or 0) < (buffer.size or 0):
                largest[groups[buffer]] = buffer
        used = dict.fromkeys(tight, 0)
        for buffer in largest.values():
            used[buffer.space] += buffer.size or 0
        if any(total > sizes[space] for space, total in used.items()):
            return True
    return False


def _sum_of_tiles(function: Function, specs: Specs, target: str) -> dict[str, int]:
    sums: dict[str, int] = {}
    known: dict[int, int] = {}
    types = [param.type for param in function.params]
    types += [stmt.type for stmt in statements(function.body) if stmt.__class__ is Assign]  # type: ignore[attr-defined]  # narrowed by class
    for type_ in types:
        if isinstance(type_, TileType) and type_.space is not None:
            size = known.get(id(type_))
            if size is None:
                size = known[id(type_)] = tile_bytes(type_, specs, target) or 0
            sums[type_.space] = sums.get(type_.space, 0) + size
    return sums


def capacity_facts(program: Program, specs: Specs, target: str, facts: Facts) -> None:
    """Add the peak of each memory, and what is live then, to `facts` (`rules/facts_verify.lp`)."""
    for profile in live_ranges(program, specs, target):
        name = profile.function.name
        for space in profile.spaces:
            moment, constant = profile.peak(space), specs.constant(space)
            facts.chunks.append(f'peak("{name}",{constant},{moment.used.get(space, 0)}).')
            for held in moment.held.get(space, ()):
                facts.chunks.append(f'live_at_peak("{name}",{constant},"{facts.variables[held.tile]}",{held.size or 0}).')


def _profile(function: Function, buffers: Buffers) -> Profile:
    order = {var: place for place, var in enumerate(buffers.of)}
    points = live_points(function, order)
    return Profile(function, tuple(_moment(point.stmt, sorted(point.live, key=order.__getitem__), buffers) for point in points))


def _moment(stmt: Stmt, live: Iterable[Var], buffers: Buffers) -> Moment:
    """Sum up what is live, in order of definition: buffers that may be merged count once, by the largest of them."""
    shown: dict[Buffer, Var] = {}
    for var in live:
        buffer = buffers.of[var]
        if buffer not in shown or var is buffer.owner:
            shown[buffer] = var
    merged: dict[Var, Buffer] = {}
    for buffer in shown:
        group = buffers.group(buffer)
        if group not in merged or (merged[group].size or 0) < (buffer.size or 0):
            merged[group] = buffer
    used: dict[str, int] = {}
    held: dict[str, list[Held]] = {}
    for buffer in merged.values():
        used[buffer.space] = used.get(buffer.space, 0) + (buffer.size or 0)
        held.setdefault(buffer.space, []).append(Held(shown[buffer], buffer.size))
    ordered = {space: tuple(sorted(items, key=_by_size)) for space, items in held.items()}
    return Moment(stmt, used, ordered)


def _by_size(held: Held) -> tuple[int, str]:
    return -(held.size or 0), held.tile.name
