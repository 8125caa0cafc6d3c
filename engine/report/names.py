"""What a name in a printed text stands for: the tile it is, or the tile it is a copy of, and the memory it lives in.

In comes a program after a pass, out go tables by function. A copy is told by its origin, since questions are about tiles.
"""

from __future__ import annotations

from ...ir_facts.facts import Facts
from ...ir_facts.names import printed_names
from ...ir_facts.nodes import Assign, Call, Function, Var
from ...ir_facts.opspecs import Specs
from ...ir_facts.record import record
from ...ir_facts.types import TileType
from ...ir_facts.walk import statements, variable_types


@record
class Name:
    """A tile of a printed function. `ident` is that of the tile as read; a copy has that of its origin. `space` may be unknown."""

    text: str
    ident: str
    space: str | None
    copy: bool


def tile_names(function: Function, facts: Facts, specs: Specs) -> dict[Var, Name]:
    """Every tile of a function, in the order in which the text defines them."""
    types, origins = variable_types(function), _origins(function, specs)
    found: dict[Var, Name] = {}
    for var, text in printed_names(function).items():
        type_ = types.get(var)
        if isinstance(type_, TileType):
            origin = var
            while origin not in facts.variables and origin in origins:
                origin = origins[origin]
            ident = facts.variables.get(origin, f"{function.name}.{text}")
            found[var] = Name(text, ident, type_.space, origin is not var)
    return found


def _origins(function: Function, specs: Specs) -> dict[Var, Var]:
    """For each move what it moves."""
    found: dict[Var, Var] = {}
    for stmt in statements(function.body):
        if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op == specs.move_op:
            for arg in stmt.value.args:
                if isinstance(arg, Var):
                    found.setdefault(stmt.var, arg)
    return found
