"""What is live at once in each memory. In: a placed program. Out: for each function what holds memory, and from when to when.

The figures are a lower bound for any planner: an operand that dies in a statement may give its buffer to the result, and
what meets in a loop or an `if` is taken to share one buffer. Tiles whose extents are not constant count nothing; buffers that
a later stage adds (the stages of a pipeline) are not known yet. A kernel that exceeds its target by these figures cannot fit.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import accumulate

from ..ir_facts.buffers import Buffer, Buffers
from ..ir_facts.liveness import Interval, live_intervals
from ..ir_facts.nodes import Function, Program, Stmt, Var
from ..ir_facts.opspecs import Specs
from ..ir_facts.record import record
from ..ir_facts.walk import statements


@record
class Holding:
    """A piece of memory in use from one moment to another, the tile in it and its bytes (None: not constant).

    Moments are the statements of the function, numbered in the order of the text, when they are done (`ir_facts/liveness.py`).
    """

    tile: Var
    space: str
    size: int | None
    first: int
    last: int


@record
class Profile:
    """The memory of one function: its statements in the order of the text, and what holds memory, in the order of its start."""

    function: Function
    moments: tuple[Stmt, ...]
    holdings: tuple[Holding, ...]

    def used(self, space: str) -> list[int]:
        """The bytes of `space` in use at each moment."""
        changes = [0] * (len(self.moments) + 1)
        for holding in self.holdings:
            if holding.space == space:
                changes[holding.first] += holding.size or 0
                changes[holding.last + 1] -= holding.size or 0
        return list(accumulate(changes[:-1]))

    def held(self, space: str, moment: int) -> list[Holding]:
        """What holds memory of `space` at a moment, the largest first."""
        found = [each for each in self.holdings if each.space == space and each.first <= moment <= each.last]
        return sorted(found, key=lambda each: (-(each.size or 0), each.tile.name))

    @property
    def spaces(self) -> tuple[str, ...]:
        """The memories in use at some moment, in order of their first use."""
        return tuple(dict.fromkeys(each.space for each in self.holdings))


def profiles(program: Program, specs: Specs, target: str) -> list[Profile]:
    """The profile of every function with tiles whose memory is known, in the order of the program."""
    found = [profile(function, specs, target) for function in program.functions]
    return [each for each in found if each.holdings]


def profile(function: Function, specs: Specs, target: str) -> Profile:
    """The profile of one function."""
    buffers = Buffers(function, specs, target)
    groups: dict[Var, dict[Buffer, list[Var]]] = {}
    for var, buffer in buffers.of.items():
        groups.setdefault(buffers.group(buffer), {}).setdefault(buffer, []).append(var)
    intervals = live_intervals(function, buffers.of)
    found: list[Holding] = []
    for group in groups.values():
        found += _holdings(group, intervals)
    found.sort(key=lambda holding: holding.first)
    return Profile(function, tuple(statements(function.body)), tuple(found))


def _holdings(group: dict[Buffer, list[Var]], intervals: dict[Var, list[Interval]]) -> list[Holding]:
    """What buffers that a planner may merge hold together: the largest one in use, shown as its owner or another tile live in it."""
    if len(group) == 1:
        ((buffer, (tile, *others)),) = group.items()
        if not others:
            return [Holding(tile, buffer.space, buffer.size, first, last) for first, last in intervals.get(tile, ())]
    starting: dict[int, list[tuple[int, int, int]]] = {}
    marks: set[int] = set()
    buffers = list(group)
    tiles = [sorted(group[buffer], key=lambda var, owner=buffer.owner: var is not owner) for buffer in buffers]
    for place in range(len(buffers)):
        for number, var in enumerate(tiles[place]):
            for first, last in intervals.get(var, ()):
                starting.setdefault(first, []).append((place, number, last))
                marks |= {first, last + 1}
    largest: list[tuple[int, int, int]] = []
    shown: list[list[tuple[int, int]]] = [[] for _ in buffers]
    found: list[Holding] = []
    since, current = 0, None
    for moment in sorted(marks):
        for place, number, last in starting.get(moment, ()):
            heappush(largest, (-(buffers[place].size or 0), place, last))
            heappush(shown[place], (number, last))
        while largest and largest[0][2] < moment:
            heappop(largest)
        now = None
        if largest:
            place = largest[0][1]
            while shown[place][0][1] < moment:
                heappop(shown[place])
            now = tiles[place][shown[place][0][0]], buffers[place]
        if now != current:
            if current is not None:
                tile, buffer = current
                found.append(Holding(tile, buffer.space, buffer.size, since, moment - 1))
            since, current = moment, now
    return found
