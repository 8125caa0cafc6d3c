"""Names of variables as they print: one for each variable of a function (`reference/ir_text.md` 10.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Assign, Block, For, ForScope, Function, If, Var, While, With

if TYPE_CHECKING:
    from collections.abc import Container


def printed_names(function: Function) -> dict[Var, str]:
    """The printed name of each parameter and each variable that the body defines, in the order of definition.

    A hint that one variable has prints as it is; where several share a hint, the first keeps it if it is free and the others
    get `hint_1`, `hint_2`, ... the first that is free. Extents of the program are no variables of the function.
    """
    found = [param.var for param in function.params]
    _definitions(function.body or (), found)
    defined = dict.fromkeys(found)
    count: dict[str, int] = {}
    for var in defined:
        count[var.name] = count.get(var.name, 0) + 1
    if len(count) == len(defined):
        return {var: var.name for var in defined}
    taken = {hint for hint, times in count.items() if times == 1}
    names: dict[Var, str] = {}
    for var in defined:
        name = hint = var.name
        if count[hint] > 1:
            number = 0
            while name in taken:
                number += 1
                name = f"{hint}_{number}"
            taken.add(name)
        names[var] = name
    return names


def hint_of(name: str, names: Container[str]) -> str:
    """The hint behind a printed name: `h` for `h_<digits>` if `h` is a name of the same function too, else the whole name.

    New variables are named after hints, as PyPTO does in memory (tile_views.md 7, "Names").
    """
    head, _, digits = name.rpartition("_")
    return head if digits.isdecimal() and head in names else name


def _definitions(block: Block, found: list[Var]) -> None:
    """Append the variables that a body defines, in pre-order; results of a loop before its iter-args."""
    for stmt in block:
        if isinstance(stmt, Assign):
            found.append(stmt.var)
        elif isinstance(stmt, For):
            found.append(stmt.var)
            found.extend([carry.result for carry in stmt.carries])
            found.extend([carry.iter_arg for carry in stmt.carries])
            _definitions(stmt.body, found)
        elif isinstance(stmt, If):
            found.extend([phi.var for phi in stmt.phis])
            _definitions(stmt.then, found)
            _definitions(stmt.orelse or (), found)
        elif isinstance(stmt, While):
            found.extend([carry.result for carry in stmt.carries])
            found.extend([carry.iter_arg for carry in stmt.carries])
            _definitions(stmt.body, found)
        elif isinstance(stmt, With):
            if stmt.as_var is not None:
                found.append(stmt.as_var)
            _definitions(stmt.body, found)
        elif isinstance(stmt, ForScope):
            found.append(stmt.var)
            _definitions(stmt.body, found)
