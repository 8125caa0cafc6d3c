"""Split regions as facts: which call stands in which region, what it reads, where that was made (verifiers.md section 4).

In come a program, the op specs and the facts already extracted; out go the relations that `rules/facts_split.lp` declares,
for functions that have a region or a gate of one. On which core a call runs, and what may stand where, is said by rules.
"""

from __future__ import annotations

from .extract_verify import quoted
from .facts import Entity, Facts
from .names import printed_names
from .nodes import Assign, Block, Call, Evaluate, Expr, ForScope, Function, Invoke, Keywords, Program, Stmt, Symbol, Text, Var
from .opspecs import Specs
from .types import TensorType, TileType
from .walk import blocks, expressions, statements, subexpressions, variable_types

REGION, MODE = "pl.split_aiv", "mode"
"""The head of a region in the text, and the keyword that says how it splits (ir_text.md 6.3)."""


def extract_split(program: Program, specs: Specs, facts: Facts) -> None:
    """Add the facts of every function with a region or a gate to `facts`, which `extract` must have filled."""
    for function in program.functions:
        if any(_matters(stmt, specs) for stmt in statements(function.body)):
            _Regions(function, facts).run()


def _matters(stmt: Stmt, specs: Specs) -> bool:
    if isinstance(stmt, ForScope):
        return stmt.head == REGION
    if not isinstance(stmt, (Assign, Evaluate)) or not isinstance(stmt.value, Call):
        return False
    spec = specs.ops.get(stmt.value.op)
    return spec is not None and spec.crossing is not None


class _Regions:
    def __init__(self, function: Function, facts: Facts) -> None:
        self.function = function
        self.facts = facts
        self.emit = facts.chunks.append
        self.names = printed_names(function)
        self.types = variable_types(function)
        self.region: str | None = None
        self.count = 0

    def run(self) -> None:
        name = self.function.name
        for key, value in self.function.attrs:
            self.emit(f'function_attribute("{name}",{quoted(key)},{quoted(_word(value))}).')
        self._block(self.function.body or ())

    def _block(self, block: Block) -> None:
        for stmt in block:
            made = [self._calls(value, stmt) for value in expressions(stmt)]
            if isinstance(stmt, Assign):
                self._made(stmt.var, made[0])
            outer = self.region
            if isinstance(stmt, ForScope) and stmt.head == REGION:
                self.region = self._region(stmt)
                self._made(stmt.var, None)
            for inner in blocks(stmt):
                self._block(inner)
            self.region = outer

    def _region(self, stmt: ForScope) -> str:
        self.count += 1
        ident = f"{self.function.name}/region{self.count}"
        self.facts.entities[ident] = Entity("region", self.function.name, stmt.span, ident, stmt)
        mode = next((value.name for key, value in stmt.kwargs if key == MODE and isinstance(value, Symbol)), "")
        self.emit(f'region("{ident}","{self.function.name}","{mode}").')
        return ident

    def _made(self, var: Var, call: str | None) -> None:
        ident = self._variable(var)
        self.emit(f'made_outside("{ident}","{self.function.name}").' if self.region is None else f'made_in("{ident}","{self.region}").')
        if call is not None:
            self.emit(f'made_of("{ident}","{call}").')

    def _variable(self, var: Var) -> str:
        known = self.facts.variables.get(var)
        if known is None:
            known = f"{self.function.name}.{self.names.get(var, var.name)}"
            self.facts.entities.setdefault(known, Entity("variable", self.function.name, var.span, known, None, var))
        return known

    def _calls(self, value: Expr, stmt: Stmt) -> str | None:
        """Emit every call in `value`; the identifier of `value` itself if it is one."""
        outermost: str | None = None
        for expr in subexpressions(value):
            if isinstance(expr, (Call, Invoke)):
                ident = self._call(expr, stmt)
                if expr is value:
                    outermost = ident
        return outermost

    def _call(self, call: Call | Invoke, stmt: Stmt) -> str:
        ident = self.facts.nodes.get(id(call))
        if ident is None:
            self.count += 1
            ident = self.facts.nodes[id(call)] = f"{self.function.name}/call{self.count}"
            self.facts.entities[ident] = Entity("call", self.function.name, call.span or stmt.span, ident, stmt, call)
        op = call.op if isinstance(call, Call) else f"self.{call.callee}"
        self.emit(f'performs("{ident}","{op}","{self.function.name}").')
        if self.region is not None:
            self.emit(f'inside("{ident}","{self.region}").')
        for index, arg in enumerate(call.args):
            if isinstance(arg, Var):
                self.emit(f'argument("{ident}",{index},"{self._variable(arg)}").')
        if call.args and isinstance(call.args[0], Var):
            type_ = self.types.get(call.args[0])
            rank = len(type_.shape) if isinstance(type_, (TileType, TensorType)) else 2
            self.emit(f'last_axis("{ident}",{rank - 1}).')
        self._words("keyword", ident, call.kwargs)
        self._words("attribute", ident, call.attrs)
        return ident

    def _words(self, relation: str, ident: str, pairs: Keywords) -> None:
        for key, value in pairs:
            if isinstance(value, (Text, Symbol, bool)):
                self.emit(f'{relation}("{ident}",{quoted(key)},{quoted(_word(value))}).')


def _word(value: object) -> str:
    """The value of a keyword or attribute as one word."""
    if isinstance(value, bool):
        return str(value).lower()
    return value.name if isinstance(value, Symbol) else value.value if isinstance(value, Text) else str(value)
