"""What a program's structure breaks, as facts: single assignment, scopes of variables, yields, outlining.

In come a program and the facts already extracted from it; out go facts about what stands out (a variable assigned again, a
yield that ends no body, a scope that was never outlined). A well-formed program costs one walk and adds next to no fact. What
of it is a violation is said by `rules/verify_structure.lp`. Of `reference/verifiers.md` this measures sections 5 and 6.

Not measured, because the nodes cannot say it: a carry without a result (each `Carry` is a pair) and statement sequences that
are nested or hold one statement (a block is one flat tuple).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .facts import Entity, Facts, final_yield
from .names import printed_names
from .nodes import (
    Assign,
    Block,
    Call,
    Carry,
    Evaluate,
    Expr,
    Float,
    For,
    ForScope,
    Function,
    If,
    Int,
    Invoke,
    Keywords,
    Phi,
    Program,
    Return,
    Stmt,
    Submit,
    Symbol,
    Tuple,
    Var,
    While,
    With,
    Yield,
)
from .types import ArrayType, TensorType, TileType, TupleType, Type
from .walk import children

BODY, THEN, ELSE = "the body", "the then-branch", "the else-branch"
"""The parts of a statement that can end in a yield, as messages call them."""

_LEVEL, _MODE = "level", "mode"
"""The keywords of a scope's header that tell its kind (ir_text.md 6)."""


def extract_structure(program: Program, facts: Facts) -> set[str]:
    """Add to `facts` what is irregular in the structure of `program`, and the entities it speaks of.

    Returns the ops whose specs the rules will ask about: those that make tensors.
    """
    ops: set[str] = set()
    for function in program.functions:
        if function.body is not None:
            walk = _Structure(function, facts)
            walk.run()
            ops |= walk.tensor_ops
    return ops


