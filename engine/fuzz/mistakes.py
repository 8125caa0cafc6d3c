"""Programs that are wrong in one known way: a grown kernel and one mistake at its end.

In come op specs, out come programs with the code of the diagnostic that must come for them. The mistakes are made from the op specs too:
which memories no move leads into, and which ops want a tile there, is read from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from ...ir_facts.nodes import Assign, Bool, Call, Function, If, Param, Phi, Program, Return, Stmt, Var, Yield
from ...ir_facts.opspecs import OpSpec, Specs
from ...ir_facts.printer import print_program
from ...ir_facts.reader import parse_program
from ...ir_facts.record import record, replace
from ...ir_facts.types import TensorType, TileType
from ...ir_facts.views import tile_type
from .calls import grow_call
from .programs import kernels
from .scope import OPEN, Buffer, Machine, Scope

DTYPE = "FP16"


@record
class Wrong:
    """A program, the mistake in it, and the code of the diagnostic that must tell it."""

    program: Program
    mistake: str
    code: str


class Maker:
    """Makes the statements of a mistake from the op specs."""

    def __init__(self, specs: Specs) -> None:
        self.specs = specs
        self.machine = Machine(specs)
        ops = [spec for spec in specs.ops.values() if spec.category == "tile"]
        self.load = next(spec for spec in ops if spec.residency == "load")
        self.create = next(spec for spec in ops if spec.memory_access == "none" and spec.retargetable)
        self.plain = [spec for spec in ops if spec.required == 1 and not spec.kwargs and spec.allowed(0) == (specs.permissive,)]
        self.born = [spec for spec in ops if any(self._closed(spec.allowed(index)) for index in range(len(spec.args)))]
        stuck = [space for space in specs.staging if specs.permissive not in self.machine.reach[space]]
        self.stuck = [space for space in stuck if self.created("probe", space) is not None]

    def _closed(self, spaces: tuple[str, ...]) -> bool:
        return bool(spaces) and spaces[0] not in self.machine.enterable

    def loaded(self, function: Function, space: str | None) -> list[Stmt]:
        """A load of the first parameter into `space`."""
        scope = Scope()
        param = function.params[0]
        if isinstance(param.type, TensorType):
            scope.add_tensor(param.var, param.type, writable=False)
        made = grow_call(self.load, scope, self.machine, 0, DTYPE, space)
        return [] if made is None else [Assign(Var("wrong"), made.type, made.call)]

    def created(self, name: str, space: str) -> Assign | None:
        """An allocation in `space`."""
        made = grow_call(self.create, Scope(), self.machine, 0, DTYPE, space)
        return None if made is None else Assign(Var(name), made.type, made.call)

    def user(self, specs: list[OpSpec], tile: Assign, turn: int) -> list[Stmt]:
        """A call of one of `specs` that takes `tile` for each of its operands, as if it could be anywhere."""
        scope = Scope()
        if isinstance(tile.type, TileType):
            scope.add_tile(tile.var, tile.type, Buffer(OPEN))
        for spec in specs[turn % len(specs) :] + specs[: turn % len(specs)]:
            made = grow_call(spec, scope, self.machine, 0, DTYPE, None)
            if made is not None and tile.var in made.call.args:
                return [Assign(Var("used"), made.type, made.call)]
        return []


def _unloadable(maker: Maker, function: Function, turn: int) -> list[Stmt]:
    load = maker.loaded(function, None)
    return load and [*load, *maker.user(maker.born, _assign(load[0]), turn)]


def _stranded(maker: Maker, function: Function, turn: int) -> list[Stmt]:
    load = maker.loaded(function, maker.specs.permissive)
    return load and [*load, *maker.user(maker.born, _assign(load[0]), turn)]


def _unmovable(maker: Maker, function: Function, turn: int) -> list[Stmt]:
    tile = maker.created("wrong", maker.stuck[turn % len(maker.stuck)])
    return [] if tile is None else [tile, *maker.user(maker.plain, tile, turn)]


def _disagreement(maker: Maker, function: Function, turn: int) -> list[Stmt]:
    stuck = [space for space in maker.stuck if not any(space == start for start, _ in maker.specs.moves)]
    first, second = stuck[turn % len(stuck)], stuck[(turn + 1) % len(stuck)]
    then, other = maker.created("then", first), maker.created("other", second)
    if then is None or other is None:
        return []
    phi = Phi(Var("merged"), then.type)
    return [If(Bool(True), (then, Yield((then.var,))), (other, Yield((other.var,))), (phi,))]


def _unknown_op(maker: Maker, function: Function, turn: int) -> list[Stmt]:
    load = maker.loaded(function, None)
    if not load:
        return []
    tile = _assign(load[0])
    return [*load, Assign(Var("unknown"), tile.type, Call(f"tile.nobody_knows_{turn}", (tile.var,)))]


def _assign(stmt: Stmt) -> Assign:
    assert isinstance(stmt, Assign)
    return stmt


STATEMENTS: dict[str, tuple[str, int, Callable[[Maker, Function, int], list[Stmt]]]] = {
    "a load is wanted where no move leads": ("TW0303", 2, _unloadable),
    "a placed tile is wanted where no move leads": ("TW0304", 2, _stranded),
    "a tile is wanted where no path leads from its place": ("TW0305", 2, _unmovable),
    "the branches yield from places between which nothing moves": ("TW0306", 1, _disagreement),
    "an op that nobody described": ("TW0310", 2, _unknown_op),
}
"""Each mistake in a body: its code, how many statements it has, and what makes them."""

PARAMETERS = {
    "a kernel is entered with a tile": ("InCore", "TW0301"),
    "a tile parameter without a memory": ("AIV", "TW0302"),
}
"""Each mistake in a signature: the kind of the function and the code."""


@st.composite
def mistakes(draw: Callable[[Any], Any], specs: Specs, only: str | None = None) -> Wrong:
    """A program that is wrong in one way: in the way called `only`, or in one that is drawn from all known ones."""
    name = only or draw(st.sampled_from([*STATEMENTS, *PARAMETERS]))
    if name in PARAMETERS:
        kind, code = PARAMETERS[name]
        program: Program = draw(kernels(specs, kind=kind, most=3))
        space = specs.permissive if kind == "InCore" else None
        param = Param(Var("wrong"), tile_type((16, 16), DTYPE, space, None, None, specs))
        function = replace(program.functions[0], params=(*program.functions[0].params, param))
        return Wrong(_read(program, function, specs), name, code)
    code, least, make = STATEMENTS[name]
    program = draw(kernels(specs, kind="InCore", most=3))
    function = program.functions[0]
    more = make(Maker(specs), function, draw(st.integers(0, 5)))
    assert len(more) >= least, f"the op specs allow no mistake of this kind: {name}"
    body = function.body or (Return(()),)
    return Wrong(_read(program, replace(function, body=(*body[:-1], *more, body[-1])), specs), name, code)


def _read(program: Program, function: Function, specs: Specs) -> Program:
    changed = Program(program.name, program.title, (), (function,), {})
    return parse_program(print_program(changed), path="wrong.py", specs=specs)
