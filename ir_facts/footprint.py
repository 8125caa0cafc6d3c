"""How much memory the tiles of a function own (`reference/residency.md` 3.10). Measured, not judged: what fits is for the rules.

In come the assignments of a function in program order, out go facts: the sum of all buffers of each space, which buffers have no
known size, and which stand in a pipeline.
"""

from __future__ import annotations

from .nodes import Assign, Call, Var
from .opspecs import Specs
from .residency_scribe import LARGEST, Scribe
from .types import TileType

COUNTABLE = 2**64
"""Sizes are 64-bit numbers for PyPTO; what is larger is unknown (one buffer) or beyond counting (a sum)."""


class Footprint:
    """The buffers of one function on one target. Add every assignment, then `write`."""

    __slots__ = ("_alignment", "_overflow", "_replicated", "_specs", "_units", "_unsized")

    def __init__(self, specs: Specs, target: str) -> None:
        self._specs = specs
        self._alignment = specs.targets[target].alignment
        self._units: dict[str, int] = {}
        self._overflow: set[str] = set()
        self._unsized: dict[str, str] = {}
        self._replicated: dict[str, str] = {}

    def add(self, stmt: Assign, ident: str, in_pipeline: bool) -> None:
        """One more assignment. Only a tile that owns its buffer counts."""
        type_ = stmt.type
        if not isinstance(type_, TileType) or type_.space is None or not self._owns(stmt):
            return
        space = type_.space
        if in_pipeline:
            self._replicated.setdefault(space, ident)
        size = self._bytes(type_)
        if size is None:
            self._unsized.setdefault(space, ident)
            return
        units = self._units.get(space, 0)
        if units * self._alignment + size >= COUNTABLE:
            self._overflow.add(space)
        self._units[space] = units + -(-size // self._alignment)

    def write(self, scribe: Scribe) -> None:
        """The facts of everything that was added."""
        constant, name = self._specs.constant, scribe.name
        for space, units in self._units.items():
            if space in self._overflow or units > LARGEST:
                scribe.emit(f'overflow("{name}",{constant(space)}).')
            else:
                scribe.emit(f'footprint("{name}",{constant(space)},{units}).')
        for space, ident in self._unsized.items():
            scribe.emit(f'unsized("{name}",{constant(space)},"{ident}").')
        for space, ident in self._replicated.items():
            scribe.emit(f'replicated("{name}",{constant(space)},"{ident}").')

    def _owns(self, stmt: Assign) -> bool:
        if isinstance(stmt.value, Var):
            return False
        spec = self._specs.ops.get(stmt.value.op) if isinstance(stmt.value, Call) else None
        return spec is None or (not spec.view and spec.reuses is None)

    def _bytes(self, type_: TileType) -> int | None:
        elements = 1
        for extent in type_.shape:
            if not isinstance(extent, int) or extent <= 0:
                return None
            elements *= extent
        dtype = self._specs.dtypes.get(type_.dtype)
        if dtype is None or elements * dtype.storage_bits >= COUNTABLE:
            return None
        return -(-elements * dtype.storage_bits // 8)
