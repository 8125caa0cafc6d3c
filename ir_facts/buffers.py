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
from .walk import statements


@record
class Buffer:
    """The memory of one tile that owns some. `size` is None where an extent is not constant."""

    owner: Var
    space: str
    size: int | None


class Buffers:
    """The buffers of one function. `of` maps each placed tile to the buffer that it lies in."""

    def __init__(self, function: Function, specs: Specs, target: str) -> None:
        self.of: dict[Var, Buffer] = {}
        self._specs = specs
        self._target = target
        self._sizes: dict[int, int | None] = {}
        self._above: dict[Var, Var] = {}
        for param in function.params:
            self._own(param.var, param.type)
        meeting: list[For | While | If] = []
        for stmt in statements(function.body):
            if isinstance(stmt, Assign):
                self._own(stmt.var, stmt.type, stmt.value)
            elif isinstance(stmt, (For, While)):
                meeting.append(stmt)
                for carry in stmt.carries:
                    self._own(carry.result, carry.result_type)
                    self._own(carry.iter_arg, carry.iter_type)
            elif isinstance(stmt, If):
                meeting.append(stmt)
                for phi in stmt.phis:
                    self._own(phi.var, phi.type)
        for stmt in meeting:
            self._meet(stmt)

    def _meet(self, stmt: For | While | If) -> None:
        """What a planner may let share a buffer, because a statement makes one of the others."""
        if isinstance(stmt, If):
            for slot, phi in enumerate(stmt.phis):
                for branch in (stmt.then, stmt.orelse):
                    self._merge(phi.var, _yielded(branch, slot))
        else:
            for slot, carry in enumerate(stmt.carries):
                for other in (carry.init, carry.result, _yielded(stmt.body, slot)):
                    self._merge(carry.iter_arg, other)

    def group(self, buffer: Buffer) -> Var:
        """The representative of the buffers that a planner may merge with this one."""
        above, var = self._above, buffer.owner
        while (next_ := above.get(var, var)) is not var:
            above[var] = above.get(next_, next_)
            var = next_
        return var

    def _own(self, var: Var, type_: Type, value: Expr | None = None) -> None:
        """A tile that is placed lies in the buffer of what it is made from, or in one of its own."""
        if not isinstance(type_, TileType) or type_.space is None or self._specs.spaces[type_.space].off_chip:
            return
        source = None if value is None else self._source(value)
        shared = None if source is None else self.of.get(source)
        if shared is not None and shared.space == type_.space:
            self.of[var] = shared
        elif var not in self.of:
            self.of[var] = Buffer(var, type_.space, self._size(type_))

    def _size(self, type_: TileType) -> int | None:
        """`tile_bytes`, once for tiles that share their type, which the function keeps alive: ids stay theirs."""
        key = id(type_)
        if key not in self._sizes:
            self._sizes[key] = tile_bytes(type_, self._specs, self._target)
        return self._sizes[key]

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
        spec = self._specs.ops.get(value.op) if isinstance(value, Call) else None
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
