"""The file around the functions: header, imports, symbols, constants, the program class (`reference/ir_text.md` 2.1, 2.2, 2.6)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .diagnostic import Diagnostic, DiagnosticError, Label
from .nodes import Program, Span
from .read_dims import declared, dotted
from .read_functions import is_function

if TYPE_CHECKING:
    from collections.abc import Callable

    from .nodes import Function
    from .read_state import Reading

NO_PROGRAM = "TW0104"
DUPLICATE = "TW0111"


def read_module(r: Reading, tree: ast.Module, function: Callable[[Reading, ast.FunctionDef], Function]) -> Program:
    """The one program of a file, its functions in the order in which they print."""
    programs: list[ast.ClassDef] = []
    outside: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(_is_program(r, mark) for mark in node.decorator_list):
            programs.append(node)
        elif isinstance(node, ast.FunctionDef):
            outside[node.name] = node
        elif isinstance(node, ast.ImportFrom):
            _imported(r, node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                _module_name(r, target, node.value)
    if len(programs) != 1:
        _no_program(r, tree, programs)
    program = programs[0]
    for node in program.body:
        if is_function(r, node) and isinstance(node, ast.FunctionDef):
            first = r.functions.get(node.name)
            if first is not None:
                advice = f"the first one stands on line {first.lineno}; rename or remove one"
                r.refuse(DUPLICATE, _name_span(r, node, "def"), f"the program defines `{node.name}` twice", help=advice)
            r.functions[node.name] = node
    if not r.dump:
        from .authored_module import outside_functions

        outside_functions(r, program, outside)
    if not r.functions:
        advice = "mark its methods with `@pl.function`"
        r.refuse(NO_PROGRAM, _name_span(r, program, "class"), f"the program `{program.name}` has no functions", help=advice)
    made = {name: function(r, node) for name, node in r.functions.items()}
    ordered = tuple([made[name] for name in print_order(r.calls)])
    dynamics = tuple(r.declared.values())
    if not r.dump:
        from .authored_module import used_symbols

        dynamics = used_symbols(ordered)
    return Program(program.name, r.title if r.dump else program.name, dynamics, ordered, r.dims, r.source, r.specs)


def print_order(calls: dict[str, list[str]]) -> list[str]:
    """Callees before callers, by name where nothing else decides; plain name order where the calls form a cycle (ir_text.md 2.2)."""
    names = sorted(calls)
    done: dict[str, bool] = {}
    order: list[str] = []
    for root in names:
        if root in done:
            continue
        done[root] = False
        stack = [(root, iter(sorted(set(calls[root]))))]
        while stack:
            name, callees = stack[-1]
            for callee in callees:
                if callee not in done:
                    done[callee] = False
                    stack.append((callee, iter(sorted(set(calls[callee])))))
                    break
                if not done[callee]:
                    return names
            else:
                done[name] = True
                order.append(name)
                stack.pop()
    return order


def _is_program(r: Reading, mark: ast.expr) -> bool:
    return dotted(r, mark.func if isinstance(mark, ast.Call) else mark) == "pl.program"


def _imported(r: Reading, node: ast.ImportFrom) -> None:
    prefix = {"pypto.language": "pl", "pypto.language.distributed": "pld"}.get(node.module or "")
    for alias in node.names:
        if prefix is not None:
            r.imported[alias.asname or alias.name] = f"{prefix}.{alias.name}"


def _module_name(r: Reading, target: ast.expr, value: ast.expr | None) -> None:
    """`N = pl.dynamic("N")` declares an extent; anything else may be a constant, or several (`M, N = 64, 128`)."""
    if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)) and len(target.elts) == len(value.elts):
        for name, item in zip(target.elts, value.elts, strict=True):
            _module_name(r, name, item)
    elif isinstance(value, ast.Call) and isinstance(target, ast.Name) and dotted(r, value.func) == "pl.dynamic":
        r.declared[target.id] = declared(r, value).name
    elif value is not None:
        from .authored_constants import module_constant

        module_constant(r, target, value)


def _no_program(r: Reading, tree: ast.Module, programs: list[ast.ClassDef]) -> None:
    if programs:
        first, second = programs[0], programs[1]
        message = f"a file holds one program, this one has `{first.name}` and `{second.name}`"
        r.refuse(NO_PROGRAM, _name_span(r, second, "class"), message, help="put the other one into its own file")
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            advice = "put `@pl.program` above it"
            r.refuse(NO_PROGRAM, _name_span(r, node, "class"), f"the class `{node.name}` is not marked as a program", help=advice)
    last = len(r.lines)
    while last > 1 and not r.lines[last - 1].strip():
        last -= 1
    label = Label(Span(last, 0, last, max(len(r.lines[last - 1]), 1)), "the file ends here", r.source)
    message = "this file holds no program"
    advice = "a program is a class marked `@pl.program` whose methods are marked `@pl.function`; the file may be truncated"
    raise DiagnosticError(Diagnostic(NO_PROGRAM, message, (label,), advice, source=r.source))


def _name_span(r: Reading, node: ast.ClassDef | ast.FunctionDef, word: str) -> Span:
    """The place of the name in `class Name` or `def name`."""
    line = r.lines[node.lineno - 1]
    start = line.find(node.name, line.find(word) + len(word))
    return Span(node.lineno, max(start, 0), node.lineno, max(start, 0) + len(node.name))
