"""A first look at a function: which loads stand in its loops, and which functions of the program it enters."""

from __future__ import annotations

from .nodes import Assign, Block, Call, Expr, For, Function, Invoke, Program, Submit, While
from .opspecs import Specs
from .walk import LEAVES, blocks, children, expressions

LOAD, VIEW, STAGE, RESERVE = "load", "view", "stage", "reserve"
"""The parts that an op can play in residency (`opspecs.yaml`, `residency:`)."""


class Roles:
    """The part that each op plays in residency; looked up once for each op that occurs."""

    __slots__ = ("_known", "_specs")

    def __init__(self, specs: Specs) -> None:
        self._specs = specs
        self._known: dict[str, str | None] = {}

    def of(self, op: str) -> str | None:
        """The part of `op`, or None."""
        if op not in self._known:
            spec = self._specs.ops.get(op)
            self._known[op] = None if spec is None else spec.residency
        return self._known[op]


class Scan:
    """What was seen.

    `marked`: some call bears the marker; `bridged`: a load that is assigned does; `placed`: some other load stands in a loop.
    `invocations` are the calls of functions of the program.
    """

    __slots__ = ("_marker", "_roles", "bridged", "invocations", "marked", "placed")

    def __init__(self, function: Function, roles: Roles, marker: str) -> None:
        self.marked = False
        self.bridged = False
        self.placed = False
        self.invocations: list[Invoke | Submit] = []
        self._roles = roles
        self._marker = marker
        self._block(function.body or (), in_loop=False)

    def _block(self, block: Block, in_loop: bool) -> None:
        for stmt in block:
            if isinstance(stmt, Assign):
                value = stmt.value
                if isinstance(value, Call) and self._roles.of(value.op) == LOAD:
                    if bears(value, self._marker):
                        self.bridged = True
                    elif in_loop:
                        self.placed = True
                if value.__class__ not in LEAVES:
                    self._expression(value)
                continue
            for expr in expressions(stmt):
                if expr.__class__ not in LEAVES:
                    self._expression(expr)
            for body in blocks(stmt):
                self._block(body, in_loop or isinstance(stmt, (For, While)))

    def _expression(self, expr: Expr) -> None:
        if isinstance(expr, (Call, Invoke, Submit)):
            if not isinstance(expr, Call):
                self.invocations.append(expr)
            if expr.attrs and bears(expr, self._marker):
                self.marked = True
        for child in children(expr):
            if child.__class__ not in LEAVES:
                self._expression(child)


def bears(call: Call | Invoke | Submit, marker: str) -> bool:
    """Whether `call` bears the private marker, whatever its value."""
    return any(key == marker for key, _ in call.attrs)


def bears_marker(program: Program, specs: Specs) -> bool:
    """Whether any call of `program` bears the private marker. Without one, nothing can be hoisted and nothing is to be removed."""
    roles, marker = Roles(specs), specs.residency.marker
    return any(Scan(function, roles, marker).marked for function in program.functions)
