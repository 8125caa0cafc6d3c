"""Where an atom is said: the line of the kernel, of an op-spec file, or of a rule file that a reader should look at.

In come an atom and the round it belongs to, out comes a place, or none for what only rules know. The column that tells is declared
with the relation (`%!at`). What the pass made itself stands where the tile stands that it made it of, an op that no file describes
where it is called first.
"""

from __future__ import annotations

from ..ir_facts.facts import Entity
from ..ir_facts.nodes import Source, Span, Var
from ..ir_facts.opspecs import At
from ..ir_facts.record import record
from .join import Pattern
from .operands import lines_of, operand_span
from .rules_ast import Rule
from .stages import Stage

KERNEL, SPECS, RULES = "kernel", "specs", "rules"
"""What kind of file a place is in."""


@record(eq=True)
class Place:
    """A place in a file: 1-based lines, 0-based columns in characters, end exclusive. Prints as `matmul.py:11`."""

    kind: str
    path: str
    line: int
    column: int = 0
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class Places:
    """Finds the places of the atoms of one round."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._said = {fact.replace('"', ""): at for fact, at in stage.spec_facts.places.items()}

    def atom(self, relation: str, row: Pattern) -> Place | None:
        """Where this row is said."""
        said = self._said.get(f"{relation}({','.join(map(str, row))})")
        if said is not None:
            return _spec_place(said)
        declared = self.stage.rulebook.relations.get(relation)
        if declared is None or declared.at not in declared.columns or len(row) != len(declared.columns):
            return None
        values = dict(zip(declared.columns, row, strict=True))
        index = values.get("Index")
        return self.entity(values[declared.at], index if isinstance(index, int) and declared.given else None)

    def entity(self, ident: str | int | None, index: int | None = None) -> Place | None:
        """Where the thing called `ident` stands, or its operand `index`; an op or a memory stands in its spec file."""
        if ident is None:
            return None
        found = self.stage.facts.entities.get(str(ident))
        if found is None:
            return self._spec(str(ident)) or self._first_use(str(ident))
        span = operand_span(self.stage.source, found, index) if index is not None else None
        span = span or heading(found, self.stage.source) or self._made_of(found)
        return None if span is None or self.stage.source is None else Place(KERNEL, self.stage.source.path, *span)

    def rule(self, rule: Rule) -> Place:
        """Where a rule stands."""
        return Place(RULES, rule.path, rule.line)

    def _spec(self, name: str) -> Place | None:
        specs = self.stage.specs
        if name in specs.ops:
            return _spec_place(specs.ops[name].at)
        if name in specs.targets:
            return _spec_place(specs.targets[name].at)
        space = next((space for space in specs.spaces.values() if space.constant == name), None)
        return None if space is None else _spec_place(space.at)

    def _made_of(self, entity: Entity) -> Span | None:
        """For what the pass made itself: the place of the tile that it made it of."""
        for operand in getattr(getattr(entity.statement, "value", None), "args", ()):
            if isinstance(operand, Var):
                source = self.stage.facts.entities.get(self.stage.facts.variables.get(operand, ""))
                return operand.span or (self._made_of(source) if source is not None else None)
        return None

    def _first_use(self, op: str) -> Place | None:
        """Where an op that no spec describes is called first."""
        calls = self.stage.model.match("call", (None, op, None, None))
        return self.entity(min(calls, key=lambda row: row[3])[0]) if calls else None


def _spec_place(at: At) -> Place:
    return Place(SPECS, at.file, at.line, at.column, at.line, at.column)


def heading(entity: Entity, source: Source | None) -> Span | None:
    """The place of an entity; of what has a body, its first line."""
    span = entity.span
    if span is None or span.line == span.end_line or source is None or getattr(entity.statement, "value", None) is not None:
        return span
    lines = lines_of(source.text)
    line = span.line
    if entity.kind == "function":
        line = next((n for n in range(span.line, min(span.end_line, len(lines)) + 1) if lines[n - 1].lstrip().startswith("def ")), line)
    text = lines[line - 1] if line <= len(lines) else ""
    return Span(line, len(text) - len(text.lstrip()), line, len(text.rstrip()))
