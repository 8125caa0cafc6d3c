"""What a hand-written file has around its functions: functions outside the class, symbols to declare (`reference/ir_text.md` 3.3, 9.3)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .authored_inline import is_inline
from .nodes import Assign, Binary, Expr, For, Function, If, Unary, Var, While
from .read_functions import is_function
from .types import ArrayType, TensorType, TileType, TupleType, Type
from .walk import definitions, statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .read_state import Reading
    from .types import Dim


def outside_functions(r: Reading, program: ast.ClassDef, outside: dict[str, ast.FunctionDef]) -> None:
    """Add the functions outside the class that the program calls; they print as its methods, unless they are expanded.

    Functions are read in the order of the text, so that those above the class are known in it.
    """
    if not outside:
        return
    pending: list[ast.AST] = [program]
    while pending:
        for node in ast.walk(pending.pop()):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            found = outside.get(node.func.id)
            if found is None or node.func.id in r.functions:
                continue
            if is_inline(r, found) and found.name not in r.authored.inlines:
                r.authored.inlines[found.name] = found
                pending.append(found)
            elif is_function(r, found):
                r.functions[found.name] = found
                pending.append(found)
    for name, _ in sorted(r.functions.items(), key=lambda pair: pair[1].lineno):
        r.functions[name] = r.functions.pop(name)


def used_symbols(functions: tuple[Function, ...]) -> tuple[str, ...]:
    """The names that need a `pl.dynamic` line, in byte order: extents of scanned types that no function defines."""
    defined: set[Var] = set()
    found: set[Var] = set()
    scalars_in_valid: set[str] = set()
    for function in functions:
        defined.update([param.var for param in function.params])
        for stmt in statements(function.body):
            defined.update(definitions(stmt))
        for param in function.params:
            if isinstance(param.type, TensorType) and param.type.view is not None:
                scalars_in_valid.update([var.name for dim in param.type.view.valid_shape for var in _variables(dim)])
        for type_ in _types(function):
            found.update(_of_type(type_))
    symbols = {var.name for var in found if var not in defined}
    parameters = {param.var.name for function in functions for param in function.params}
    return tuple(sorted(symbols | (scalars_in_valid & parameters)))


def _types(function: Function) -> Iterator[Type]:
    """The types that are scanned for symbols."""
    for param in function.params:
        yield param.type
    yield from function.returns
    for stmt in statements(function.body):
        if isinstance(stmt, Assign):
            yield stmt.type
        elif isinstance(stmt, (For, While)):
            for carry in stmt.carries:
                yield carry.result_type
        elif isinstance(stmt, If):
            for phi in stmt.phis:
                yield phi.type


def _of_type(type_: Type) -> Iterator[Var]:
    """The variables in the extents of a type; distributed tensors are not scanned (ir_text.md 3.3)."""
    if isinstance(type_, TupleType):
        for item in type_.items:
            yield from _of_type(item)
    elif isinstance(type_, ArrayType):
        yield from _variables(type_.size)
    elif isinstance(type_, (TileType, TensorType)):
        if isinstance(type_, TensorType) and type_.distributed:
            return
        dims: list[Dim] = list(type_.shape)
        if type_.view is not None:
            dims += [*type_.view.valid_shape, *type_.view.stride]
            if not isinstance(type_, TensorType) and type_.view.start_offset is not None:
                dims.append(type_.view.start_offset)
        for dim in dims:
            yield from _variables(dim)


def _variables(dim: Dim | Expr) -> Iterator[Var]:
    """Variables that a compound extent reaches through operators; not through casts and calls."""
    if isinstance(dim, Var):
        yield dim
    elif isinstance(dim, Binary):
        yield from _variables(dim.left)
        yield from _variables(dim.right)
    elif isinstance(dim, Unary):
        yield from _variables(dim.operand)
