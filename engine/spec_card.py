"""An op as a card: everything that op specs say about it. In: specs and the name of an op. Out: plain data, and its text.

The data is what `--json` writes; the text shows the same to people. Nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ir_facts.opspecs import OpSpec, Specs
from ..ir_facts.print_expr import op_head
from ..ir_facts.results_rules import RESULTS, SAYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..ir_facts.opspecs_dsl import DslVariant

Card = dict[str, Any]

ACCESS = {
    "functional": "reads its operands and writes its result, nothing hidden",
    "none": "touches no memory",
    "unspecified": "nothing is said about what memory it touches",
}


def card(op: OpSpec, specs: Specs) -> Card:
    """Everything that is said about an op."""
    return {
        "op": op.name,
        "about": op.about,
        "declared": str(op.at),
        "like": op.like,
        "category": op.category,
        "operands": [_operand(op, index, specs) for index in range(len(op.args))],
        "keywords": dict(op.kwargs),
        "output": {"rule": op.output.kind, "space": op.output.space, "keyword": op.output.kwarg, "says": output_text(op)},
        "result": op.result,
        "memory_access": op.memory_access,
        "notes": list(_notes(op, specs)),
        "excluded_on": [name for name, target in specs.targets.items() if op.name in target.excludes],
        "spellings": list(spellings(op, specs)),
    }


def _operand(op: OpSpec, index: int, specs: Specs) -> Card:
    argument = op.args[index]
    effect = "updated" if index in op.updates else "written" if index in op.writes else None
    return {
        "name": argument.name,
        "kinds": list(argument.kinds),
        "optional": argument.optional,
        "any_number": argument.variadic,
        "spaces": list(op.allowed(index)),
        "layouts": {target: layout for target in specs.targets if (layout := specs.layout(target, op.name, index)) is not None},
        "effect": effect,
        "stationary": index in op.stationary,
        "literal": op.literals.get(index),
    }


def output_text(op: OpSpec) -> str:
    """Where the result is, in words."""
    output = op.output
    first = next((arg.name for arg in op.args if {"Tile", "Tensor", "Any"} & set(arg.kinds)), "its operand")
    return {
        "fixed": f"in {output.space}, always",
        "place": f"in {output.space}, although the op itself names none",
        "inherit": f"where {first} is; what is wanted of it falls on {first}",
        "follow": f"where {first} is",
        "kwarg": f"in {output.kwarg}=, else " + (f"in {output.space}" if output.space else "where its consumers want it"),
        "annotation": "where its annotation says" if makes_tile(op) else "no tile",
    }[output.kind]


def makes_tile(op: OpSpec) -> bool:
    """Whether the result of an op is a tile, as far as its `result:` tells."""
    if not isinstance(op.result, dict):
        return True
    result: Card = op.result  # type: ignore[reportUnknownVariableType]  # plain YAML data
    if "type" in result:
        return any({"Tile", "Any"} & set(arg.kinds) for arg in op.args if arg.name == result["type"])
    return not {"tensor", "scalar", "marker", "array"} & set(result)


def _notes(op: OpSpec, specs: Specs) -> Iterator[str]:
    """The flags of an op, as sentences."""
    if op.reuses is not None:
        yield f"the result shares the buffer of {op.args[op.reuses].name}"
    if op.view:
        yield "the result is another look at a buffer, nothing is copied"
    if op.storage is not None:
        yield "the result is new memory" if op.storage.of is None else f"the result is memory of {op.args[op.storage.of].name}"
    if op.effect:
        yield "ends the part of a loop body that can be hoisted"
    if op.boundary:
        yield "nothing moves across it"
    if op.lane is not None:
        yield f"lane {op.lane}"
    if op.lane_by is not None:
        lanes = ", ".join(f"{value}: {lane}" for value, lane in op.lane_by.lanes.items())
        yield f"lane by {op.lane_by.kwarg}= ({lanes}), else {op.lane_by.otherwise}"
    if op.hoisted:
        yield "belongs to no core of a split region"
    if op.crossing is not None:
        ends = [f"from {op.crossing.operand}"] * bool(op.crossing.operand) + [f"into {op.crossing.result}"] * bool(op.crossing.result)
        yield " ".join([f"gate of a split region ({op.crossing.kind})", *ends])
    if op.reduces is not None:
        yield f"folds the {op.reduces} axis"
    if op.stores is not None:
        value, into = (op.args[index].name for index in op.stores)
        yield f"stores {value} into {into}"
    if op.residency is not None:
        yield f"part of a resident chain: {op.residency}"
    if op.name == specs.move_op:
        yield f"moves tiles: the pass inserts it, with {specs.move_kwarg}="


def spellings(op: OpSpec, specs: Specs) -> Iterator[str]:
    """How kernels write the op: as it prints first, then the short and older names."""
    own = op_head(op.name).rstrip("(")
    others = specs.spellings()
    if own not in others:
        yield f"{own}({', '.join(_printed(op))})"
    for spelling in sorted(others, key=lambda spelling: spelling != own):
        for variant in specs.dsl(spelling):
            if variant.op == op.name:
                yield f"{spelling}({_signature(variant)})" + _condition(variant)


def _printed(op: OpSpec) -> Iterator[str]:
    for argument in op.args:
        yield f"[{argument.name}]" if argument.optional else f"{argument.name}..." if argument.variadic else argument.name
    yield from (f"{keyword}=" for keyword in op.kwargs)


def _signature(variant: DslVariant) -> str:
    words = {param.name: f"{param.name}={param.default or False}" for param in variant.params if param.switch or param.default}
    return ", ".join(words.get(param.name, param.name if param.required else f"[{param.name}]") for param in variant.params)


def _condition(variant: DslVariant) -> str:
    said = [f"{name} is {' or '.join(wanted)}" for name, wanted in variant.when.items()]
    return f"  where {', '.join(said)}" if said else ""


# ---------------------------------------------------------------------------------------------- text


def card_text(data: Card) -> str:
    """The card as people read it."""
    head = f"{data['op']}    {data['declared']}"
    lines = [head, *([f"  {data['about']}"] if data["about"] else []), f"  category {data['category']}" + _like(data)]
    lines += ["", "operands", *(_columns([_operand_row(operand) for operand in data["operands"]]) or ["  none"])]
    if data["keywords"]:
        lines += ["", "keywords", *_columns([[f"{name}=", kind] for name, kind in data["keywords"].items()])]
    lines += ["", f"result    {data['output']['says']}".rstrip()]
    if data["result"] is not None:
        lines += [f"  {line}" for line in result_lines(data["result"])]
    lines += ["", "behaviour", f"  {ACCESS[data['memory_access']]}", *(f"  {note}" for note in data["notes"])]
    if data["excluded_on"]:
        lines.append(f"  not on {', '.join(data['excluded_on'])}")
    return "\n".join([*lines, "", "written", *(f"  {spelling}" for spelling in data["spellings"])])


def _like(data: Card) -> str:
    return f", like {data['like']}" if data["like"] else ""


def _operand_row(operand: Card) -> list[str]:
    name = f"[{operand['name']}]" if operand["optional"] else f"{operand['name']}..." if operand["any_number"] else operand["name"]
    notes: list[str] = []
    for layout in dict.fromkeys(operand["layouts"].values()):
        targets = [target for target, said in operand["layouts"].items() if said == layout]
        notes.append(f"{layout} on {', '.join(targets)}")
    notes += [operand["effect"]] * bool(operand["effect"]) + ["may stay resident"] * operand["stationary"]
    if operand["literal"]:
        notes.append(f"a number takes its dtype from {operand['literal']}")
    spaces = operand["spaces"]
    wanted = f"in {' or '.join(spaces)}" if spaces else "anywhere" if {"Tile", "Any"} & set(operand["kinds"]) else ""
    return [name, " or ".join(operand["kinds"]), wanted, "; ".join(notes)]


def _columns(rows: list[list[str]]) -> list[str]:
    """Rows of words as aligned columns, indented."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    return ["  " + "  ".join(f"{word:{width}}" for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def result_lines(result: Any) -> list[str]:
    """A `result:` entry in words: what it is, then each part, the conditions last."""
    if not isinstance(result, dict):
        return [str(result)]
    entries: dict[str, Any] = result  # type: ignore[reportUnknownVariableType]  # plain YAML data
    lines: list[str] = []
    for key in sorted(entries, key=lambda key: (key == "require", key not in RESULTS)):
        if key == "tuple":
            for number, item in enumerate(entries[key]):
                lines += [f"result {number}", *(f"  {line}" for line in result_lines(item))]
        elif key == "require":
            lines += ["requires", *(f"  {_requirement(item)}" for item in entries[key])]
        else:
            lines += _part(key, entries[key])
    return lines


def _part(key: str, value: Any) -> list[str]:
    said = SAYS[key].partition(";")[0]
    if isinstance(value, list) and any(isinstance(row, dict) for row in value):  # type: ignore[reportUnknownVariableType]  # plain YAML data
        rows: list[Card] = value  # type: ignore[reportUnknownVariableType]  # likewise
        return [f"{key}: {said}", *(f"  {row['then']}" + (f"  if {row['when']}" if "when" in row else "  otherwise") for row in rows)]
    return [f"{key}: {said}", f"  {'null' if value is None else value}"]


def _requirement(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    entry: dict[str, str] = item  # type: ignore[reportUnknownVariableType]  # plain YAML data
    text = f"{entry['says']}  [{entry['that']}]" if "says" in entry else entry["that"]
    return f"{text}  if {entry['when']}" if "when" in entry else text
