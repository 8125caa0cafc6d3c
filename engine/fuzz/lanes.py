"""What may stand inside and outside of a split region, as far as growing needs it: calls that surely run on one core.

In comes a call that is about to be grown, out comes whether it keeps to a core. The rules know more (`rules/lanes.lp`); what is
not sure here is not grown.
"""

from __future__ import annotations

from ...ir_facts.opspecs import OpSpec
from .scope import LOADED, OPEN, Buffer, Machine, Tile


def keeps_to(lane: str, inside: bool, spec: OpSpec, operands: dict[int, Tile], named: str | None, machine: Machine) -> bool:
    """Whether a call of `spec` that names `named` for its result runs on `lane`, and reads nothing that is made on another core.

    `inside` a region what is lifted out of regions counts like everything else, outside it belongs to no core.
    """
    if spec.crossing is not None or spec.lane_by is not None:
        return False
    if (spec.hoisted and not inside) or spec.lane == "shared":
        return True
    if spec.lane is not None and spec.lane not in (lane, "transfer"):
        return False
    spaces = machine.specs.spaces
    for index, tile in operands.items():
        allowed = spec.allowed(index)
        if (allowed and spaces[allowed[0]].lane != lane) or not _belongs(tile.buffer, lane, bool(allowed), machine):
            return False
    written = named or machine.written_space(spec)
    return written is None or spaces[written].lane == lane


def _belongs(buffer: Buffer, lane: str, wanted: bool, machine: Machine) -> bool:
    """Whether what lies in `buffer` will be in a memory of `lane`. Nothing but a wish decides where a loaded tile goes."""
    spaces = machine.specs.spaces
    if buffer.born in spaces:
        return spaces[buffer.born].lane == lane
    if buffer.born not in (LOADED, OPEN) or any(spaces[wish].lane != lane for wish in buffer.wishes):
        return False
    return wanted or bool(buffer.wishes) or spaces[machine.specs.permissive].lane == lane
