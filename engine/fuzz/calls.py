"""A call of any op, from its spec alone: operands out of the scope, keywords by their types, and a result type that follows.

In come an op spec, a scope and a few drawn numbers, out comes a call that the op's own requirements accept, or nothing. The numbers
only turn the order in which candidates are tried, so that a smaller number means an earlier candidate and failing kernels shrink.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product

from ...ir_facts.diagnostic import DiagnosticError
from ...ir_facts.nodes import Call, Expr, Float, Int, Keywords, Symbol, Tuple, Value, Var
from ...ir_facts.opspecs import OpSpec, Specs
from ...ir_facts.record import record
from ...ir_facts.results import deduce_call
from ...ir_facts.types import UNKNOWN, TensorType, TileType, Type
from ...ir_facts.views import place, tile_type
from .lanes import keeps_to
from .scope import LOADED, OPEN, PLAIN, Buffer, Machine, Scope, Tile
from .scope import UNKNOWN as ANYWHERE

TRIES = 48
"""How many combinations of operands and keywords are tried before an op is given up here."""

WIDTH = 5
"""How many candidates one operand has."""


@record
class Made:
    """A call, its type, and the buffer in which its result is: that of an operand, or a new one."""

    call: Call
    type: Type
    buffer: Buffer


_PADS, _ENUMS = ("zero", "min"), {"space": "Mem", "pad": "PadValue", "dtype": ""}


def grow_call(
    spec: OpSpec, scope: Scope, machine: Machine, turn: int, dtype: str, space: str | None, fixed: dict[int, Var] | None = None
) -> Made | None:
    """A call of `spec`. `turn` turns the candidates, `dtype` and `space` are what keywords of those types say.

    `fixed` are operands that are chosen already, by number.
    """
    chosen = fixed or {}
    if scope.folded is not None and spec.reduces == scope.folded:
        return None
    slots = [[chosen[index]] if index in chosen else _candidates(spec, index, scope, machine, turn) for index in range(len(spec.args))]
    if any(not slot for slot in slots[: spec.required]):
        return None
    count = spec.required if turn % 3 or chosen else len(spec.args)
    goals = machine.goals if spec.name == machine.specs.move_op and (space is None or not chosen) else (space,)
    for kwargs in (kwargs for goal in goals for kwargs in keywords(spec, machine.specs, dtype, goal)):
        for args in islice(product(*slots[:count]), TRIES):
            made = _accepted(spec, args, kwargs, scope, machine, dtype)
            if made is not None:
                return made
    return None


def _accepted(spec: OpSpec, args: tuple[Expr, ...], kwargs: Keywords, scope: Scope, machine: Machine, dtype: str) -> Made | None:
    specs = machine.specs
    tiles = {tile.var: tile for tile in scope.tiles}
    operands = {index: tiles[arg] for index, arg in enumerate(args) if isinstance(arg, Var) and arg in tiles}
    wanted = {index: spaces for index in operands if (spaces := spec.allowed(index))}
    if not all(machine.grants(operands[index].buffer, spaces) for index, spaces in wanted.items()):
        return None
    if scope.lane is not None and not keeps_to(scope.lane, scope.inside, spec, operands, _named(spec, kwargs), machine):
        return None
    if spec.stores is not None and not _storable(operands.get(spec.stores[0]), args[spec.stores[1] :], scope, specs):
        return None
    if spec.name == specs.move_op and any((tile.buffer.born, _named(spec, kwargs)) not in specs.moves for tile in operands.values()):
        return None
    try:
        type_ = _deduced(spec, args, kwargs, scope.types, specs)
        if machine.looks_at_places(spec) or any(spaces[0] in machine.picky for spaces in wanted.values()):
            arrived = {tile.var: machine.arrived(tile, spec.allowed(index)) for index, tile in operands.items()}
            _deduced(spec, args, kwargs, {**scope.types, **arrived}, specs)
    except DiagnosticError:
        return None
    first = operands[min(operands)] if operands else None
    buffer = _buffer(spec, first, kwargs, machine)
    if type_ == UNKNOWN and first is not None and spec.result is None:
        type_ = _like(first.type, buffer.born if buffer.born in specs.spaces else None, specs)
    elif type_ == UNKNOWN and first is None and buffer.born in specs.spaces:  # the text says the type, as builders do
        type_ = tile_type(PLAIN, dtype, buffer.born, None, None, specs)
    for index, tile in operands.items():
        if index in wanted:
            tile.buffer.wishes.add(wanted[index][0])
        elif scope.lane is not None and not tile.buffer.wishes:
            tile.buffer.wishes.add(specs.permissive)  # it counts as there by now, so that no later user fetches it to the other core
    return Made(Call(spec.name, args, kwargs), type_, buffer)


def _storable(tile: Tile | None, into: tuple[Expr, ...], scope: Scope, specs: Specs) -> bool:
    """Whether every target can write what the first of `into` holds out of the memory in which the tile is, or may come to be."""
    type_ = scope.types.get(into[0]) if into and isinstance(into[0], Var) else None
    if tile is None or not isinstance(type_, TensorType) or tile.buffer.born == LOADED:
        return True
    places = (tile.buffer.born,) if tile.buffer.born in specs.spaces else specs.spaces
    written = [target.store_dtypes[space] for target in specs.targets.values() for space in places if space in target.store_dtypes]
    return all(type_.dtype in dtypes for dtypes in written)


def _deduced(spec: OpSpec, args: tuple[Expr, ...], kwargs: Keywords, types: Mapping[Var, Type], specs: Specs) -> Type:
    return deduce_call(spec.name, args, kwargs, lambda expr: types.get(expr, UNKNOWN) if isinstance(expr, Var) else UNKNOWN, specs)


def _like(type_: TileType, space: str | None, specs: Specs) -> TileType:
    """The type that is written for an op whose spec does not say one: that of its first tile, where the op leaves its result."""
    bare = tile_type(type_.shape, type_.dtype, None, None, None, specs)
    return bare if space is None else place(bare, space, specs)


def _buffer(spec: OpSpec, first: Tile | None, kwargs: Keywords, machine: Machine) -> Buffer:
    output = spec.output
    if output.kind == "kwarg":
        return Buffer(_named(spec, kwargs) or (OPEN if spec.memory_access == "none" else LOADED))
    if output.kind in ("inherit", "follow") and first is not None:
        return first.buffer
    return Buffer(machine.written_space(spec) or ANYWHERE)


def _named(spec: OpSpec, kwargs: Keywords) -> str | None:
    """The memory that the call names for its result, or that the op takes by default."""
    named = next((value.name for key, value in kwargs if key == spec.output.kwarg and isinstance(value, Symbol)), None)
    return named or spec.output.space


# ---------------------------------------------------------------------------------------------- operands


def _candidates(spec: OpSpec, index: int, scope: Scope, machine: Machine, turn: int) -> list[Expr]:
    arg = spec.args[index]
    found: list[Expr] = []
    if "Tile" in arg.kinds:
        spaces = spec.allowed(index)
        found += [tile.var for tile in reversed(scope.tiles) if not spaces or machine.grants(tile.buffer, spaces)]
    if "Tensor" in arg.kinds:
        written = index in spec.writes or index in (spec.stores or ())
        found += [var for var, _ in reversed(scope.outputs if written else scope.tensors)]
    if "Scalar" in arg.kinds:
        found += [Int(0), *(var for var, _ in reversed(scope.scalars)), Float("0.5"), Int(1), Int(16, "INT32")]
    if "Tuple" in arg.kinds:
        found += _tuples(arg.name, scope)
    shift = (turn // (1 + index)) % len(found) if found else 0
    return (found[shift:] + found[:shift])[:WIDTH]


def _tuples(name: str, scope: Scope) -> list[Expr]:
    """Extents and offsets: what fits is found out by the op's requirements, the name only says what to try first."""
    shapes: list[tuple[int, ...]] = []
    for type_ in (*(tile.type for tile in reversed(scope.tiles)), *(tensor for _, tensor in scope.tensors)):
        shape = tuple(dim for dim in type_.shape if isinstance(dim, int))
        if len(shape) == len(type_.shape) == 2 and shape not in shapes:
            shapes.append(shape)
    shapes = shapes[:4] or [(16, 16)]
    turned = (
        [(cols, rows) for rows, cols in shapes]
        + [(1, rows * cols) for rows, cols in shapes]
        + [(rows, cols // 2 or 1) for rows, cols in shapes]
    )
    zeros: list[Expr] = [Tuple((Int(0), Int(0))), Tuple((Int(0), Int(16)))]
    zeros += [Tuple((Int(0), var)) for var, dtype in scope.scalars if dtype == "INDEX"][-1:]
    extents: list[Expr] = [Tuple(tuple(map(Int, shape))) for shape in dict.fromkeys((*shapes, *turned))]
    return zeros if "off" in name or "ind" in name else extents


# ---------------------------------------------------------------------------------------------- keywords


def keywords(spec: OpSpec, specs: Specs, dtype: str, space: str | None) -> list[Keywords]:
    """What the keywords may say, first as little as possible."""
    said: list[tuple[str, Value]] = []
    needed: list[tuple[str, Value]] = []
    for key, kind in spec.kwargs.items():
        if kind == "space" and space is not None and space in _spaces(spec, specs):
            said.append((key, Symbol(_ENUMS[kind], space)))
        elif kind == "dtype":
            needed.append((key, Symbol(_ENUMS[kind], dtype)))
        elif kind == "pad":
            needed.append((key, Symbol(_ENUMS[kind], _PADS[0])))
        elif kind == "int":
            needed.append((key, 0))
    return list(dict.fromkeys((tuple(said), (*needed, *said))))


def _spaces(spec: OpSpec, specs: Specs) -> list[str]:
    """The memories that an op may name for its result."""
    if spec.output.space is not None:
        return [spec.output.space, *(goal for _, goal in specs.moves)]
    if spec.memory_access == "none":
        return [name for name, said in specs.spaces.items() if not said.off_chip]
    return list(specs.staging.values())
