"""What the verifiers measure of a program, as facts: assigned tiles, types that differ, dtypes of operands, stored views.

In come a program, the op specs and the facts already extracted; out go the relations that `rules/facts_verify.lp` declares.
What of it is a violation is decided there. Types of values are deduced from operands as they stand (`results.result_type`).
"""

from __future__ import annotations

from collections.abc import Iterator

from . import results
from .diagnostic import DiagnosticError
from .facts import Entity, Facts
from .names import printed_names
from .nodes import Assign, Call, Expr, For, Function, If, Program, Span, Stmt, Var, While
from .opspecs import Specs
from .print_expr import expr_text
from .print_state import Printing
from .type_difference import difference
from .types import UNKNOWN, TensorType, TileType, TupleType, Type
from .views import canonical_view
from .walk import expressions, statements, subexpressions, variable_types


def extract_verify(program: Program, specs: Specs, facts: Facts) -> None:
    """Add the facts of every function of `program` to `facts`, which `extract` must have filled."""
    for function in program.functions:
        _Measure(function, specs, facts).run()


class _Measure:
    def __init__(self, function: Function, specs: Specs, facts: Facts) -> None:
        self.function = function
        self.specs = specs
        self.facts = facts
        self.emit = facts.chunks.append
        self.names = printed_names(function)
        self.types = variable_types(function)
        self.stored: set[int] = set()

    def run(self) -> None:
        for param in self.function.params:
            self._views(param.type, param.var, param.var.span)
        for type_ in self.function.returns:
            self._views(type_, None, self.function.span)
        for stmt in statements(self.function.body):
            if isinstance(stmt, Assign):
                self._assignment(stmt)
            elif isinstance(stmt, (For, While)):
                for carry in stmt.carries:
                    self._views(carry.iter_type, carry.iter_arg, carry.iter_arg.span)
                    self._views(carry.result_type, carry.result, carry.result.span)
            elif isinstance(stmt, If):
                for phi in stmt.phis:
                    self._views(phi.type, phi.var, phi.var.span)
            for expr in expressions(stmt):
                self._stores(expr)

    def _assignment(self, stmt: Assign) -> None:
        var = stmt.var
        if isinstance(stmt.type, TileType):
            self.emit(f'assigned("{self.facts.variables[var]}","{self.function.name}").')
        self._views(stmt.type, var, stmt.span)
        differs = difference(stmt.type, self._computed(stmt.value))
        if differs is not None:
            left, right = (quoted(self._text(value)) for value in (differs.left, differs.right))
            self.emit(f'types_differ("{self._variable(var, stmt)}",{differs.part},"{differs.what}",{left},{right}).')

    def _computed(self, value: Expr) -> Type:
        """The type of a value from its operands; unknown where deduction refuses them, as it may in a dump."""
        try:
            return results.result_type(value, self._type_of, self.specs)
        except DiagnosticError:
            return UNKNOWN

    def _type_of(self, expr: Expr) -> Type:
        return self.types.get(expr, UNKNOWN) if isinstance(expr, Var) else UNKNOWN

    def _stores(self, value: Expr) -> None:
        """The dtype of each destination that a store writes."""
        for expr in subexpressions(value):
            spec = self.specs.ops.get(expr.op) if isinstance(expr, Call) else None
            if spec is None or spec.stores is None or not isinstance(expr, Call):
                continue
            destination = spec.stores[1]
            ident = self.facts.nodes.get(id(expr))
            if ident is None or destination >= len(expr.args):
                continue
            type_ = self._computed(expr.args[destination])
            if isinstance(type_, TensorType):
                self.emit(f'operand_dtype("{ident}",{destination},"{type_.dtype}").')

    def _views(self, type_: Type, var: Var | None, span: Span | None) -> None:
        """Report every stored view that its type implies anyway. Types are shared, so each is looked at once."""
        if id(type_) in self.stored:
            return
        self.stored.add(id(type_))
        for tile in _tiles(type_):
            if tile.view is not None and canonical_view(tile.shape, tile.space, tile.view, self.specs) is None:
                where = self.function.name if var is None else self._variable(var, None, span)
                self.emit(f'repeats_view("{where}","{self.function.name}").')

    def _variable(self, var: Var, stmt: Stmt | None, span: Span | None = None) -> str:
        known = self.facts.variables.get(var)
        if known is not None:
            return known
        ident = f"{self.function.name}.{self.names.get(var, var.name)}"
        self.facts.entities.setdefault(ident, Entity("variable", self.function.name, var.span or span, ident, stmt, var))
        return ident

    def _text(self, value: object) -> str:
        """A value of a type's field as messages show it."""
        if isinstance(value, Expr):
            printing = Printing({}, self.specs)
            printing.enter(self.names)
            return expr_text(printing, value)
        if value == ():
            return "absent"
        if isinstance(value, tuple):
            return f"[{', '.join(map(self._text, value))}]"  # pyright: ignore[reportUnknownArgumentType]  # a Shape
        return "absent" if value is None else str(value)


def _tiles(type_: Type) -> Iterator[TileType]:
    if isinstance(type_, TileType):
        yield type_
    elif isinstance(type_, TupleType):
        for item in type_.items:
            yield from _tiles(item)


def quoted(text: str) -> str:
    """A string as a term of a fact."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
