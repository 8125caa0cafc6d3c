"""From derived relations to messages: which rows are errors or warnings of the user's kernel, and how each is told.

In come a model and the facts with their entities; out come diagnostics in program order. What is an error is decided by
`rules/refusals.lp`; here is only the wording and the place.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..ir_facts.diagnostic import Diagnostic, Label
from ..ir_facts.facts import Entity, Facts, final_yield
from ..ir_facts.nodes import Program, Source, Span
from ..ir_facts.opspecs import Specs
from .model import Model
from .operands import operand_span

UNKNOWN_OP = "TW0310"


def verdicts(model: Model, facts: Facts, program: Program, specs: Specs, strict: bool = False) -> list[Diagnostic]:
    """Every error and warning about placement, by place. `strict` makes a warning about an unknown op an error."""
    teller = _Teller(model, facts, program.source, specs)
    found = [*teller.parameters(), *teller.demands(), *teller.moves(), *teller.branches(), *teller.forced(), *teller.unknown_ops(strict)]
    return sorted(found, key=_by_place)


def together(told: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The warnings of functions that were looked at one by one, as those of one program: by place, and each unknown op once."""
    found: list[Diagnostic] = []
    unknown: set[str] = set()
    for one in sorted(told, key=_by_place):
        if one.code != UNKNOWN_OP or one.message not in unknown:
            found.append(one)
            unknown.add(one.message)
    return found


def _by_place(told: Diagnostic) -> tuple[Span, str, list[Span]]:
    """In the order of the text, whatever the names: where two begin at one place, the other places that they name decide."""
    spans = [label.span for label in told.labels]
    return spans[0] if spans else Span(0, 0, 0, 0), told.code, spans


