"""Who lives where and how long: for each function and memory the intervals in which tiles hold bytes.

In come the profiles of `profiles.py`, out go intervals over the statements of the text. Their sum at a statement is the figure
that the capacity check compares; nothing is measured here.
"""

from __future__ import annotations

from typing import Any

from ...ir_facts.nodes import Program, Var
from ...ir_facts.opspecs import Specs
from ..profiles import Profile, profiles
from .names import Name


def lifetimes(program: Program, specs: Specs, target: str, names: dict[str, dict[Var, Name]], lines: dict[int, int]) -> dict[str, Any]:
    """By function: the line (0-based) of each moment, and for each memory `[tile, name, bytes, first moment, last moment]`.

    Bytes that are not known are -1. `capacity` of a memory is left out where the target names none.
    """
    capacity = specs.targets[target].capacity
    functions = {
        profile.function.name: {
            "lines": [lines.get(id(stmt), 0) for stmt in profile.moments],
            "spaces": {space: _intervals(profile, space, names[profile.function.name]) for space in profile.spaces},
        }
        for profile in profiles(program, specs, target)
    }
    return {"functions": functions, "capacity": capacity}


def _intervals(profile: Profile, space: str, names: dict[Var, Name]) -> list[list[Any]]:
    found: list[list[Any]] = []
    for held in profile.holdings:
        if held.space == space:
            name = names[held.tile]
            found.append([name.ident, name.text, -1 if held.size is None else held.size, held.first, held.last])
    return found
