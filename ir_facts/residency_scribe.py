"""Writes residency facts of one function, and knows what its variables, calls, statements and loops are called.

In comes a function; out go facts and the entities that they speak of. What is said of the function is up to `residency_tiles`
and `residency_storage`.
"""

from __future__ import annotations

from .facts import Entity, Facts
from .loop_labels import LoopLabels
from .names import printed_names
from .nodes import Assign, Block, Call, Expr, For, Function, Int, Invoke, Stmt, Submit, Var, While
from .opspecs import Specs
from .types import Type
from .walk import blocks, calls_in, definitions, variable_types

LARGEST = 2**31 - 1
"""The largest number that every engine can hold."""


class Scribe:
    """Identifiers and facts of one function.

    `types` are those of its variables; `homes` gives the loops in which a variable is defined, innermost only and once for each
    definition; `written` are the variables that are defined more than once; `started` are the calls inside the initial value of
    a carry. All of them are empty before `begin`.
    """

    __slots__ = (
        "_labels",
        "_loop",
        "_position",
        "_shared",
        "facts",
        "function",
        "homes",
        "ids",
        "name",
        "specs",
        "started",
        "types",
        "written",
    )

    def __init__(self, function: Function, specs: Specs, facts: Facts) -> None:
        self.function = function
        self.name = function.name
        self.specs = specs
        self.facts = facts
        self.ids: dict[Var, str] = {}
        self.types: dict[Var, Type] = {}
        self.homes: dict[Var, list[str]] = {}
        self.written: set[Var] = set()
        self.started: dict[Var, list[Call | Invoke | Submit]] = {}
        self._labels = LoopLabels({})
        self._loop = ""
        self._shared: dict[int, int] = {}
        self._position = 0

    def begin(self, survey: bool) -> None:
        """Say what function this is; `survey` its body too, if its variables will be spoken of."""
        self.facts.entities[self.name] = Entity("function", self.name, self.function.span, self.name)
        self.emit(f'function("{self.name}","{self.function.kind}").')
        if not survey:
            return
        names = printed_names(self.function)
        self.ids = {var: f"{self.name}.{name}" for var, name in names.items()}
        self.types = variable_types(self.function)
        self._labels = LoopLabels(names)
        self._survey(self.function.body or (), {param.var for param in self.function.params})

    def _survey(self, block: Block, seen: set[Var]) -> None:
        for stmt in block:
            if isinstance(stmt, Assign):
                self._shared[id(stmt.value)] = self._shared.get(id(stmt.value), 0) + 1
            outer = self._loop
            if isinstance(stmt, (For, While)):
                self._define(tuple([carry.result for carry in stmt.carries]), seen)
                self._loop = self.loop(stmt, self._labels.add(stmt))
                self._define((stmt.var,) if isinstance(stmt, For) else (), seen)
                self._define(tuple([carry.iter_arg for carry in stmt.carries]), seen)
                for carry in stmt.carries:
                    if not isinstance(carry.init, Var) and (found := calls_in(carry.init)):
                        self.started[carry.iter_arg] = found
            else:
                self._define(definitions(stmt), seen)
            for body in blocks(stmt):
                self._survey(body, seen)
            self._loop = outer

    def _define(self, found: tuple[Var, ...], seen: set[Var]) -> None:
        for var in found:
            if var in seen:
                self.written.add(var)
            seen.add(var)
            if self._loop:
                self.homes.setdefault(var, []).append(self._loop)

    # ---------------------------------------------------------------------------------------- facts and identifiers

    def emit(self, fact: str) -> None:
        """One more fact, or several."""
        self.facts.chunks.append(fact)

    def variable(self, var: Var, stmt: Stmt | None = None) -> str:
        """The identifier of a variable; `stmt` is the statement that defines it, where that is at hand."""
        ident = self.ids.get(var) or f"{self.name}.{var.name}"
        if stmt is not None or ident not in self.facts.entities:
            self.facts.entities[ident] = Entity("variable", self.name, var.span, ident, stmt, var)
        return ident

    def loop(self, stmt: For | While, label: str = "") -> str:
        """The identifier of a loop."""
        ident = f"{self.name}.{label or self._labels.of[id(stmt)]}"
        self.facts.entities[ident] = Entity("loop", self.name, stmt.span, ident, stmt)
        return ident

    def statement(self, stmt: Stmt) -> str:
        """The identifier of a statement that is none of the others."""
        known = self.facts.nodes.get(id(stmt))
        if known is None:
            known = self.facts.nodes[id(stmt)] = self._next()
            self.facts.entities[known] = Entity("statement", self.name, stmt.span, known, stmt)
        return known

    def call(self, call: Call | Invoke | Submit, stmt: Stmt | None = None) -> str:
        """The identifier of a call. When it is first asked for, the fact of the call is written."""
        known = self.facts.nodes.get(id(call))
        if known is not None:
            return known
        ident = self.facts.nodes[id(call)] = self._next()
        span = call.span or (stmt.span if stmt is not None else None)
        self.facts.entities[ident] = Entity("call", self.name, span, ident, stmt, call)
        op = call.op if isinstance(call, Call) else f"self.{call.callee}"
        self.facts.ops[op] = isinstance(call, Call)
        self.emit(f'call("{ident}","{op}","{self.name}",{self._position}).')
        if not isinstance(call, Call):
            self.emit(f'callee("{ident}","{call.callee}").')
            if isinstance(call, Submit):
                self.emit(f'submit("{ident}").')
        return ident

    def owns_result(self, call: Expr) -> bool:
        """Whether a call that is assigned is the value of this one assignment only."""
        return self._shared.get(id(call), 0) == 1

    def _next(self) -> str:
        self._position += 1
        return f"{self.name}@{self._position}"


def loop_facts(loop: str, stmt: For | While, scribe: Scribe) -> None:
    """Kind, step and number of iterations of a loop, as far as constants tell them."""
    if isinstance(stmt, While):
        scribe.emit(f'loop("{loop}","{scribe.name}","while").')
        return
    scribe.emit(f'loop("{loop}","{scribe.name}","{stmt.kind}").')
    bounds = {"start": stmt.start, "stop": stmt.stop, "step": stmt.step}
    for name, bound in bounds.items():
        if not isinstance(bound, Int):
            scribe.emit(f'dynamic("{loop}",{name}).')
    if isinstance(stmt.step, Int):
        step = stmt.step.value
        scribe.emit(f'advances("{loop}",{max(-LARGEST, min(step, LARGEST))}).')
        if step and isinstance(stmt.start, Int) and isinstance(stmt.stop, Int):
            trips = max(0, -((stmt.start.value - stmt.stop.value) // step))
            scribe.emit(f'trips("{loop}",{min(trips, LARGEST)}).')
