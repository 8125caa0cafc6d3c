"""Hypothesis strategies for whole programs: kernels of every kind, orchestration that calls them, functions that are left alone.

`programs(specs)` draws valid programs, `kernels(specs)` programs of one device function. In come op specs, out come `Program`s whose text
reads back as the same program.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from ...ir_facts.nodes import Assign, Call, Expr, For, Function, Int, Invoke, Keywords, Param, Program, Return, Stmt, Symbol, Tuple, Var
from ...ir_facts.opspecs import Specs
from ...ir_facts.printer import print_program
from ...ir_facts.read_functions import DERIVED
from ...ir_facts.reader import parse_program
from ...ir_facts.types import TensorType, TileType, Type
from ...ir_facts.views import tile_type
from .blocks import Grower
from .calls import grow_call
from .regions import DECLARED, grow_region
from .scope import Buffer, Scope
from .supplies import Stock

SHAPES = ((16, 16), (32, 32), (16, 32), (1, 16), (16, 1))
DTYPES = ("FP16", "FP32", "INT32", "INT16", "BF16", "UINT8")
DEVICE = ("InCore", "AIV", "AIC")
OTHER = ("Opaque", "Group", "Graph", "Inline")
"""Kinds of functions that are placed, and some that are not (ir_text.md 2.3)."""


@lru_cache(maxsize=8)
def _stock(specs: Specs) -> Stock:
    return Stock(specs)


@st.composite
def kernels(draw: Callable[[Any], Any], specs: Specs, kind: str | None = None, wild: bool = False, most: int = 10) -> Program:
    """A program of one device function."""
    function = _device(draw, specs, "kernel", kind or draw(st.sampled_from(DEVICE)), wild, most)
    return _program((function,), specs)


@st.composite
def programs(draw: Callable[[Any], Any], specs: Specs, wild: bool = False, most: int = 8) -> Program:
    """A program of one to three functions: kernels of every kind, perhaps with a caller, perhaps beside a function that is left alone."""
    shape = draw(st.integers(0, 5))
    kernel = _device(draw, specs, "kernel", draw(st.sampled_from(DEVICE)), wild, most)
    functions = [kernel]
    if shape >= 3:
        functions.append(_device(draw, specs, "second", draw(st.sampled_from(DEVICE)), wild, most // 2))
    if shape in (1, 2, 4) and not any(isinstance(param.type, TileType) for param in kernel.params):
        functions.append(_caller(draw, specs, kernel))
    if shape == 5:
        functions.append(_device(draw, specs, "aside", draw(st.sampled_from(OTHER)), wild, most // 2))
    return _program(tuple(functions), specs)


def _program(functions: tuple[Function, ...], specs: Specs) -> Program:
    """The program as the reader sees it: grown nodes have no spans, and the text decides which variables are one."""
    grown = Program("Grown", "Grown", (), functions, {})
    return parse_program(print_program(grown), path="grown.py", specs=specs)


def _device(draw: Callable[[Any], Any], specs: Specs, name: str, kind: str, wild: bool, most: int) -> Function:
    stock = _stock(specs)
    scope, params = Scope(), list[Param]()
    regions = kind == "InCore" and bool(stock.gates.into) and draw(st.integers(0, 2)) == 2
    if regions:
        scope.lane = stock.gates.outside
    shapes = SHAPES[: 1 + draw(st.integers(0, len(SHAPES) - 1))]
    dtypes = [name for name in DTYPES if name in specs.dtypes]
    main: int = draw(st.integers(0, len(dtypes) - 1))
    spread: int = draw(st.integers(0, 1))  # whether the tensors have one dtype or several
    for number in range(1 + draw(st.integers(0, 2))):
        type_ = TensorType(shapes[number % len(shapes)], dtypes[(main + number * spread) % len(dtypes)])
        params.append(Param(scope.fresh("x"), type_))
        scope.add_tensor(params[-1].var, type_, writable=False)
    if kind in ("AIC", "AIV") and draw(st.integers(0, 3)) == 3:
        space = draw(st.sampled_from([name for name, said in specs.spaces.items() if not said.off_chip and name in specs.staging.values()]))
        tile = tile_type(SHAPES[0], dtypes[0], space, None, None, specs)
        params.append(Param(scope.fresh("q"), tile))
        scope.add_tile(params[-1].var, tile, Buffer(space))
    out = TensorType(shapes[0], draw(st.sampled_from(dtypes[:3])))
    params.append(Param(scope.fresh("out"), out, "Out"))
    scope.add_tensor(params[-1].var, out, writable=True)
    grower = Grower(draw, stock, wild, marked=draw(st.integers(0, 3)) == 3)
    body = [*grower.load(scope, 0), *grower.block(scope, 0, most)]
    if regions:
        body += grow_region(grower, scope, 0)
    result = params[-1].var
    for spec in stock.ops.stores:
        made = grow_call(spec, scope, stock.machine, 0, DTYPES[0], None)
        if made is not None and isinstance(made.type, TensorType):
            result = scope.fresh("z")
            body.append(Assign(result, made.type, made.call))
            out = made.type
            break
    level, role = DERIVED.get(kind, (None, None))
    params[-1:-1] = grower.parameters.params
    attrs: Keywords = ((DECLARED, True),) if regions else ()
    return Function(name, kind, level, role, tuple(params), (out,), (*body, Return((result,))), attrs)


def _caller(draw: Callable[[Any], Any], specs: Specs, kernel: Function) -> Function:
    """Orchestration that calls `kernel`, with tensors that it was given, that it allocates itself, or that it computes."""
    scope = Scope()
    stock = _stock(specs)
    params: list[Param] = []
    body: list[Stmt] = []
    args: list[Expr] = []
    allocators = sorted(name for name, spec in specs.ops.items() if spec.storage is not None and spec.storage.fresh)
    for param in kernel.params:
        type_: Type = param.type
        if allocators and isinstance(type_, TensorType) and draw(st.booleans()):
            var = scope.fresh("fresh")
            shape = Tuple(tuple(Int(dim) if isinstance(dim, int) else dim for dim in type_.shape))
            kwargs: Keywords = (("dtype", Symbol("", type_.dtype)),)
            body.append(Assign(var, type_, Call(allocators[0], (shape,), kwargs)))
        else:
            var = scope.fresh("given")
            params.append(Param(var, type_, param.direction))
        if isinstance(type_, TensorType):
            scope.add_tensor(var, type_, writable=True)
            scope.tensors.append((var, type_))
        args.append(var)
    for _ in range(draw(st.integers(0, 3)) if stock.ops.tensors else 0):
        body += _computed(draw, stock, scope, args)
    result = scope.fresh("result")
    call = Assign(result, kernel.returns[0], Invoke(kernel.name, tuple(args)))
    if draw(st.booleans()):
        loop = scope.fresh("j")
        body += [For("range", loop, Int(0), Int(2), Int(1), (), (call,)), Return(())]
        returns: tuple[Type, ...] = ()
    else:
        body += [call, Return((result,))]
        returns = (kernel.returns[0],)
    level, role = DERIVED["Orchestration"]
    return Function("main", "Orchestration", level, role, tuple(params), returns, tuple(body))


def _computed(draw: Callable[[Any], Any], stock: Stock, scope: Scope, args: list[Expr]) -> list[Stmt]:
    """An op on tensors. What it gives back takes the place of the first argument of that type."""
    number: int = draw(st.integers(0, len(stock.ops.tensors) - 1))
    spec = stock.ops.tensors[number]
    made = grow_call(spec, scope, stock.machine, draw(st.integers(0, 5)), DTYPES[0], None)
    if made is None or not isinstance(made.type, TensorType):
        return []
    var = scope.fresh("made")
    place = next((place for place, arg in enumerate(args) if isinstance(arg, Var) and scope.types.get(arg) == made.type), None)
    if place is not None:
        args[place] = var
    scope.add_tensor(var, made.type, writable=True)
    scope.tensors.append((var, made.type))
    return [Assign(var, made.type, made.call)]
