"""What the pass decided about a kernel, as remarks: where demand put a tile, which moves were inserted, what left its loop.

In comes the result of a run, out come remarks in the order of the text. Which decisions there are is read off the models of the two
rounds; why each was taken is said by the rule that took it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..ir_facts.facts import Entity
from ..ir_facts.nodes import Assign, Block, Call, Function, Program, Span, Stmt, Var, Yield
from ..ir_facts.record import record
from ..ir_facts.types import UNKNOWN, TileType, Type
from ..ir_facts.walk import blocks, definitions, statements, variable_types
from .suggestions import SUGGESTIONS
from .wording import Wording

if TYPE_CHECKING:
    from .model import Row
    from .passes import Result
    from .stages import Stage

PASSED, MISSED, ANALYSIS = "Passed", "Missed", "Analysis"
"""The kinds: something was done, something was not done, something was found out."""

Args = tuple[tuple[str, str], ...]


@record
class Remark:
    """One decision. The texts of `args` say it in a sentence, followed by reasons and suggestions (MLIR's `Reason`, `Suggestion`)."""

    kind: str
    name: str
    function: str
    span: Span | None
    args: Args


def remarks(result: Result) -> list[Remark]:
    """Every decision about the kernel, by function and place."""
    answers = result.answers
    moves = list(_inserted(answers.derived.program, result.placed))
    places = {move.move.var: move.consumer.span for move in moves}
    found = [*_placements(answers.placement), *(move.remark() for move in moves), *_residency(answers.residency, places)]
    order = {function.name: index for index, function in enumerate(result.program.functions)}
    return sorted(found, key=lambda remark: (order[remark.function], remark.span or Span(0, 0, 0, 0)))


# ---------------------------------------------------------------------------------------------- placement


def _placements(stage: Stage) -> Iterator[Remark]:
    """The tiles whose memory was left open, so that demand decided."""
    for state, _, op, tile in stage.model.rows("unnamed"):
        entity = stage.facts.entities[str(tile)]
        for row in stage.model.match("holds", (state, None)):
            told = _Teller(stage, entity.function)
            args = [("Tile", told.name(tile)), ("String", " of "), ("Op", str(op))]
            args += [("String", " is placed in "), ("Space", told.space(row[1]))]
            for call, index, demand in _wanted(stage, str(tile)):
                place = stage.facts.entities[call].span
                args += [("String", ": "), ("Consumer", told.op(call)), ("String", " wants its operand ")]
                args += [("Operand", told.operand(call, index)), ("String", " in "), ("Demand", told.space(demand))]
                args += [("String", f", line {place.line}")] if place is not None else []
            args.append(("Reason", told.rule("holds", row)))
            yield Remark(ANALYSIS, "PlacedByDemand", entity.function, entity.span, tuple(args))


def _wanted(stage: Stage, tile: str) -> list[tuple[str, int, str]]:
    """The operand next to `tile`, through views and carries, from which the demand comes that counts: call, operand, memory."""
    model = stage.model
    demands = {row[1] for row in model.match("decisive_demand", (tile, None))}
    pending, seen = [tile], {tile}
    while pending:
        current = pending.pop(0)
        for call, index, _ in model.match("uses", (None, None, current)):
            for _, op, _, _ in model.match("call", (call, None, None, None)):
                for row in model.match("constraint", (op, index, 0, None)):
                    if row[3] in demands:
                        return [(str(call), int(index), str(row[3]))]
        ahead = [row[0] for row in model.match("inherits", (None, current))]
        ahead += [row[2] for row in model.match("carry", (None, None, None, current, None, None))]
        fresh = [str(following) for following in ahead if following not in seen]
        seen.update(fresh)
        pending.extend(fresh)
    return []


@record
class _Inserted:
    """A move that the pass inserted, and the statement for which it stands there."""

    function: Function
    types: dict[Var, Type]
    move: Assign
    consumer: Stmt

    def remark(self) -> Remark:
        value = self.move.value
        source = value.args[0] if isinstance(value, Call) else None
        name = source.name if isinstance(source, Var) else ""
        old = _space(self.types.get(source, UNKNOWN)) if isinstance(source, Var) else ""
        new = _space(self.move.type)
        call = getattr(self.consumer, "value", None)
        reader = call.op if isinstance(call, Call) else "the yield" if isinstance(self.consumer, Yield) else "the statement that follows"
        args = [("Tile", name), ("String", " is moved from "), ("From", old), ("String", " to "), ("To", new)]
        args += [("String", " as "), ("Copy", self.move.var.name), ("String", " for "), ("Consumer", reader)]
        args.append(("Reason", f"{reader} wants it in {new}, and {name} is in {old}"))
        return Remark(PASSED, "MoveInserted", self.function.name, self.consumer.span, tuple(args))


def _space(type_: Type) -> str:
    return type_.space or "" if isinstance(type_, TileType) else ""


def _inserted(before: Program, placed: Program) -> Iterator[_Inserted]:
    """The moves of `placed` that are not in `before`."""
    known = {function.name: function for function in before.functions}
    for function in placed.functions:
        old = known[function.name]
        if function is not old:
            defined = {var for stmt in statements(old.body) for var in definitions(stmt)}
            yield from _inserted_in(function, function.body or (), defined, variable_types(function))


def _inserted_in(function: Function, block: Block, defined: set[Var], types: dict[Var, Type]) -> Iterator[_Inserted]:
    waiting: list[Assign] = []
    for stmt in block:
        if isinstance(stmt, Assign) and stmt.var not in defined:
            waiting.append(stmt)
            continue
        yield from [_Inserted(function, types, move, stmt) for move in waiting]
        waiting.clear()
        for inner in blocks(stmt):
            yield from _inserted_in(function, inner, defined, types)


# ---------------------------------------------------------------------------------------------- residency


def _residency(stage: Stage | None, places: dict[Var, Span | None]) -> Iterator[Remark]:
    """What left its loop and what did not. `places` are those of statements that stand nowhere in the text."""
    if stage is None:
        return
    model, loads = stage.model, {row[0] for row in stage.model.rows("residency_candidate")}
    for row in model.rows("preheader"):
        name, word = ("LoadHoisted", "Load") if row[0] in loads else ("StagingHoisted", "Staged")
        told = _Teller(stage, stage.facts.entities[str(row[0])].function, places)
        args = [(word, told.name(row[0])), ("String", " is computed once, in front of loop "), ("Loop", told.name(row[1]))]
        args.append(("Reason", told.rule("preheader", row)))
        yield Remark(PASSED, name, told.function, told.span(row[0]), tuple(args))
    declined = model.rows("declined")
    yield from _missed(stage, places, "declined", declined, "LoadNotHoisted", " is loaded in every iteration of loop ")
    kept = {row[0] for row in declined}
    alone = tuple(row for row in model.rows("stays") if _load_of(stage, row[0]) not in kept)
    yield from _missed(stage, places, "stays", alone, "StagingNotHoisted", " stays in loop ")


def _load_of(stage: Stage, staged: str | int) -> str | int:
    """The load of which a tile is made in the end."""
    found = stage.model.match("becomes", (None, staged))
    return _load_of(stage, found[0][0]) if found else staged


def _missed(stage: Stage, places: dict[Var, Span | None], relation: str, rows: Iterable[Row], name: str, sentence: str) -> Iterator[Remark]:
    """One remark for each tile that stays in a loop, with every reason. The staging of a load that stays goes without saying."""
    word = "Load" if relation == "declined" else "Staged"
    reasons: dict[tuple[object, object], list[Row]] = {}
    for row in rows:
        reasons.setdefault((row[0], row[1]), []).append(row)
    for told_rows in reasons.values():
        variable, loop, _ = told_rows[0]
        told = _Teller(stage, stage.facts.entities[str(variable)].function, places)
        args = [(word, told.name(variable)), ("String", sentence), ("Loop", told.name(loop))]
        for row in told_rows:
            reason = str(row[2])
            args += [("Reason", f"{reason}: {told.reason(relation, row, reason)}"), ("Suggestion", SUGGESTIONS[reason])]
        yield Remark(MISSED, name, told.function, told.span(variable), tuple(args))


class _Teller:
    """Words for one function in one round."""

    def __init__(self, stage: Stage, function: str, places: dict[Var, Span | None] | None = None) -> None:
        self.stage = stage
        self.function = function
        self.places = places or {}
        self.words = Wording(stage, function)

    def entity(self, ident: object) -> Entity:
        return self.stage.facts.entities[str(ident)]

    def name(self, ident: object) -> str:
        return self.words.entity(self.entity(ident))

    def span(self, ident: object) -> Span | None:
        entity = self.entity(ident)
        return self.places.get(entity.node) if entity.span is None and isinstance(entity.node, Var) else entity.span

    def space(self, constant: object) -> str:
        return self.stage.specs.space_of(str(constant))

    def op(self, call: str) -> str:
        return self.words.entity(self.entity(call))

    def operand(self, call: str, index: int) -> str:
        return self.words.value("Index", index, {"Call": call})

    def rule(self, relation: str, row: Row) -> str:
        """The sentence of the rule that derives a row."""
        return self.words.node(self.stage.explainer.prove(relation, row))

    def reason(self, relation: str, row: Row, reason: str) -> str:
        """The sentence of the rule that first comes up with a reason."""
        node = self.stage.explainer.prove(relation, row)
        while deeper := next((child for child in node.because if child.rule is not None and reason in child.row), None):
            node = deeper
        return self.words.node(node)
