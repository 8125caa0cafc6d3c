"""Which tiles share memory, and how much each takes. In: a placed function and op specs. Out: owners, groups, bytes.

A view, an alias and a result that reuses an operand have the buffer of what they come from. What meets in a loop carry or
an `if` may share one; whether it does is the planner's choice, so it is told apart (`Buffers.group`). Sizes follow
`reference/ops.md` (allocator): extents times storage width, rows rounded up where the target says so, then aligned.
"""

from __future__ import annotations

from .facts import final_yield
from .nodes import Assign, Block, Call, Expr, For, Function, If, Var, While
from .opspecs import Specs
from .record import record
from .types import TileType, Type
from .walk import definitions, statements, variable_types


@record
class Buffer:
    """The memory of one tile that owns some. `size` is None where an extent is not constant."""

    owner: Var
    space: str
    size: int | None


class Buffers:
    """The buffers of one function. `of` maps each placed tile to the buffer that it lies in."""

    def __init__(self, function: Function, specs: Specs, target: str) -> None:
        self.specs = specs
        self.target = target
        self.types: dict[Var, Type] = variable_types(function)
        self.of: dict[Var, Buffer] = {}
        self._above: dict[Var, Var] = {}
        for param in function.params:
            self._own(param.var)
        for stmt in statements(function.body):
            for var in definitions(stmt):
                self._own(var, self._source(stmt.value) if isinstance(stmt, Assign) else None)
        for stmt in statements(function.body):
            if isinstance(stmt, (For, While)):
                for slot, carry in enumerate(stmt.carries):
                    for other in (carry.init, carry.result, _yielded(stmt.body, slot)):
                        self._merge(carry.iter_arg, other)
            elif isinstance(stmt, If):
                for slot, phi in enumerate(stmt.phis):
                    for branch in (stmt.then, stmt.orelse):
                        self._merge(phi.var, _yielded(branch, slot))

    def group(self, buffer: Buffer) -> Var:
        """The representative of the buffers that a planner may merge with this one."""
        above, var = self._above, buffer.owner
        while (next_ := above.get(var, var)) is not var:
            above[var] = above.get(next_, next_)
            var = next_
        return var

    def _own(self, var: Var, source: Var | None = None) -> None:
        type_ = self.types.get(var)
        if not isinstance(type_, TileType) or type_.space is None or self.specs.spaces[type_.space].off_chip:
            return
        shared = None if source is None else self.of.get(source)
        if shared is not None and shared.space == type_.space:
            self.of[var] = shared
        else:
            self.of.setdefault(var, Buffer(var, type_.space, tile_bytes(type_, self.specs, self.target)))

    def _merge(self, var: Var, other: Expr | None) -> None:
        mine, yours = self.of.get(var), self.of.get(other) if isinstance(other, Var) else None
        if mine is not None and yours is not None and mine.space == yours.space:
            one, two = self.group(mine), self.group(yours)
            if one is not two:
                self._above[two] = one

    def _source(self, value: Expr) -> Var | None:
        """The variable whose buffer `value` has, if it brings none of its own."""
        if isinstance(value, Var):
            return value
        spec = self.specs.ops.get(value.op) if isinstance(value, Call) else None
        index = None if spec is None else 0 if spec.view else spec.reuses
        if index is None or not isinstance(value, Call) or index >= len(value.args):
            return None
        operand = value.args[index]
        return operand if isinstance(operand, Var) else None


def tile_bytes(tile: TileType, specs: Specs, target: str) -> int | None:
    """The bytes that an allocator gives to a tile of this type on `target`; None where an extent is not constant."""
    said = specs.targets[target]
    extents = [dim for dim in tile.shape if isinstance(dim, int)]
    if len(extents) < len(tile.shape) or tile.space is None or tile.dtype not in specs.dtypes:
        return None
    rounding = said.row_alignment.get(tile.space, {})
    rows = rounding.get(tile.dtype, rounding.get("otherwise", 1))
    if len(extents) > 1:
        extents[-2] = _up(extents[-2], rows)
    bits = specs.dtypes[tile.dtype].storage_bits
    for extent in extents:
        bits *= extent
    return _up((bits + 7) // 8, said.alignment)


def _up(number: int, step: int) -> int:
    return -(-number // step) * step


def _yielded(block: Block | None, slot: int) -> Expr | None:
    last = final_yield(block)
    return last.values[slot] if last is not None and slot < len(last.values) else None
