"""Edits that may put a tile into another memory: a keyword of its producer, a move, an op-spec entry.

In come a run, a tile and a memory, out come edits that are worth a try, the most natural first. Which of them work is seen by
running them (`suggestion.tried`). Ops and memories are known here only as the op specs describe them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..ir_facts.facts import Entity
from ..ir_facts.nodes import Call, Span
from .answers import Answers
from .edits import callee, drop_keyword, insert_after, replace_in_line, set_keyword
from .mutate import SPACES
from .proofs import walk
from .stages import PLACEMENT, Stage
from .suggestion import Edit

PRODUCERS, CONSUMERS = 4, 4
"""How many producers and consumers of a tile are considered."""


def space_edits(answers: Answers, tile: str, space: str) -> Iterator[Edit]:
    """Edits after which `tile` may be in the memory called `space` in rules."""
    stage = answers.placement
    goal = (PLACEMENT, "space", (tile, space))
    name = stage.specs.space_of(space)
    calls = producers(stage, tile)
    for call in calls:
        yield from _keywords(stage, call, name, goal)
    yield from _annotation(stage, tile, name, goal)
    yield from _move(stage, tile, space, name)
    yield from _consumers(stage, tile, name, goal)
    for call in calls[:1]:
        op = _op(stage, call)
        spec = stage.specs.ops.get(op)
        if spec is not None and spec.fixed != name:
            overlay = f"ops:\n  {op}: {{output: {name}}}\n"
            yield Edit(f"an op-spec entry, if {op} can indeed write {name}", goal, overlay=overlay)


def producers(stage: Stage, tile: str) -> list[str]:
    """The call that makes a tile, then those whose results it is a view, a copy or a carried value of, nearest first."""
    model, calls = stage.model, list[str]()
    pending, seen = [tile], {tile}
    while pending and len(calls) < PRODUCERS:
        state = pending.pop(0)
        before: list[str | int] = []
        for call, _ in model.match("produces", (None, state)):
            calls.append(str(call))
            before += [row[2] for row in model.match("first_input", (call, None, None))]
        before += [row[1] for row in model.match("copies", (state, None))]
        before += [row[1] for row in model.match("forced", (state, None, None))]
        before += [row[1] for row in model.match("seeded", (state, None, None))]
        before += [value for row in model.match("merges", (state, None, None)) for value in row[1:]]
        for following in map(str, before):
            if following not in seen:
                seen.add(following)
                pending.append(following)
    return calls


def _keywords(stage: Stage, call: str, name: str, goal: tuple[str, str, tuple[str, ...]]) -> Iterator[Edit]:
    """The keyword that names the memory: set, and where it is set, left out."""
    entity, spec = stage.facts.entities[call], stage.specs.ops.get(_op(stage, call))
    span, source = entity.span, stage.source
    if spec is None or spec.output.kwarg is None or span is None or source is None:
        return
    keyword, op, line = spec.output.kwarg, spec.name, span.line
    named = stage.model.match("target_memory", (call, None))
    module = callee(source, span)
    if not module:
        return
    if named:
        old = stage.specs.space_of(str(named[0][1]))
        yield Edit(f"leave out {keyword} in line {line}, so that demand decides", goal, drop_keyword(source, span, keyword))
        says = f"let {op} in line {line} name {keyword} {name} instead of {old}"
    else:
        says = f"let {op} in line {line} name {keyword} {name}"
    yield Edit(says, goal, set_keyword(source, span, keyword, f"{module}.{SPACES}.{name}"))


def _annotation(stage: Stage, tile: str, name: str, goal: tuple[str, str, tuple[str, ...]]) -> Iterator[Edit]:
    """The annotation of a tile whose memory nothing else tells."""
    annotated = stage.model.match("annotated", (tile, None))
    span = stage.facts.entities[tile].span
    if not annotated or span is None or stage.source is None:
        return
    old = stage.specs.space_of(str(annotated[0][1]))
    for enum in (SPACES, "MemorySpace"):
        text = replace_in_line(stage.source, span.line, f"{enum}.{old}", f"{enum}.{name}")
        if text is not None:
            yield Edit(f"annotate it with {name} instead of {old}", goal, text)


def _move(stage: Stage, tile: str, space: str, name: str) -> Iterator[Edit]:
    """A move that the author writes: the tile stays where it is, and a copy is where it was wanted."""
    entity, source, specs = stage.facts.entities[tile], stage.source, stage.specs
    where = _statement(entity)
    if where is None or source is None:
        return
    function, _, own = tile.partition(".")
    base = own.partition("#")[0]
    copy = next(
        new for new in (f"{base}_{name}", *(f"{base}_{name}_{n}" for n in range(1, 99))) if f"{function}.{new}" not in stage.facts.entities
    )
    module = next((found for call in stage.model.rows("call") if (found := _module(stage, str(call[0])))), "")
    if not module:
        return
    line = f"{copy} = {module}.{specs.move_op}({base}, {specs.move_kwarg}={module}.{SPACES}.{name})"
    yield Edit(
        f"move it there yourself, and read {copy} where you want it",
        (PLACEMENT, "space", (f"{function}.{copy}", space)),
        insert_after(source, where, line),
    )


def _consumers(stage: Stage, tile: str, name: str, goal: tuple[str, str, tuple[str, ...]]) -> Iterator[Edit]:
    """Op-spec entries by which a consumer that demands another memory would prefer this one."""
    wanted: dict[tuple[str, int], None] = {}
    for row in stage.model.match("demand", (tile, None)):
        for way in stage.explainer.each_way("demand", row):
            for node in walk(way):
                if node.relation == "constraint":
                    wanted[str(node.row[0]), int(node.row[1] or 0)] = None
    for op, index in list(wanted)[:CONSUMERS]:
        spec = stage.specs.ops[op]
        operand, allowed = spec.args[index].name, spec.allowed(index)
        if allowed[:1] == (name,):
            continue
        # An overlay replaces all inputs of an op, so the others are said again.
        inputs = {spec.args[other].name: spec.inputs[other] for other in spec.inputs}
        inputs[operand] = (name, *(space for space in allowed if space != name))
        said = ", ".join(f"{one}: {spaces[0] if len(spaces) == 1 else '[' + ', '.join(spaces) + ']'}" for one, spaces in inputs.items())
        overlay = f"ops:\n  {op}: {{inputs: {{{said}}}}}\n"
        yield Edit(f"an op-spec entry, if {op} can indeed read {operand} in {name}", goal, overlay=overlay)


def _op(stage: Stage, call: str) -> str:
    node = stage.facts.entities[call].node
    return node.op if isinstance(node, Call) else ""


def _module(stage: Stage, call: str) -> str:
    span = stage.facts.entities[call].span
    return callee(stage.source, span) if span is not None and stage.source is not None else ""


def _statement(entity: Entity) -> Span | None:
    """The place of the statement that assigns a tile, where it is no block."""
    value = getattr(entity.statement, "value", None)
    return entity.statement.span if entity.statement is not None and value is not None else None
