"""What a program computes: an executable semantics of the IR in numpy, independent of rules, facts and result types.

In come a program, op specs and a seed; out comes everything that can be seen of running each function once on random data: what it
returns, what stands in its tensors afterwards, and which effects it had, in order. A tile is an array together with the memory in
which it is, as the op that made it says; an operand that its op cannot read there is an error (`Misplaced`).

The ops of the matrix unit, element-wise arithmetic, reductions, loads, stores and views are computed. Every other op is a function
that we do not know: the same operands give the same result, other operands another one. That is enough to see whether a pass has
changed what flows where. Layouts and memories are no part of a value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tilewhy.ir_facts.nodes import (
    Assign,
    Binary,
    Block,
    Bool,
    Call,
    Cast,
    Evaluate,
    Expr,
    Float,
    For,
    ForScope,
    Function,
    If,
    Int,
    Invoke,
    Item,
    Program,
    Return,
    Stmt,
    Symbol,
    Tuple,
    Unary,
    Var,
    While,
    With,
    Yield,
)
from tilewhy.ir_facts.opspecs import OpSpec, Specs
from tilewhy.ir_facts.types import ScalarType, TensorType, TileType, Type

PLACES = ("space", "tile_layout")
"""Kinds of keywords that say where and how a tile lies: no part of what is computed."""

LONGEST = 64
"""After so many rounds a `while` is taken to run for ever."""


class Misplaced(AssertionError):
    """An op reads a tile in a memory in which it cannot."""


class Tile(NamedTuple):
    """A tile at run time. `space` is None where nothing says it."""

    data: np.ndarray
    space: str | None


class Tensor:
    """A tensor at run time: its memory, which stores change."""

    def __init__(self, data: np.ndarray) -> None:
        self.data = data


class Seen(NamedTuple):
    """What can be observed of one run of a function."""

    returned: tuple[bytes, ...]
    tensors: tuple[bytes, ...]
    effects: tuple[str, ...]


def observe(program: Program, specs: Specs, seed: int, placed: bool = False) -> dict[str, Seen]:
    """Run every function of `program` once on the random data of `seed`. `placed`: raise `Misplaced` for a tile in the wrong memory."""
    return {function.name: _Run(program, specs, seed, placed).observe(function) for function in program.functions if function.body}


class _Run:
    def __init__(self, program: Program, specs: Specs, seed: int, placed: bool) -> None:
        self.functions = {function.name: function for function in program.functions}
        self.specs = specs
        self.random = np.random.default_rng(seed)
        self.placed = placed
        self.effects: list[str] = []
        self.statements: dict[type[Stmt], Callable[[Any, dict[Var, Any]], Any]] = {
            Assign: self._assign,
            Evaluate: lambda stmt, env: self._value(stmt.value, env, None),
            If: self._if,
            For: self._for,
            While: self._while,
            With: lambda stmt, env: self._block(stmt.body, env),
            ForScope: self._scope,
        }

    def observe(self, function: Function) -> Seen:
        args = [self._argument(param.type) for param in function.params]
        returned = self._call_function(function, args)
        tensors = tuple(arg.data.tobytes() for arg in args if isinstance(arg, Tensor))
        return Seen(tuple(map(_bytes, returned)), tensors, tuple(self.effects))

    def _argument(self, type_: Type) -> Any:
        if isinstance(type_, TensorType):
            return Tensor(self._numbers(type_.shape, type_.dtype))
        if isinstance(type_, TileType):
            return Tile(self._numbers(type_.shape, type_.dtype), type_.space)
        return int(self.random.integers(0, 4))

    def _numbers(self, shape: Any, dtype: str) -> np.ndarray:
        if self.specs.is_float(dtype):
            return self.random.integers(-8, 8, size=shape).astype(np.float64) / 4
        return self.random.integers(0, 8, size=shape).astype(np.float64)

    def _call_function(self, function: Function, args: list[Any]) -> tuple[Any, ...]:
        env = {param.var: arg for param, arg in zip(function.params, args)}  # noqa: B905  # as many as the caller gave
        for stmt in function.body or ():
            if isinstance(stmt, Return):
                return tuple(self._value(value, env, None) for value in stmt.values)
            self._run(stmt, env)
        return ()

    # ------------------------------------------------------------------------------------------ statements

    def _run(self, stmt: Stmt, env: dict[Var, Any]) -> Any:
        handler = self.statements.get(stmt.__class__)
        if handler is None:
            raise NotImplementedError(f"{type(stmt).__name__} has no semantics here")
        return handler(stmt, env)

    def _block(self, block: Block, env: dict[Var, Any]) -> tuple[Any, ...]:
        """Run a body; what its final yield gives."""
        for stmt in block:
            if isinstance(stmt, Yield):
                return tuple(self._value(value, env, None) for value in stmt.values)
            self._run(stmt, env)
        return ()

    def _assign(self, stmt: Assign, env: dict[Var, Any]) -> None:
        env[stmt.var] = self._value(stmt.value, env, stmt.type)

    def _if(self, stmt: If, env: dict[Var, Any]) -> None:
        body = stmt.then if self._value(stmt.condition, env, None) else stmt.orelse or ()
        values = self._block(body, dict(env))
        for phi, value in zip(stmt.phis, values):  # noqa: B905  # a branch without a yield gives none
            env[phi.var] = value

    def _for(self, stmt: For, env: dict[Var, Any]) -> None:
        start, stop, step = (self._value(bound, env, None) for bound in (stmt.start, stmt.stop, stmt.step))
        values = [self._value(carry.init, env, None) for carry in stmt.carries]
        for index in range(start, stop, step):
            inner = {**env, stmt.var: index, **{carry.iter_arg: value for carry, value in zip(stmt.carries, values)}}  # noqa: B905
            values = list(self._block(stmt.body, inner)) or values
        env.update({carry.result: value for carry, value in zip(stmt.carries, values)})  # noqa: B905  # one value a carry

    def _while(self, stmt: While, env: dict[Var, Any]) -> None:
        values = [self._value(carry.init, env, None) for carry in stmt.carries]
        for _ in range(LONGEST):
            inner = {**env, **{carry.iter_arg: value for carry, value in zip(stmt.carries, values)}}  # noqa: B905  # one value a carry
            if not self._value(stmt.condition, inner, None):
                break
            values = list(self._block(stmt.body, inner)) or values
        env.update({carry.result: value for carry, value in zip(stmt.carries, values)})  # noqa: B905  # one value a carry

    def _scope(self, stmt: ForScope, env: dict[Var, Any]) -> None:
        env[stmt.var] = 0
        self._block(stmt.body, env)

    # ------------------------------------------------------------------------------------------ expressions

    def _value(self, expr: Expr, env: dict[Var, Any], type_: Type | None) -> Any:
        if isinstance(expr, Var):
            return env[expr]
        if isinstance(expr, (Int, Bool)):
            return expr.value
        if isinstance(expr, Float):
            return float(expr.text)
        if isinstance(expr, Binary):
            return _BINARY[expr.op](self._value(expr.left, env, None), self._value(expr.right, env, None))
        if isinstance(expr, Unary):
            return _UNARY[expr.op](self._value(expr.operand, env, None))
        if isinstance(expr, Cast):
            return self._value(expr.operand, env, None)
        if isinstance(expr, Tuple):
            return tuple(self._value(item, env, None) for item in expr.items)
        if isinstance(expr, Item):
            return self._value(expr.operand, env, None)[expr.index]
        if isinstance(expr, Invoke):
            results = self._call_function(self.functions[expr.callee], [self._value(arg, env, None) for arg in expr.args])
            return results[0] if len(results) == 1 else results
        if isinstance(expr, Call):
            return self._call(expr, [self._value(arg, env, None) for arg in expr.args], type_)
        raise NotImplementedError(f"{type(expr).__name__} has no semantics here")

    # ------------------------------------------------------------------------------------------ ops

    def _call(self, call: Call, args: list[Any], type_: Type | None) -> Any:
        spec = self.specs.ops.get(call.op)
        if self.placed and spec is not None:
            self._check(call, spec, args)
        plain = [arg.data if isinstance(arg, Tile) else arg for arg in args]
        if call.op in _EFFECTS:
            return _EFFECTS[call.op](*plain)
        known = _KNOWN.get(call.op)
        data = None if known is None else self._computed(known, plain)
        if data is None:
            data = self._unknown(call, spec, args, type_)
        if not isinstance(data, np.ndarray) or not isinstance(type_, TileType):
            return data
        return Tile(data, self._space(call, spec, args, type_))

    def _computed(self, compute: Callable[..., Any], args: list[Any]) -> Any:
        """What the op computes of these operands; nothing where their extents do not fit what is written down here."""
        try:
            with np.errstate(all="ignore"):
                return compute(*args)
        except ValueError:
            return None

    def _check(self, call: Call, spec: OpSpec, args: list[Any]) -> None:
        for index, arg in enumerate(args):
            allowed = spec.allowed(index)
            if allowed and isinstance(arg, Tile) and arg.space is not None and arg.space not in allowed:
                raise Misplaced(f"{call.op} reads operand {index} in {arg.space}, and can only in {' or '.join(allowed)}")

    def _space(self, call: Call, spec: OpSpec | None, args: list[Any], type_: TileType) -> str | None:
        """Where the op leaves its result: what the op does, not what the type says, wherever the op says anything."""
        if spec is None:
            return type_.space
        output = spec.output
        named = next((value.name for key, value in call.kwargs if key == output.kwarg and isinstance(value, Symbol)), output.space)
        if named is not None:
            return named
        if output.kind in ("inherit", "follow"):
            return next((arg.space for arg in args if isinstance(arg, Tile)), type_.space)
        return type_.space

    def _unknown(self, call: Call, spec: OpSpec | None, args: list[Any], type_: Type | None) -> Any:
        """The result of an op that we do not know, which depends on everything that it is given."""
        kinds = {} if spec is None else spec.kwargs
        said = [(key, str(value)) for key, value in call.kwargs if kinds.get(key) not in PLACES]
        digest = hashlib.sha256(repr((call.op, said)).encode() + b"|".join(map(_bytes, args))).digest()
        number = int.from_bytes(digest[:8], "big")
        for index in () if spec is None else spec.writes:
            if index < len(args) and isinstance(args[index], Tensor):
                self.effects.append(f"{call.op} {digest.hex()[:8]}")
                args[index].data[...] = np.random.default_rng(number + index).integers(-8, 8, size=args[index].data.shape)
        if isinstance(type_, (TileType, TensorType)):
            made = np.random.default_rng(number).integers(0, 8, size=tuple(map(_extent, type_.shape))).astype(np.float64)
            return made if isinstance(type_, TileType) else next((arg for arg in args if isinstance(arg, Tensor)), Tensor(made))
        if isinstance(type_, ScalarType):
            return number % 8
        self.effects.append(f"{call.op} {digest.hex()[:8]}")
        return None


def _extent(dim: Any) -> int:
    return dim if isinstance(dim, int) else 1


def _bytes(value: Any) -> bytes:
    if isinstance(value, (Tile, Tensor)):
        return value.data.tobytes()
    return repr(value).encode()


# ---------------------------------------------------------------------------------------------- what ops compute


def _window(array: np.ndarray, offsets: tuple[int, ...], shape: tuple[int, ...]) -> np.ndarray | None:
    """The part of `array` at `offsets`, filled with zeros where the window reaches beyond it. None for what is no window."""
    if not len(offsets) == len(shape) == array.ndim or any(not isinstance(start, int) or start < 0 for start in offsets):
        return None
    out = np.zeros(shape)
    part = array[tuple(slice(start, start + length) for start, length in zip(offsets, shape))]  # noqa: B905  # of one rank
    out[tuple(slice(0, length) for length in part.shape)] = part
    return out


def _load(tensor: Tensor, offsets: Any, shape: Any, valid: Any, *_: Any) -> np.ndarray | None:
    return _window(tensor.data, offsets, shape)


def _store(tile: np.ndarray, offsets: Any, tensor: Tensor, *_: Any) -> Tensor:
    """Write what fits. The result is the tensor itself."""
    if len(offsets) == tile.ndim == tensor.data.ndim:
        rooms = [max(0, size - start) for size, start in zip(tensor.data.shape, offsets)]  # noqa: B905  # of one rank
        target = tuple(slice(start, start + min(room, extent)) for start, room, extent in zip(offsets, rooms, tile.shape))  # noqa: B905
        tensor.data[target] = tile[tuple(slice(0, min(room, extent)) for room, extent in zip(rooms, tile.shape))]  # noqa: B905
    return tensor


def _matmul(lhs: np.ndarray, rhs: np.ndarray) -> np.ndarray:
    return lhs @ rhs


def _matmul_acc(acc: np.ndarray, lhs: np.ndarray, rhs: np.ndarray, *_: Any) -> np.ndarray | None:
    product = lhs @ rhs
    return acc + product if acc.shape == product.shape else None


def _matmul_bias(lhs: np.ndarray, rhs: np.ndarray, bias: np.ndarray) -> np.ndarray:
    return lhs @ rhs + bias


def _assemble(target: np.ndarray, source: np.ndarray, offsets: Any) -> np.ndarray:
    return _store(source, offsets, Tensor(target.copy())).data


def _reshape(tile: np.ndarray, shape: Any) -> np.ndarray | None:
    return tile.reshape(shape).copy() if tile.size == np.prod(shape) else None


def _elementwise(compute: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    return lambda *operands: np.asarray(compute(*operands), dtype=np.float64)


_KNOWN: dict[str, Callable[..., Any]] = {
    "tile.load": _load,
    "tile.create": lambda shape: np.zeros(shape),
    "tile.full": lambda shape, value: np.full(shape, float(value)),
    "tile.move": lambda tile: tile.copy(),
    "tile.slice": lambda tile, shape, offsets, *_: _window(tile, offsets, shape),
    "tile.extract": lambda tile, row, column, shape: _window(tile, (row, column), shape),
    "tile.reshape": _reshape,
    "tile.transpose_view": lambda tile: tile.T.copy(),
    "tile.assemble": _assemble,
    "tile.fillpad": lambda tile: tile.copy(),
    "tile.matmul": _matmul,
    "tile.matmul_acc": _matmul_acc,
    "tile.matmul_bias": _matmul_bias,
    "tile.batch_matmul": _matmul,
    "tile.batch_matmul_acc": _matmul_acc,
    "tile.add": _elementwise(np.add),
    "tile.sub": _elementwise(np.subtract),
    "tile.mul": _elementwise(np.multiply),
    "tile.div": _elementwise(np.divide),
    "tile.maximum": _elementwise(np.maximum),
    "tile.minimum": _elementwise(np.minimum),
    "tile.adds": _elementwise(np.add),
    "tile.subs": _elementwise(np.subtract),
    "tile.muls": _elementwise(np.multiply),
    "tile.divs": _elementwise(np.divide),
    "tile.abs": _elementwise(np.abs),
    "tile.neg": _elementwise(np.negative),
    "tile.exp": _elementwise(np.exp),
    "tile.sqrt": _elementwise(np.sqrt),
    "tile.relu": _elementwise(lambda tile: np.maximum(tile, 0)),
    "tile.cast": lambda tile: tile.copy(),
    "tile.row_sum": lambda tile, _: tile.sum(axis=-1, keepdims=True),
    "tile.row_max": lambda tile, _: tile.max(axis=-1, keepdims=True),
    "tile.col_sum": lambda tile, *_: tile.sum(axis=0, keepdims=True),
    "tile.col_max": lambda tile: tile.max(axis=0, keepdims=True),
}

_EFFECTS: dict[str, Callable[..., Any]] = {
    "tile.store": _store,
    "tensor.create": lambda shape: Tensor(np.zeros(shape)),
}

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "/": lambda a, b: a / b if b else 0.0,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "min": min,
    "max": max,
}

_UNARY: dict[str, Callable[[Any], Any]] = {"-": lambda a: -a, "not": lambda a: not a, "~": lambda a: ~a, "abs": abs}