class _Teller:
    def __init__(self, model: Model, facts: Facts, source: Source | None, specs: Specs) -> None:
        self.model = model
        self.facts = facts
        self.source = source
        self.names = {space.constant: name for name, space in specs.spaces.items()}

    def _entity(self, ident: str | int) -> Entity:
        return self.facts.entities[str(ident)]

    def _label(self, ident: str | int, text: str = "") -> tuple[Label, ...]:
        span = self._entity(ident).span
        return () if span is None else (Label(span, text),)

    def _short(self, ident: str | int) -> str:
        """`x` for `kernel.x`: within one message the function is clear from the place."""
        return str(ident).split(".", 1)[-1].split("@", 1)[0]

    def _tell(self, code: str, message: str, labels: tuple[Label, ...], help_: str, severity: str = "error") -> Diagnostic:
        return Diagnostic(code, message, labels, help_, severity, self.source)

    def parameters(self) -> list[Diagnostic]:
        told: list[Diagnostic] = []
        for tile, function in self.model.rows("misplaced_parameter"):
            told.append(
                self._tell(
                    "TW0301",
                    f"parameter {self._short(tile)} of {function} is a tile, but an InCore function is entered with tensors",
                    self._label(tile, "a tile parameter"),
                    "pass a tensor and load it, or make the function AIC or AIV",
                )
            )
        for (tile,) in self.model.rows("homeless"):
            told.append(
                self._tell(
                    "TW0302",
                    f"nothing says in which memory the tile parameter {self._short(tile)} lives",
                    self._label(tile, "no memory space"),
                    "the caller decides: add the space to the annotation, as in pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec]",
                )
            )
        return told

    def demands(self) -> list[Diagnostic]:
        told: list[Diagnostic] = []
        for tile, space, call in self.model.rows("unloadable"):
            name, op = self.names[str(space)], self._op(call)
            labels = (*self._label(tile, "made here"), *self._wanted(str(tile), str(space), name))
            help_ = f"no move leads into {name}; let {self._short(tile)} come from an op that is born there: a create or the matrix unit"
            told.append(self._tell("TW0303", f"{self._short(tile)} must live in {name}, which {op} cannot write", labels, help_))
        return told

    def _wanted(self, tile: str, space: str, name: str) -> tuple[Label, ...]:
        """The operands, reached through views and carries, that want `tile` in `space`."""
        labels: list[Label] = []
        pending, seen = [tile], {tile}
        while pending:
            current = pending.pop()
            for call, index, _ in self.model.match("uses", (None, None, current)):
                if self.model.match("constraint", (self._op(call), index, 0, space)):
                    labels += self._operand(call, int(index), f"wanted in {name} here")
            ahead = [row[0] for row in self.model.match("inherits", (None, current))]
            ahead += [row[2] for row in self.model.match("carry", (None, None, None, current, None, None))]
            for following in map(str, ahead):
                if following not in seen:
                    seen.add(following)
                    pending.append(following)
        return tuple(labels[:2])

    def _op(self, call: str | int) -> str:
        rows = self.model.match("call", (call, None, None, None))
        return str(rows[0][1]) if rows else "yield"

    def _operand(self, call: str | int, index: int, text: str) -> tuple[Label, ...]:
        entity = self._entity(call)
        span = operand_span(self.source, entity, index) or entity.span
        return () if span is None else (Label(span, text),)

    def moves(self) -> list[Diagnostic]:
        told: list[Diagnostic] = []
        reported = {row[0] for row in self.model.rows("unloadable")}
        for tile, space, call in self.model.rows("stranded"):
            if tile in reported:
                continue
            name, actual = self.names[str(space)], self._space(tile)
            labels = (*self._slot(call, tile, f"wanted in {name} here"), *self._label(tile, f"placed in {actual}"))
            message = f"{self._short(tile)} is in {actual}, but {self._op(call)} wants it in {name}, where no move leads"
            help_ = f"let {self._short(tile)} be born in {name}: from a create without target_memory, or from the matrix unit"
            told.append(self._tell("TW0304", message, labels, help_))
        for tile, source, goal, call in self.model.rows("unmovable"):
            name, actual = self.names[str(goal)], self.names[str(source)]
            labels = (*self._slot(call, tile, f"wanted in {name} here"), *self._label(tile, f"placed in {actual}"))
            message = f"no path of moves leads from {actual} to {name}, where {self._op(call)} wants {self._short(tile)}"
            told.append(self._tell("TW0305", message, labels, "place the producer elsewhere, or store it and load it again"))
        return told

    def _space(self, tile: str | int) -> str:
        rows = self.model.match("space", (tile, None))
        return self.names[str(rows[0][1])] if rows else "no memory"

    def _slot(self, call: str | int, tile: str | int, text: str) -> tuple[Label, ...]:
        """The first operand of `call` that is `tile`."""
        slots = [int(row[1]) for row in self.model.match("uses", (call, None, tile))]
        return self._operand(call, min(slots), text) if slots else self._label(call, text)

    def branches(self) -> list[Diagnostic]:
        told: list[Diagnostic] = []
        for state, then, other in self.model.rows("disagreement"):
            yields = [row[1] for row in self.model.match("branch", (state, None, None, None, None))]
            labels = self._label(state, "the result of both")
            for call, space in zip(dict.fromkeys(yields), (then, other), strict=False):
                labels += self._label(call, f"yielded in {self.names[str(space)]}")
            spaces = f"{self.names[str(then)]} and {self.names[str(other)]}"
            message = f"the branches yield {self._short(state)} in {spaces}, and nothing moves between them"
            told.append(self._tell("TW0306", message, labels, "move the tile to one memory in both branches before the yield"))
        return told

    def forced(self) -> list[Diagnostic]:
        told: list[Diagnostic] = []
        for tile, call, space, loop in self.model.rows("unwritable"):
            name, yielded = self.names[str(space)], final_yield(getattr(self._entity(loop).statement, "body", None))
            labels = self._label(tile, f"placed in {name}")
            if yielded is not None and yielded.span is not None:
                labels = (*labels, Label(yielded.span, f"{name} is yielded here"))
            message = f"the loop forces {self._short(tile)} into {name}, which {self._op(call)} cannot write"
            help_ = f"let the carry start in {name}: from a create without target_memory, or from an op that writes there"
            told.append(self._tell("TW0311", message, labels, help_, "warning"))
        for loop, tile, yielded, result, space in self.model.rows("ill_joined"):
            message = (
                f"the loop yields {self._short(tile)} in {self.names[str(yielded)]} into {self._short(result)}, "
                f"which is in {self.names[str(space)]}"
            )
            last = final_yield(getattr(self._entity(loop).statement, "body", None))
            labels = () if last is None or last.span is None else (Label(last.span, "yielded here"),)
            help_ = "let every slot of the loop start in the memory that the loop yields into it, and carry a tile in one slot only"
            told.append(self._tell("TW0312", message, labels, help_, "warning"))
        return told

    def unknown_ops(self, strict: bool) -> list[Diagnostic]:
        told: list[Diagnostic] = []
        for (op,) in self.model.rows("unregistered"):
            calls = [row[0] for row in self.model.match("call", (None, op, None, None))]
            first = min(calls, key=lambda call: self._entity(call).span or Span(0, 0, 0, 0))
            message = f"no op spec describes {op}; its results go to the default memory and its operands are not checked"
            help_ = f"describe {op} in a YAML file and pass it with --opspecs"
            told.append(self._tell(UNKNOWN_OP, message, self._label(first, "used here"), help_, "error" if strict else "warning"))
        return told
