"""Two sets of op specs compared by meaning. In: specs. Out: what differs, as plain data and as text.

Order, `like`, comments and where a thing is said are no part of the meaning.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..ir_facts.opspecs import OpSpec, Specs
from .spec_list import short_output


class Change(NamedTuple):
    """One thing that differs: where it is (`("ops", "tile.add", "output")`), and its two values; None is nothing said."""

    path: tuple[str, ...]
    old: Any
    new: Any


def differences(old: Specs, new: Specs) -> list[Change]:
    """Everything that differs, in the order of the sections."""
    changes: list[Change] = []
    _compare(meaning(old), meaning(new), (), changes)
    return changes


def meaning(specs: Specs) -> dict[str, Any]:
    """What specs say, as nested plain data."""
    return {
        "spaces": {name: _plain(space, "about", "at", "name") for name, space in specs.spaces.items()},
        "unplaced": _plain(specs.unplaced),
        "moves": {
            "op": specs.move_op,
            "kwarg": specs.move_kwarg,
            **{f"{pair[0]} -> {pair[1]}": _plain(move, "at", "source", "target") or "legal" for pair, move in specs.moves.items()},
        },
        "staging": dict(specs.staging),
        "targets": {name: _target(specs, name) for name in specs.targets},
        "builders": {name: _plain(builder) for name, builder in specs.builders.items()},
        "residency": _plain(specs.residency),
        "dtypes": {name: _plain(dtype, "name") for name, dtype in specs.dtypes.items()},
        "categories": dict(specs.categories),
        "spellings": {name: [_plain(variant) for variant in specs.dsl(name)] for name in specs.spellings()},
        "ops": {name: op_meaning(op) for name, op in specs.ops.items()},
    }


def op_meaning(op: OpSpec) -> dict[str, Any]:
    """What specs say of one op, its operands by name."""
    names = op.arg_names
    said: dict[str, Any] = {
        "category": op.category,
        "args": [_argument(op, index) for index in range(len(op.args))],
        "kwargs": op.kwargs,
        "inputs": {names[index]: list(spaces) for index, spaces in op.inputs.items()},
        "output": short_output(op) if op.output.kind != "place" else f"placed in {op.output.space}",
        "result": op.result,
        "memory_access": op.memory_access,
        "reuses": None if op.reuses is None else names[op.reuses],
        "view": op.view,
        "writes": [names[index] for index in op.writes if index not in op.updates],
        "updates": [names[index] for index in op.updates],
        "storage": None if op.storage is None else _plain(op.storage),
        "effect": op.effect,
        "boundary": op.boundary,
        "lane": op.lane if op.lane_by is None else _plain(op.lane_by),
        "hoisted": op.hoisted,
        "crossing": None if op.crossing is None else _plain(op.crossing),
        "reduces": op.reduces,
        "stores": None if op.stores is None else {names[op.stores[0]]: names[op.stores[1]]},
        "literals": {names[index]: word for index, word in op.literals.items()},
        "residency": op.residency,
        "stationary": [names[index] for index in op.stationary],
    }
    return {key: value for key, value in said.items() if value not in (None, False, {}, [])}


def _argument(op: OpSpec, index: int) -> str:
    argument = op.args[index]
    name = f"({argument.name})" if argument.optional else f"{argument.name}..." if argument.variadic else argument.name
    return f"{name}: {' or '.join(argument.kinds)}"


def _target(specs: Specs, name: str) -> dict[str, Any]:
    target = specs.targets[name]
    layouts = {
        f"{op}({specs.ops[op].args[index].name})": layout for op, said in target.layouts.items() for index, (layout, _) in said.items()
    }
    return {**_plain(target, "about", "at", "name", "layouts"), "layouts": layouts}


def _plain(record: Any, *leave_out: str) -> dict[str, Any]:
    """The fields of a record that say something, as plain data."""
    found: dict[str, Any] = {}
    for field in record.__fields__:
        value = getattr(record, field)
        if field not in leave_out and value not in (None, False, (), {}, ""):
            found[field] = _value(value)
    return found


def _value(value: Any) -> Any:
    if hasattr(value, "__fields__"):
        return _plain(value)
    if isinstance(value, dict):
        return {str(key): _value(inner) for key, inner in value.items()}  # type: ignore[reportUnknownVariableType]  # plain data of records
    if isinstance(value, (tuple, list)):
        return [_value(inner) for inner in value]  # type: ignore[reportUnknownVariableType]  # likewise
    return value


def _compare(old: Any, new: Any, path: tuple[str, ...], changes: list[Change]) -> None:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and not (path[:1] == ("ops",) and len(path) == 3):
        for key in dict.fromkeys((*old, *new)):  # type: ignore[reportUnknownVariableType]  # nested plain data
            _compare(old.get(key), new.get(key), (*path, str(key)), changes)  # type: ignore[reportUnknownArgumentType]  # likewise
    else:
        changes.append(Change(path, old, new))


def change_lines(changes: list[Change]) -> str:
    """The changes as text: `+` for what is new, `-` for what is gone, `~` for what changed."""
    return "".join(f"{_line(change)}\n" for change in _together(changes))


def _together(changes: list[Change]) -> list[Change]:
    """Moves out of one memory that changed alike, as one change."""
    found: dict[tuple[str, ...], Change] = {}
    for change in changes:
        source, arrow, goal = change.path[-1].partition(" -> ")
        alike = (source, str(change.old), str(change.new)) if arrow and len(change.path) == 2 else change.path
        known = found.get(alike)
        found[alike] = change if known is None else known._replace(path=(*known.path[:-1], f"{known.path[-1]}, {goal}"))
    return list(found.values())


def _line(change: Change) -> str:
    sign = "+" if change.old is None else "-" if change.new is None else "~"
    where = " ".join(change.path)
    if len(change.path) == 2 and isinstance(change.new if change.old is None else change.old, dict):
        return f"{sign} {where}"
    if change.old is None:
        return f"{sign} {where}: {_text(change.new)}"
    return f"{sign} {where}: {_text(change.old)}" + ("" if change.new is None else f" -> {_text(change.new)}")


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_text(inner)}" for key, inner in value.items()) + "}"  # type: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return "[" + ", ".join(_text(item) for item in value) + "]"  # type: ignore[reportUnknownVariableType]
    return str(value)
