"""IR -> text, character for character as PyPTO prints it (`reference/ir_text.md`). In: a `Program`. Out: raw text, no final newline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .names import printed_names
from .print_expr import attribute_text, attributes_text
from .print_state import Printing
from .print_statements import STEP, print_block
from .type_text import type_text

if TYPE_CHECKING:
    from .nodes import Function, Param, Program
    from .opspecs import Specs
    from .print_state import Owner


def print_program(program: Program, *, specs: Specs | None = None, owners: list[Owner] | None = None) -> str:
    """The raw text of a program. `specs` say which tile layouts are implicit: those it was read with by default, else the built-in ones.

    `owners` is given the lines of every statement and function, inner ones before outer ones.
    """
    p = Printing({var: var.name for var in program.free_dims.values()}, specs or program.specs, owners)
    lines = p.lines
    lines.append(f"# pypto.program: {program.title}")
    lines.append("import pypto.language as pl")
    lines.append("")
    if program.dynamics:
        lines.extend([f'{name} = pl.dynamic("{name}")' for name in program.dynamics])
        lines.append("")
    lines.append("@pl.program")
    lines.append(f"class {program.name}:")
    for function in program.functions:
        first = len(lines)
        _print_function(p, function)
        if owners is not None:
            owners.append((first, len(lines), function))
    return "\n".join(lines)


def _print_function(p: Printing, function: Function) -> None:
    p.enter(printed_names(function))
    lines, inner = p.lines, STEP + STEP
    lines.append(f"{STEP}@pl.function{_decorator(p, function)}")
    lines.append(f"{STEP}def {function.name}({_parameters(p, function)}){_returns(p, function)}:")
    if function.attrs:
        lines.append(f"{inner}pl.func_attr({attributes_text(p, function.attrs)})")
    if function.verbatim:
        lines.extend([inner + line if line else line for line in function.verbatim])
    elif function.body is None:
        lines.append(f"{inner}...")
    else:
        print_block(p, function.body, inner)


def _decorator(p: Printing, function: Function) -> str:
    parts: list[str] = []
    if function.kind != "Opaque":
        parts.append(f"type=pl.FunctionType.{function.kind}")
    if function.level is not None:
        parts.append(f"level=pl.Level.{function.level}")
    if function.role is not None:
        parts.append(f"role=pl.Role.{function.role}")
    parts.extend([f"{key}={attribute_text(p, value)}" for key, value in function.options])
    return f"({', '.join(parts)})" if parts else ""


def _parameters(p: Printing, function: Function) -> str:
    parts = [_parameter(p, param) for param in function.params]
    # Functions of a sub-worker have no self (ir_text.md 2.4).
    return ", ".join(parts if function.role == "SubWorker" else ["self", *parts])


def _parameter(p: Printing, param: Param) -> str:
    text = type_text(p, param.type)
    return f"{p.name(param.var)}: {text if param.direction == 'In' else f'pl.{param.direction}[{text}]'}"


def _returns(p: Printing, function: Function) -> str:
    texts = [type_text(p, type_) for type_ in function.returns]
    if function.tuple_result:
        return f" -> pl.Tuple[{', '.join(texts) or '()'}]"
    if not texts:
        return ""
    return f" -> {texts[0]}" if len(texts) == 1 else f" -> tuple[{', '.join(texts)}]"
