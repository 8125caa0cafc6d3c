"""Whether what is live at once fits the target: the short answer, and the facts for the rules. In: a placed program."""

from __future__ import annotations

from ..ir_facts.buffers import tile_bytes
from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Assign, Function, Program
from ..ir_facts.opspecs import Specs
from ..ir_facts.types import TileType
from ..ir_facts.walk import statements


def may_overflow(program: Program, specs: Specs, target: str) -> bool:
    """Whether the figures of some function exceed a memory of `target`. Says no at little cost where everything fits."""
    sizes = specs.targets[target].capacity
    return bool(sizes) and any(_exceeds(function, sizes, specs, target) for function in program.functions)


def _exceeds(function: Function, sizes: dict[str, int], specs: Specs, target: str) -> bool:
    """First all tiles together, as if none shared memory and all were live at once; then what is live at each statement."""
    sums = _sum_of_tiles(function, specs, target)
    tight = [space for space, total in sums.items() if total > sizes.get(space, total)]
    if not tight:
        return False
    from .profiles import profile

    measured = profile(function, specs, target)
    return any(max(measured.used(space), default=0) > sizes[space] for space in tight)


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
    from .profiles import profiles

    for measured in profiles(program, specs, target):
        name = measured.function.name
        for space in measured.spaces:
            used, constant = measured.used(space), specs.constant(space)
            peak = max(used)
            facts.chunks.append(f'peak("{name}",{constant},{peak}).')
            for held in measured.held(space, used.index(peak)):
                facts.chunks.append(f'live_at_peak("{name}",{constant},"{facts.variables[held.tile]}",{held.size or 0}).')
