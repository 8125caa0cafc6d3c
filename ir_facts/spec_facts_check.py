"""Op specs as facts about themselves: what `rules/specs.lp` asks besides the facts that placement reads.

In come specs and a target; out go the facts of every op and of the machine. Nothing is decided here.
"""

from __future__ import annotations

from .opspecs import Specs
from .spec_facts import SpecFacts, spec_facts


def check_facts(specs: Specs, target: str) -> SpecFacts:
    """The facts of all ops on `target`."""
    facts = spec_facts(specs, [(name, True) for name in specs.ops], target)
    for space in specs.spaces.values():
        if space.tiles and not space.off_chip:
            facts.add(f"tile_memory({space.constant})", space.at)
    for name, op in specs.ops.items():
        if name == specs.move_op:
            facts.add(f'mover("{name}")', op.where("output"))
        for index, argument in enumerate(op.args):
            for kind in argument.kinds:
                facts.add(f'operand("{name}",{index},"{kind}")', op.where("args", index))
        if op.reuses is not None:
            facts.add(f'result_in("{name}",{op.reuses})', op.where("reuses"))
        for index in op.stationary:
            facts.add(f'may_stay("{name}",{index})', op.where("stationary"))
    return facts
