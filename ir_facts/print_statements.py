"""Statements to lines (`reference/ir_text.md` sections 4 to 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .nodes import Assign, Block, Carry, Evaluate, For, ForScope, If, Int, Jump, Return, Stmt, Symbol, While, With, Yield
from .print_expr import TEXTS, attributes_text, expr_text, header_keywords
from .type_text import type_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from .print_state import Printing

STEP = "    "


def print_block(p: Printing, block: Block, indent: str, targets: str = "", empty: str = "pass") -> None:
    """The lines of a body. `targets` is what the yield that ends it assigns to, `empty` what an empty body prints."""
    if not block:
        if empty:
            p.lines.append(indent + empty)
        return
    last, owners = block[-1], p.owners
    for stmt in block:
        first = len(p.lines)
        if stmt.comments:
            p.lines.extend([f"{indent}# {line}" for line in stmt.comments])
        _LINES[stmt.__class__](p, stmt, indent, targets if stmt is last else "")
        if owners is not None:
            owners.append((first, len(p.lines), stmt))


def _assign(p: Printing, stmt: Assign, indent: str, targets: str) -> None:
    value = stmt.value
    p.lines.append(f"{indent}{p.names[stmt.var]}: {type_text(p, stmt.type)} = {TEXTS[value.__class__](p, value)}")


def _evaluate(p: Printing, stmt: Evaluate, indent: str, targets: str) -> None:
    p.lines.append(indent + expr_text(p, stmt.value))


def _return(p: Printing, stmt: Return, indent: str, targets: str) -> None:
    p.lines.append(f"{indent}return {', '.join([expr_text(p, value) for value in stmt.values])}" if stmt.values else f"{indent}return")


def _yield(p: Printing, stmt: Yield, indent: str, targets: str) -> None:
    p.lines.append(f"{indent}{targets}pl.yield_({', '.join([expr_text(p, value) for value in stmt.values])})")


def _jump(p: Printing, stmt: Jump, indent: str, targets: str) -> None:
    p.lines.append(indent + stmt.word)


def _if(p: Printing, stmt: If, indent: str, targets: str) -> None:
    p.lines.append(f"{indent}if {expr_text(p, stmt.condition)}:")
    phis = stmt.phis
    if len(phis) == 1:
        results = f"{p.name(phis[0].var)}: {type_text(p, phis[0].type)} = "
    else:
        results = f"{', '.join([p.name(phi.var) for phi in phis])} = " if phis else ""
    print_block(p, stmt.then, indent + STEP, results)
    if stmt.orelse is not None:
        p.lines.append(f"{indent}else:")
        print_block(p, stmt.orelse, indent + STEP, results)


def _for(p: Printing, stmt: For, indent: str, targets: str) -> None:
    parts = _bounds(p, stmt)
    if stmt.stage is not None:
        parts.append(f"stage={stmt.stage}")
    carries = stmt.carries
    head = p.name(stmt.var)
    if carries:
        head += f", {_carried(p, carries, parts)}"
    if stmt.attrs:
        parts.append(f"attrs={attributes_text(p, stmt.attrs)}")
    p.lines.append(f"{indent}for {head} in pl.{stmt.kind}({', '.join(parts)}):")
    print_block(p, stmt.body, indent + STEP, _results(p, carries))


def _bounds(p: Printing, stmt: For) -> list[str]:
    """`stop`, `start, stop` or all three: only INDEX constants 0 and 1 are left out."""
    if not _is_index(stmt.step, 1):
        return [expr_text(p, stmt.start), expr_text(p, stmt.stop), expr_text(p, stmt.step)]
    return [expr_text(p, stmt.stop)] if _is_index(stmt.start, 0) else [expr_text(p, stmt.start), expr_text(p, stmt.stop)]


def _is_index(bound: Any, value: int) -> bool:
    return isinstance(bound, Int) and bound.value == value and bound.dtype == "INDEX"


def _carried(p: Printing, carries: tuple[Carry, ...], parts: list[str]) -> str:
    """The iter-args of a header; appends their initial values to its arguments."""
    p.iter_args.update([carry.iter_arg for carry in carries])
    parts.append(f"init_values={_in_parentheses([expr_text(p, carry.init) for carry in carries])}")
    return _in_parentheses([p.name(carry.iter_arg) for carry in carries])


def _in_parentheses(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _results(p: Printing, carries: tuple[Carry, ...]) -> str:
    if len(carries) == 1:
        return f"{p.name(carries[0].result)}: {type_text(p, carries[0].result_type)} = "
    return f"{', '.join([p.name(carry.result) for carry in carries])} = " if carries else ""


def _while(p: Printing, stmt: While, indent: str, targets: str) -> None:
    if not stmt.carries:
        p.lines.append(f"{indent}while {expr_text(p, stmt.condition)}:")
        print_block(p, stmt.body, indent + STEP)
        return
    parts: list[str] = []
    names = _carried(p, stmt.carries, parts)
    p.lines.append(f"{indent}for {names} in pl.while_({parts[0]}):")
    p.lines.append(f"{indent}{STEP}pl.cond({expr_text(p, stmt.condition)})")
    print_block(p, stmt.body, indent + STEP, _results(p, stmt.carries), "")


def _with(p: Printing, stmt: With, indent: str, targets: str) -> None:
    parts = [expr_text(p, arg) for arg in stmt.args] + header_keywords(p, stmt.kwargs)
    task = "" if stmt.as_var is None else f" as {p.name(stmt.as_var)}"
    p.lines.append(f"{indent}with {stmt.head}({', '.join(parts)}){task}:")
    # A yield inside a manual scope prints bare (ir_text.md 5.1).
    manual = any(key == "mode" and value == _MANUAL for key, value in stmt.kwargs)
    print_block(p, stmt.body, indent + STEP, "" if manual else targets, "")


def _for_scope(p: Printing, stmt: ForScope, indent: str, targets: str) -> None:
    parts = [expr_text(p, arg) for arg in stmt.args] + header_keywords(p, stmt.kwargs)
    p.lines.append(f"{indent}for {p.name(stmt.var)} in {stmt.head}({', '.join(parts)}):")
    outer, p.split = p.split, p.split or stmt.head == "pl.split_aiv"
    print_block(p, stmt.body, indent + STEP, targets)
    p.split = outer
    if not stmt.body:
        p.lines.append("")


_MANUAL = Symbol("ScopeMode", "MANUAL")

_LINES: dict[type[Stmt], Callable[[Printing, Any, str, str], None]] = {
    Assign: _assign,
    Evaluate: _evaluate,
    Return: _return,
    Yield: _yield,
    Jump: _jump,
    If: _if,
    For: _for,
    While: _while,
    With: _with,
    ForScope: _for_scope,
}