class _Structure:
    """Walks one function once. `visible` are the variables in scope; `undo` has one list for each open scope."""

    def __init__(self, function: Function, facts: Facts) -> None:
        self.function = function
        self.facts = facts
        self.emit: Callable[[str], None] = facts.chunks.append
        self.visible: set[Var] = set()
        self.undo: list[list[Var]] = []
        self.assigned: dict[Var, int] = {}
        self.reported: set[Var] = set()
        self.extents: dict[int, tuple[Var, ...]] = {}
        self.tensor_ops: set[str] = set()
        self.names: dict[Var, str] | None = None
        self.unplaced: dict[int, int] = {}
        self.parts: list[tuple[Stmt, str, bool]] = []
        self.on_statement: dict[type[Stmt], Callable[[Any], None]] = {
            Assign: self._assign,
            Evaluate: self._evaluate,
            Return: self._operands,
            Yield: self._operands,
            If: self._if,
            For: self._for,
            While: self._while,
            With: self._with,
            ForScope: self._for_scope,
        }

    def run(self) -> None:
        self.undo.append([])
        for param in self.function.params:
            self._show(param.var, param.type)
        for type_ in self.function.returns:
            self._show_extents(type_)
        self._block(self.function.body or ())

    # ---------------------------------------------------------------------------------------- names of things

    def _statement(self, stmt: Stmt) -> str:
        """The identifier of a statement: its function and line, or a number where a pass made it."""
        if stmt.span is None:
            place = f"new{self.unplaced.setdefault(id(stmt), len(self.unplaced) + 1)}"
        else:
            place = str(stmt.span.line)
        ident = f"{self.function.name}:{place}"
        self.facts.entities.setdefault(ident, Entity("statement", self.function.name, stmt.span, ident, stmt))
        return ident

    def _variable(self, var: Var) -> str:
        if self.names is None:
            self.names = printed_names(self.function)
        ident = f"{self.function.name}.{self.names.get(var, var.name)}"
        self.facts.entities.setdefault(ident, Entity("variable", self.function.name, var.span, ident, None, var))
        return ident

    # ---------------------------------------------------------------------------------------- scopes

    def _open(self) -> None:
        self.undo.append([])

    def _close(self) -> None:
        self.visible.difference_update(self.undo.pop())

    def _show(self, var: Var, type_: Type) -> None:
        """`var` and the extents of its type are visible from here to the end of the scope."""
        if var not in self.visible:
            self.visible.add(var)
            self.undo[-1].append(var)
        self._show_extents(type_)

    def _show_extents(self, type_: Type) -> None:
        for var in self._extents(type_):
            if var not in self.visible:
                self.visible.add(var)
                self.undo[-1].append(var)

    def _extents(self, type_: Type) -> tuple[Var, ...]:
        """The variables that a type mentions. Types are shared, so each is looked through once."""
        known = self.extents.get(id(type_))
        if known is None:
            known = self.extents[id(type_)] = tuple(_variables_of_type(type_))
        return known

    def _use(self, values: Iterable[Expr], stmt: Stmt) -> None:
        """Every variable in `values` must be visible. Attributes of calls are notes of passes, not uses."""
        visible = self.visible
        stack = list(values)
        while stack:
            expr = stack.pop()
            kind = expr.__class__
            if kind is Var:
                if expr not in visible:
                    self._out_of_scope(expr, stmt)  # pyright: ignore[reportArgumentType]  # a Var, tested by class for speed
            elif kind is Int or kind is Symbol or kind is Float:
                continue
            elif isinstance(expr, Tuple):
                stack.extend(expr.items)
            elif isinstance(expr, (Call, Invoke, Submit)):
                stack.extend(expr.args)
                if expr.kwargs:
                    stack.extend(_expressions(expr.kwargs))
            else:
                stack.extend(children(expr))

    def _out_of_scope(self, var: Var, stmt: Stmt) -> None:
        if var not in self.reported:
            self.reported.add(var)
            self.emit(f'out_of_scope("{self._variable(var)}","{self._statement(stmt)}").')

    def _count(self, var: Var, stmt: Stmt) -> None:
        """One more definition of `var`."""
        assigned = self.assigned
        if var in assigned:
            assigned[var] += 1
            self.emit(f'assigned_again("{self._variable(var)}",{assigned[var]},"{self._statement(stmt)}").')
        else:
            assigned[var] = 1

    # ---------------------------------------------------------------------------------------- statements

    def _block(self, block: Block) -> None:
        on_statement = self.on_statement
        for stmt in block:
            handler = on_statement.get(stmt.__class__)
            if handler is not None:
                handler(stmt)
            if isinstance(stmt, Yield) and stmt is not block[-1]:
                self._stray_yield(stmt)

    def _assign(self, stmt: Assign) -> None:
        value, type_, var = stmt.value, stmt.type, stmt.var
        self._use((value,), stmt)
        if var in self.assigned:
            self._count(var, stmt)
        else:
            self.assigned[var] = 1
        self._show(var, type_)
        if type_.__class__ is TensorType and isinstance(value, Call) and value.op not in self.tensor_ops:
            self.tensor_ops.add(value.op)
            self.emit(f'makes_tensor("{self._statement(stmt)}","{value.op}","{self.function.name}").')

    def _evaluate(self, stmt: Evaluate) -> None:
        self._use((stmt.value,), stmt)

    def _operands(self, stmt: Return | Yield) -> None:
        self._use(stmt.values, stmt)

    def _if(self, stmt: If) -> None:
        self._use((stmt.condition,), stmt)
        self._part(stmt, stmt.then, THEN, len(stmt.phis))
        if stmt.orelse is not None:
            self._part(stmt, stmt.orelse, ELSE, len(stmt.phis))
        elif stmt.phis:
            self.emit(f'lacks_else("{self._statement(stmt)}").')
        for phi in stmt.phis:
            self._result(phi, stmt, phi.type)

    def _for(self, stmt: For) -> None:
        self._use((stmt.start, stmt.stop, stmt.step), stmt)
        self._loop(stmt, stmt.var)

    def _while(self, stmt: While) -> None:
        self._loop(stmt, None)

    def _loop(self, stmt: For | While, var: Var | None) -> None:
        carries = stmt.carries
        self._use([carry.init for carry in carries], stmt)
        self._open()
        if var is not None:
            self.visible.add(var)
            self.undo[-1].append(var)
        for carry in carries:
            self._show(carry.iter_arg, carry.iter_type)
        if isinstance(stmt, While):
            self._use((stmt.condition,), stmt)
        self._part(stmt, stmt.body, BODY, len(carries))
        self._close()
        for carry in carries:
            self._result(carry, stmt, carry.result_type)

    def _result(self, defined: Phi | Carry, stmt: Stmt, type_: Type) -> None:
        """A result becomes visible after its statement; the extents of its type must be visible without it."""
        var = defined.var if isinstance(defined, Phi) else defined.result
        self._count(var, stmt)
        for extent in self._extents(type_):
            if extent not in self.visible:
                self._out_of_scope(extent, stmt)
        self.visible.add(var)
        self.undo[-1].append(var)

    def _part(self, stmt: If | For | While, block: Block, part: str, wanted: int) -> None:
        """One body of a statement, in a scope of its own; it must yield as many values as the statement has results."""
        self._open()
        self.parts.append((stmt, part, wanted > 0))
        self._block(block)
        self.parts.pop()
        self._close()
        if wanted:
            last = final_yield(block)
            if last is None:
                self.emit(f'ends_without_yield("{self._statement(stmt)}","{part}").')
            elif len(last.values) != wanted:
                self.emit(f'yields_other_count("{self._statement(stmt)}","{part}",{wanted},{len(last.values)}).')

    def _stray_yield(self, stmt: Yield) -> None:
        ident = self._statement(stmt)
        self.emit(f'stray_yield("{ident}").')
        if self.parts and self.parts[-1][2]:
            owner, part, _ = self.parts[-1]
            self.emit(f'yields_early("{ident}","{self._statement(owner)}","{part}").')

    def _with(self, stmt: With) -> None:
        self._use((*stmt.args, *_expressions(stmt.kwargs)), stmt)
        self._scope(stmt, stmt.as_var)

    def _for_scope(self, stmt: ForScope) -> None:
        self._use((*stmt.args, *_expressions(stmt.kwargs)), stmt)
        self._scope(stmt, stmt.var)

    def _scope(self, stmt: With | ForScope, var: Var | None) -> None:
        kind = next((value.name for key, value in stmt.kwargs if key in (_LEVEL, _MODE) and isinstance(value, Symbol)), "")
        form = "for" if isinstance(stmt, ForScope) else "with"
        self.emit(f'scope("{self._statement(stmt)}","{self.function.name}","{form}","{stmt.head}","{kind}").')
        if var is not None:
            self.visible.add(var)
            self.undo[-1].append(var)
        self._block(stmt.body)


def _expressions(kwargs: Keywords) -> list[Expr]:
    found: list[Expr] = []
    for _, value in kwargs:
        if isinstance(value, Expr):
            found.append(value)
        elif isinstance(value, tuple):
            found.extend(item for item in value if isinstance(item, Expr))
    return found


def _variables_of_type(type_: Type) -> list[Var]:
    """The variables in the extents of a type, nested types included."""
    if isinstance(type_, TupleType):
        return [var for item in type_.items for var in _variables_of_type(item)]
    pending: list[Any] = []
    if isinstance(type_, (TensorType, TileType)):
        pending.extend(type_.shape)
        if type_.view is not None:
            pending.extend((*type_.view.valid_shape, *type_.view.stride))
        if isinstance(type_, TileType) and type_.view is not None:
            pending.append(type_.view.start_offset)
    elif isinstance(type_, ArrayType):
        pending.append(type_.size)
    found: list[Var] = []
    while pending:
        dim = pending.pop()
        if isinstance(dim, Var):
            found.append(dim)
        elif isinstance(dim, Expr):
            pending.extend(children(dim))
    return found
