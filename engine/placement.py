"""What the mutator needs of a model, looked up by node: spaces of variables, copies that calls read, layouts of moves."""

from __future__ import annotations

from typing import TypeAlias

from ..ir_facts.facts import Facts
from ..ir_facts.names import printed_names
from ..ir_facts.nodes import Function, Var
from ..ir_facts.opspecs import Specs
from .model import Model

Layout: TypeAlias = "tuple[tuple[str, str], ...]"
"""Keywords of a move and their values."""


class Placement:
    """The derived relations of one solve, keyed for a walk over the IR.

    `spaces` gives each placed variable its space; `reads` gives each call or yield the operands that it reads from a copy, with
    the space of the copy; `via` gives the last stop between a tile and its copy where there is one.
    """

    def __init__(self, model: Model, facts: Facts, specs: Specs) -> None:
        names = {space.constant: name for name, space in specs.spaces.items()}
        variable = {ident: var for var, ident in facts.variables.items()}
        self.functions = frozenset(str(row[0]) for row in model.rows("placed_function"))
        self.spaces: dict[Var, str] = {}
        for tile, space in model.rows("space"):
            if tile in variable:
                self.spaces[variable[str(tile)]] = names[str(space)]
        self.reads: dict[str, dict[int, str]] = {}
        for call, index, _, space in model.rows("reads_move"):
            self.reads.setdefault(str(call), {})[int(index)] = names[str(space)]
        self.via: dict[tuple[Var, str], str] = {}
        for tile, space, via in model.rows("move_via"):
            self.via[variable[str(tile)], names[str(space)]] = names[str(via)]
        self._keywords: dict[tuple[str, int], list[tuple[str, str]]] = {}
        for call, index, key, value in model.rows("copy_keyword"):
            self._keywords.setdefault((str(call), int(index)), []).append((str(key), str(value)))
        self._stops: dict[tuple[Var, str], list[tuple[str, str]]] = {}
        for tile, space, key, value in model.rows("stop_keyword"):
            self._stops.setdefault((variable[str(tile)], names[str(space)]), []).append((str(key), str(value)))
        self.reads_tiles = facts.reads_tiles

    def keywords(self, call: str, index: int) -> Layout:
        """What a move made for this operand says besides its destination, in the order of the keywords' names."""
        return tuple(self._keywords.get((call, index), ()))

    def stop_keywords(self, tile: Var, space: str) -> Layout:
        """What the move into the stop before `space` says besides its destination."""
        return tuple(self._stops.get((tile, space), ()))

    def names(self, function: Function) -> frozenset[str]:
        """Every name that the function prints."""
        return frozenset(printed_names(function).values())
