"""Ops in a table. In: specs and what to choose by. Out: rows as plain data, and their text."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

from ..ir_facts.opspecs import OpSpec, Specs
from ..ir_facts.record import record
from .spec_card import makes_tile


@record
class Choice:
    """Which ops are listed: every condition that is given must hold. `names` are patterns such as `tile.row_*`."""

    names: tuple[str, ...] = ()
    space: str | None = None
    category: str | None = None
    target: str | None = None
    retargetable: bool = False
    inherits: bool = False


def chosen(specs: Specs, choice: Choice) -> list[OpSpec]:
    """The ops that fit, in the order of the file."""
    return [op for op in specs.ops.values() if _fits(op, specs, choice)]


def _fits(op: OpSpec, specs: Specs, choice: Choice) -> bool:
    return (
        (not choice.names or any(fnmatchcase(op.name, pattern) for pattern in choice.names))
        and (choice.space is None or choice.space in spaces_of(op))
        and (choice.category is None or op.category == choice.category)
        and (choice.target is None or op.name not in specs.targets[choice.target].excludes)
        and (op.retargetable or not choice.retargetable)
        and (op.inherits or not choice.inherits)
    )


def spaces_of(op: OpSpec) -> set[str]:
    """The memories that an op names for its operands or its result."""
    found = {space for spaces in op.inputs.values() for space in spaces}
    return found | ({op.output.space} if op.output.space else set())


def row(op: OpSpec) -> dict[str, Any]:
    """An op as a row of the table."""
    return {
        "op": op.name,
        "category": op.category,
        "inputs": {op.args[index].name: list(spaces) for index, spaces in op.inputs.items()},
        "output": short_output(op),
        "declared": str(op.at),
    }


def short_output(op: OpSpec) -> str:
    """The output rule in a word or two, as the op-spec file writes it."""
    output = op.output
    if output.kind == "kwarg":
        return f"{output.kwarg}=, else {output.space or 'by demand'}"
    if output.kind == "annotation":
        return "as annotated" if makes_tile(op) else "no tile"
    return output.space or output.kind


def table(ops: list[OpSpec]) -> str:
    """The rows as text, one a line; empty where there are none."""
    rows = [(op.name, ", ".join(f"{op.args[index].name}: {'|'.join(spaces)}" for index, spaces in op.inputs.items()), op) for op in ops]
    name_width = max((len(name) for name, _, _ in rows), default=0)
    inputs_width = max((len(inputs) for _, inputs, _ in rows), default=0)
    return "".join(f"{name:{name_width}}  {inputs:{inputs_width}}  -> {short_output(op)}\n" for name, inputs, op in rows)
