"""Residency facts about the tensors of a function: what each is made of, what is written, what calls of functions get.

In comes a surveyed function, out go facts in the relations of `rules/facts_residency.lp`. Whose storage a tensor is, is for the
rules to say. A tensor that a nested call makes and that control flow takes up is known by the identifier of its call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .facts import final_yield
from .nodes import Assign, Block, Call, Expr, For, ForScope, Function, If, Invoke, Item, Stmt, Submit, Var, While, With
from .residency_scribe import Scribe, loop_facts
from .types import UNKNOWN, TensorType, TileType, TupleType, Type
from .walk import LEAVES, calls_in, expressions


class StorageFacts:
    """Walks one function once, in program order. `looped`: the facts of loops are written by somebody else."""

    def __init__(self, scribe: Scribe, functions: Mapping[str, Function], looped: bool) -> None:
        self.scribe = scribe
        self.emit = scribe.emit
        self.functions = functions
        self.looped = looped
        self.tensors: set[Var] = set()
        self.told: set[int] = set()
        self.on_statement: dict[type[Stmt], Callable[[Any], None]] = {
            Assign: self._assign,
            If: self._if,
            For: self._loop,
            While: self._loop,
            With: self._scope,
            ForScope: self._scope,
        }

    def run(self) -> None:
        """Write the facts of the function. To be called once."""
        for param in self.scribe.function.params:
            if isinstance(param.type, TensorType):
                self.tensors.add(param.var)
                if param.var in self.scribe.written:
                    self.emit(f'reassigned("{self.scribe.variable(param.var)}").')
        self._block(self.scribe.function.body or ())

    # ---------------------------------------------------------------------------------------- statements

    def _block(self, block: Block) -> None:
        for stmt in block:
            for value in expressions(stmt):
                self._calls(value, stmt)
            handler = self.on_statement.get(stmt.__class__)
            if handler is not None:
                handler(stmt)

    def _assign(self, stmt: Assign) -> None:
        value, ident = stmt.value, ""
        is_tensor = may_be_tensor(stmt.type)
        if is_tensor:
            ident = self._tensor(stmt.var, stmt.type, stmt)
        if isinstance(value, (Call, Invoke, Submit)):
            if is_tensor:
                self._made(value, ident, stmt.type, stmt)
            elif isinstance(stmt.type, TupleType) and not isinstance(value, Call):
                self._made(value, self.scribe.variable(stmt.var, stmt), UNKNOWN, stmt)
        elif not is_tensor:
            return
        elif isinstance(value, Var) and value in self.tensors:
            self.emit(f'alias("{ident}","{self.scribe.variable(value)}").')
        elif isinstance(value, Item) and isinstance(value.operand, Var):
            self.emit(f'item("{ident}","{self.scribe.variable(value.operand)}",{value.index}).')
        else:
            self.emit(f'opaque("{ident}").')

    def _scope(self, stmt: With | ForScope) -> None:
        self._block(stmt.body)

    def _if(self, stmt: If) -> None:
        self._block(stmt.then)
        self._block(stmt.orelse or ())
        then, other = final_yield(stmt.then), final_yield(stmt.orelse)
        for slot, phi in enumerate(stmt.phis):
            if not may_be_tensor(phi.type):
                continue
            ident = self._tensor(phi.var, phi.type, stmt)
            left = self._source(then.values[slot], phi.type, stmt) if then is not None and slot < len(then.values) else ""
            right = self._source(other.values[slot], phi.type, stmt) if other is not None and slot < len(other.values) else ""
            if left and right:
                self.emit(f'phi("{ident}","{left}","{right}").')
            else:
                self.emit(f'opaque("{ident}").')

    def _loop(self, stmt: For | While) -> None:
        carried = [(slot, carry) for slot, carry in enumerate(stmt.carries) if may_be_tensor(carry.iter_type)]
        loop = self.scribe.loop(stmt)
        if carried and not self.looped:
            loop_facts(loop, stmt, self.scribe)
        inits: dict[int, str] = {}
        for slot, carry in enumerate(stmt.carries):
            if may_be_tensor(carry.iter_type):
                iter_arg = self._tensor(carry.iter_arg, carry.iter_type, stmt)
                inits[slot] = self._source(carry.init, carry.iter_type, stmt)
                if not inits[slot]:
                    self.emit(f'opaque("{iter_arg}").')
        self._block(stmt.body)
        last = final_yield(stmt.body)
        for slot, carry in carried:
            result = self._tensor(carry.result, carry.result_type, stmt)
            yielded = self._source(last.values[slot], carry.iter_type, stmt) if last is not None and slot < len(last.values) else ""
            iter_arg = self.scribe.variable(carry.iter_arg)
            if not yielded:
                self.emit(f'opaque("{result}"). opaque("{iter_arg}").')
            self.emit(f'carry("{loop}",{slot},"{iter_arg}","{inits[slot]}","{yielded}","{result}").')

    # ---------------------------------------------------------------------------------------- tensors

    def _tensor(self, var: Var, type_: Type, stmt: Stmt) -> str:
        ident = self.scribe.variable(var, stmt)
        if var not in self.tensors:
            self.tensors.add(var)
            self.emit(tensor_facts(ident, type_))
        return ident

    def _source(self, value: Expr, type_: Type, stmt: Stmt) -> str:
        """The tensor that control flow takes up here; a nested call makes one without a name."""
        if isinstance(value, Var):
            return self.scribe.variable(value) if value in self.tensors else ""
        if not isinstance(value, (Call, Invoke)):
            return ""
        ident = self.scribe.call(value, stmt)
        self.emit(f'{tensor_facts(ident, type_)} in_place("{ident}").')
        self._made(value, ident, type_, stmt)
        return ident

    def _made(self, call: Call | Invoke | Submit, ident: str, type_: Type, stmt: Stmt) -> None:
        """`ident` is what a call makes."""
        name = self.scribe.call(call, stmt)
        self.emit(f'defines("{name}","{ident}").')
        if isinstance(call, Call):
            self._operands(call, name)
            return
        callee = self.functions.get(call.callee)
        writable = [] if callee is None else [index for index, param in enumerate(callee.params) if param.direction != "In"]
        if len(writable) > 1 and isinstance(type_, TensorType):
            order = 0
            for index in writable[: len(call.args)]:
                actual = call.args[index]
                if not isinstance(actual, Var) or same_tensor(self.scribe.types.get(actual, UNKNOWN), type_):
                    self.emit(f'fits("{name}",{order},{index}).')
                    order += 1

    # ---------------------------------------------------------------------------------------- calls

    def _calls(self, value: Expr, stmt: Stmt) -> None:
        """The calls inside of an expression that write something or enter a function."""
        if value.__class__ in LEAVES:
            return
        for call in calls_in(value):
            if not isinstance(call, Call):
                self._actuals(call, stmt)
            elif (spec := self.scribe.specs.ops.get(call.op)) is not None and spec.writes and self._writes_tensor(call, spec.writes):
                self._operands(call, self.scribe.call(call, stmt))

    def _writes_tensor(self, call: Call, written: tuple[int, ...]) -> bool:
        """Whether an operand that is written is, or may be, a tensor."""
        arguments = [call.args[index] for index in written if index < len(call.args)]
        return any(self._out_of_sight(argument) or argument in self.tensors for argument in arguments)

    def _out_of_sight(self, argument: Expr) -> bool:
        """Whether an operand that is no tensor variable may be storage of a tensor all the same: computed in place, or a tuple, say."""
        return not isinstance(argument, Var) or not isinstance(self.scribe.types.get(argument), (TensorType, TileType))

    def _operands(self, call: Call, name: str) -> None:
        """The tensors that an op reads or writes, and what is out of sight where its result may lead. Once for each call."""
        if id(call) in self.told:
            return
        self.told.add(id(call))
        spec = self.scribe.specs.ops.get(call.op)
        relevant: set[int] = set()
        if spec is not None:
            relevant.update(spec.writes)
            looked_at = (spec.reuses, spec.storage.of if spec.storage else None, 0 if spec.view else None)
            relevant.update(index for index in looked_at if index is not None)
        for index, argument in enumerate(call.args):
            if isinstance(argument, Var) and argument in self.tensors:
                self.emit(f'uses("{name}",{index},"{self.scribe.variable(argument)}").')
            elif index in relevant and self._out_of_sight(argument):
                self.emit(f'computed("{name}",{index}).')

    def _actuals(self, call: Invoke | Submit, stmt: Stmt) -> None:
        name = self.scribe.call(call, stmt)
        callee = self.functions.get(call.callee)
        if callee is None or id(call) in self.told:
            return
        self.told.add(id(call))
        for index, param in enumerate(callee.params):
            if not isinstance(param.type, TensorType):
                continue
            argument = call.args[index] if index < len(call.args) else None
            if isinstance(argument, Var) and argument in self.tensors:
                self.emit(f'uses("{name}",{index},"{self.scribe.variable(argument)}").')
            else:
                self.emit(f'computed("{name}",{index}).')


def may_be_tensor(type_: Type) -> bool:
    """Whether a variable can be followed as a tensor. The result of a function that is defined further down has no type in the text."""
    return isinstance(type_, TensorType) or type_ == UNKNOWN


def tensor_facts(ident: str, type_: Type) -> str:
    """That `ident` is a tensor, and of which kind."""
    distributed = isinstance(type_, TensorType) and type_.distributed
    return f'tensor("{ident}"). distributed("{ident}").' if distributed else f'tensor("{ident}").'


def same_tensor(left: Type, right: Type) -> bool:
    """Whether two tensors agree in element type and extents."""
    if not isinstance(left, TensorType) or not isinstance(right, TensorType):
        return False
    return left.dtype == right.dtype and left.shape == right.shape
