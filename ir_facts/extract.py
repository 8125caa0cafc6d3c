"""From IR to the facts that placement reads (`design.md` section 2; the relations are declared in `rules/facts.lp`).

In come a program and the op specs, out go facts as text and the entities they name. Nothing is decided here: the
extractor says what stands where, and resolves each use of a loop-carried variable to the state that it sees (`states.py`),
so that the rules need no notion of time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .diagnostic import Diagnostic, DiagnosticError, Label
from .facts import DEVICE, Entity, Facts, final_yield
from .names import printed_names
from .nodes import (
    Assign,
    Block,
    Call,
    Evaluate,
    Expr,
    For,
    ForScope,
    Function,
    If,
    Invoke,
    Program,
    Return,
    Stmt,
    Submit,
    Symbol,
    Var,
    While,
    With,
    Yield,
)
from .opspecs import Specs
from .results import result_type
from .spelling import did_you_mean
from .states import States, carriers, forced_carries
from .types import UNKNOWN, ScalarType, TileType, Type
from .walk import LEAVES, children, holds_call

_INDEX: Type = ScalarType("INDEX")

FOLLOWING = ("inherit", "follow", "kwarg")
"""The output rules for which it can matter which tile an op reads first (`opspecs_records.OutputSpec`)."""


def extract(program: Program, specs: Specs) -> Facts:
    """The facts of every function of `program`. Which of them count is said by the rules.

    Raises DiagnosticError for a nested call whose type its operands do not allow (TW015x), and for a destination that is no memory.
    """
    facts = Facts()
    try:
        for function in program.functions:
            _FunctionExtractor(function, specs, facts).run()
    except DiagnosticError as error:
        raise error.located_in(program.source) from None
    return facts


class _FunctionExtractor:
    """Walks one function once, in program order."""

    def __init__(self, function: Function, specs: Specs, facts: Facts) -> None:
        self.function = function
        self.name = function.name
        self.specs = specs
        self.facts = facts
        self.emit: Callable[[str], None] = facts.chunks.append
        self.names = printed_names(function)
        self.states = States(self.names, function.body or ())
        self.state = self.states.current
        self.ids: dict[Var, str] = {}
        self.types: dict[Var, Type] = {}
        self.position = 0
        self.on_statement: dict[type[Stmt], Callable[[Any], None]] = {
            Assign: self._assign,
            Evaluate: self._evaluate,
            Return: self._operands,
            Yield: self._operands,
            If: self._if,
            For: self._loop,
            While: self._loop,
            With: self._scope,
            ForScope: self._scope,
        }

    def run(self) -> None:
        self.facts.entities[self.name] = Entity("function", self.name, self.function.span, self.name)
        self.emit(f'function("{self.name}","{self.function.kind}").')
        for index, param in enumerate(self.function.params):
            ident = self._define(param.var, param.type, None)
            self.emit(f'param("{self.name}",{index},"{ident}","{param.direction}").')
            self._given(param.var, param.type)
        self._block(self.function.body or ())

    # ---------------------------------------------------------------------------------------- definitions

    def _define(self, var: Var, type_: Type, stmt: Stmt | None) -> str:
        base = f"{self.name}.{self.names.get(var, var.name)}"
        ident, entities, count = base, self.facts.entities, 1
        while ident in entities:
            count += 1
            ident = f"{base}#{count}"
        self.ids[var] = ident
        self.types[var] = type_
        entities[ident] = Entity("variable", self.name, var.span, ident, stmt, var)
        if isinstance(type_, TileType):
            self.facts.variables[var] = ident
            space = type_.space
            self.emit(f'tile("{ident}").' if space is None else f'tile("{ident}"). annotated("{ident}",{self.specs.constant(space)}).')
            state = self.states.begin(var, ident)
            if state != ident:
                entities[state] = Entity("state", self.name, var.span, state, stmt, var)
        return ident

    def _given(self, var: Var, type_: Type) -> None:
        if isinstance(type_, TileType) and type_.space is not None:
            self.emit(f'given("{self.state[var]}",{self.specs.constant(type_.space)}).')

    def _seen(self, value: Expr | None) -> tuple[str, str] | None:
        """The tile that `value` is, and the state that is seen here; a nested call is a tile of its own."""
        if isinstance(value, Var):
            state = self.state.get(value)
            return None if state is None else (self.ids[value], state)
        known = self.facts.nodes.get(id(value)) if isinstance(value, Call) else None
        return None if known is None else (known, known)

    # ---------------------------------------------------------------------------------------- statements

    def _block(self, block: Block) -> None:
        on_statement = self.on_statement
        for stmt in block:
            handler = on_statement.get(stmt.__class__)
            if handler is not None:
                handler(stmt)

    def _scope(self, stmt: With | ForScope) -> None:
        self._block(stmt.body)

    def _assign(self, stmt: Assign) -> None:
        value, is_tile = stmt.value, isinstance(stmt.type, TileType)
        if isinstance(value, (Call, Invoke, Submit)):
            call = self._call(value, stmt, is_tile)
            ident = self._define(stmt.var, stmt.type, stmt)
            if is_tile:
                self.emit(f'defines("{call}","{ident}"). produces("{call}","{self.state[stmt.var]}").')
        elif isinstance(value, Var):
            source = self._seen(value)
            ident = self._define(stmt.var, stmt.type, stmt)
            if is_tile and source is not None:
                self.emit(f'alias("{ident}","{source[0]}"). copies("{self.state[stmt.var]}","{source[1]}").')
        else:
            self._nested(value, stmt)
            self._define(stmt.var, stmt.type, stmt)
            self._given(stmt.var, stmt.type)

    def _evaluate(self, stmt: Evaluate) -> None:
        self._nested(stmt.value, stmt)

    def _operands(self, stmt: Return | Yield) -> None:
        for value in stmt.values:
            self._nested(value, stmt, is_tile=self._makes_tile(value))

    def _if(self, stmt: If) -> None:
        self._nested(stmt.condition, stmt)
        self._block(stmt.then)
        self._block(stmt.orelse or ())
        # Both are read when the whole `if` is behind us: a loop in one branch may have forced what the other yields.
        then, other = self._yielded(stmt.then), self._yielded(stmt.orelse)
        for slot, phi in enumerate(stmt.phis):
            ident = self._define(phi.var, phi.type, stmt)
            if not isinstance(phi.type, TileType):
                continue
            state = self.state[phi.var]
            left = then[slot] if slot < len(then) else None
            right = other[slot] if slot < len(other) else None
            if left is not None and right is not None:
                self.emit(f'phi("{ident}","{left[0]}","{right[0]}"). merges("{state}","{left[1]}","{right[1]}").')
                for block, (tile, seen) in ((stmt.then, left), (stmt.orelse, right)):
                    self.emit(f'branch("{state}","{self._yield(block)}",{slot},"{tile}","{seen}").')
            elif left is not None or right is not None:
                self.emit(f'copies("{state}","{(left or right or ("", ""))[1]}").')
            else:
                self._given(phi.var, phi.type)

    def _yielded(self, block: Block | None) -> list[tuple[str, str] | None]:
        last = final_yield(block)
        return [] if last is None else [self._seen(value) for value in last.values]

    def _yield(self, block: Block | None) -> str:
        """The identifier of the yield that ends `block`."""
        last = final_yield(block)
        known = self.facts.nodes.get(id(last))
        if known is None:
            self.position += 1
            known = self.facts.nodes[id(last)] = f"{self.name}@{self.position}"
            self.facts.entities[known] = Entity("yield", self.name, last.span if last else None, known, last)
        return known

    def _loop(self, stmt: For | While) -> None:
        loop = f"{self.name}.{self.states.labels[id(stmt)]}"
        if isinstance(stmt, For):
            for bound in (stmt.start, stmt.stop, stmt.step):
                self._nested(bound, stmt)
            self._define(stmt.var, _INDEX, stmt)
        self.facts.entities[loop] = Entity("loop", self.name, stmt.span, loop, stmt)
        inits: list[tuple[str, str] | None] = []
        for carry in stmt.carries:
            is_tile = isinstance(carry.iter_type, TileType)
            self._nested(carry.init, stmt, is_tile)
            init = self._seen(carry.init)
            inits.append(init)
            self._define(carry.iter_arg, carry.iter_type, stmt)
            if init is not None and is_tile:
                self.emit(f'seeded("{self.state[carry.iter_arg]}","{init[1]}","{loop}").')
        if isinstance(stmt, While):
            self._nested(stmt.condition, stmt)
        self._block(stmt.body)
        self._end_of_loop(stmt, loop, inits)

    def _end_of_loop(self, stmt: For | While, loop: str, inits: list[tuple[str, str] | None]) -> None:
        last = final_yield(stmt.body)
        forced = set(map(id, forced_carries(stmt)))
        for slot, carry in enumerate(stmt.carries):
            value = last.values[slot] if last is not None and id(carry) in forced else None
            yielded, init = self._seen(value), inits[slot]
            result = self._define(carry.result, carry.result_type, stmt)
            if not isinstance(carry.iter_type, TileType):
                continue
            if yielded is None:
                self.emit(f'copies("{self.state[carry.result]}","{self.state[carry.iter_arg]}").')
                continue
            started = "" if init is None else init[0]
            self.emit(f'carry("{loop}",{slot},"{self.ids[carry.iter_arg]}","{started}","{yielded[0]}","{result}").')
            self.emit(f'forced("{self.state[carry.result]}","{yielded[1]}","{loop}").')
            for var in carriers(carry):
                if var in self.state:
                    state = self.states.force(var)
                    self.facts.entities.setdefault(state, Entity("state", self.name, var.span, state, stmt, var))
                    self.emit(f'forced("{state}","{yielded[1]}","{loop}").')

    # ---------------------------------------------------------------------------------------- calls

    def _makes_tile(self, value: Expr) -> bool:
        return isinstance(value, Call) and isinstance(result_type(value, self._type_of, self.specs), TileType)

    def _type_of(self, value: Expr) -> Type:
        if isinstance(value, Var):
            return self.types.get(value, UNKNOWN)
        return result_type(value, self._type_of, self.specs)

    def _nested(self, value: Expr, stmt: Stmt, is_tile: bool = False) -> None:
        """The calls inside an expression. A nested call that makes a tile is a state by itself."""
        if value.__class__ in LEAVES:
            return
        if isinstance(value, (Call, Invoke, Submit)):
            call = self._call(value, stmt, is_tile)
            if is_tile:
                self.facts.nests_tiles = self.facts.nests_tiles or self.function.kind in DEVICE
                self.emit(f'produces("{call}","{call}").')
        else:
            for child in children(value):
                self._nested(child, stmt)

    def _call(self, call: Call | Invoke | Submit, stmt: Stmt, makes_tile: bool) -> str:
        """Emit the facts of one call; its identifier, or nothing where no tile is involved."""
        state, ids = self.state, self.ids
        operands: list[tuple[int, str, str]] = []
        for index, arg in enumerate(call.args):
            kind = arg.__class__
            if kind is Var:
                seen = state.get(arg)  # pyright: ignore[reportArgumentType]  # a Var, tested by class for speed
                if seen is not None:
                    operands.append((index, ids[arg], seen))  # pyright: ignore[reportArgumentType]  # as above
            elif holds_call(arg):
                self._nested(arg, stmt, self._makes_tile(arg))
        if not operands and not makes_tile:
            return ""
        self.position += 1
        facts, ident = self.facts, f"{self.name}@{self.position}"
        facts.nodes[id(call)] = ident
        if operands:
            facts.reads_tiles.add(id(call))
        facts.entities[ident] = Entity("call", self.name, call.span or stmt.span, ident, stmt, call)
        op = call.op if isinstance(call, Call) else f"self.{call.callee}"
        facts.ops[op] = isinstance(call, Call)
        parts = [f'call("{ident}","{op}","{self.name}",{self.position}).']
        for index, var, _ in operands:
            parts.append(f'uses("{ident}",{index},"{var}").')
        spec = self.specs.ops.get(op)
        if makes_tile and operands and (spec is None or spec.output.kind in FOLLOWING):
            parts.append(f'first_input("{ident}","{operands[0][1]}","{operands[0][2]}").')
        if spec is not None and spec.output.kwarg is not None:
            for key, value in call.kwargs:
                if key == spec.output.kwarg and isinstance(value, Symbol):
                    if value.name not in self.specs.spaces:
                        raise _no_memory(op, key, value.name, facts.entities[ident], self.specs)
                    parts.append(f'target_memory("{ident}",{self.specs.constant(value.name)}).')
        self.emit(" ".join(parts))
        return ident


def _no_memory(op: str, key: str, word: str, call: Entity, specs: Specs) -> DiagnosticError:
    """A call names a destination that is none. Dumps are read literally, so nobody has looked at it before."""
    labels = () if call.span is None else (Label(call.span, "in this call"),)
    help_ = did_you_mean(word, specs.spaces) or f"one of {', '.join(specs.spaces)}"
    return DiagnosticError(Diagnostic("TW0157", f"{op}: {key}= must be a memory space, not `{word}`", labels, help_))
