"""One round of solving as data for the page: relations with their rows, rules, and what each identifier stands for.

In comes a stage, out goes a dictionary in which every constant is a place in the table of `Values`. With it the page answers
queries and finds proofs by itself, as `engine/explain.py` does; it holds everything that a sentence or a link may need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir_facts.facts import Entity
from ...ir_facts.nodes import Call
from ...ir_facts.opspecs import At
from ..operands import operand_span
from ..places import KERNEL, Place, Places
from ..rulebook import Relation
from ..rules_ast import Comparison, Condition, Rule, Term, Variable
from ..stages import Stage
from ..wording import Wording
from .spec_lines import SpecLines
from .values import Values, deltas

NOWHERE = -1
"""Stands for what is not there in lists of numbers."""


class RoundWriter:
    """Writes one round. First tells `values` what it needs, then, when the table is settled, gives the data."""

    def __init__(self, stage: Stage, values: Values, spec_lines: SpecLines) -> None:
        self.stage = stage
        self.values = values
        self.spec_lines = spec_lines
        self.places = Places(stage)
        self._said = {fact.replace('"', ""): at for fact, at in stage.spec_facts.places.items()}
        self._spoken_of = _operands_spoken_of(stage)
        self._saying = {fact.partition("(")[0] for fact in self._said}
        for relation in stage.rulebook.relations:
            for row in stage.model.rows(relation):
                values.add(row)
        for rule in stage.rulebook.rules:
            for term in _terms(rule):
                if not isinstance(term, Variable):
                    values.add((term,))
        values.add(stage.facts.entities)
        values.add(entity.function for entity in stage.facts.entities.values())
        values.add(self._outside)

    def data(self) -> dict[str, Any]:
        """The round as the page reads it (`assets/decode.js`)."""
        stage = self.stage
        return {
            "name": stage.name,
            "relations": [self._relation(relation) for relation in stage.rulebook.relations.values()],
            "rules": [self._rule(rule) for rule in stage.rulebook.rules],
            "entities": self._entities(),
            "ops": self._ops(),
            "outside": {self.values[name]: self._place(place) for name in self._outside if (place := self.places.entity(name)) is not None},
        }

    @property
    def _outside(self) -> list[str]:
        """The names that stand for something outside of the kernel: ops, memories, targets."""
        specs = self.stage.specs
        return [*self.stage.facts.ops, *(space.constant for space in specs.spaces.values()), *specs.targets]

    def _place(self, place: Place) -> int | list[int]:
        """A place in a spec file by its number, one in the kernel by its span."""
        if place.kind == KERNEL:
            return [place.line, place.column, place.end_line, place.end_column]
        return self.spec_lines.add(At(place.path, place.line, place.column))

    # ---------------------------------------------------------------------------------------- relations and rules

    def _relation(self, relation: Relation) -> dict[str, Any]:
        rows, values = self.stage.model.rows(relation.name), self.values
        told: dict[str, Any] = {
            "name": relation.name,
            "columns": relation.columns,
            "means": relation.means,
            "lacks": relation.lacks,
            "at": relation.at,
            "given": relation.given,
            "path": relation.path,
            "line": relation.line,
            "count": len(rows),
            "rows": [deltas([values[row[column]] for row in rows]) for column in range(len(relation.columns))],
        }
        if relation.name in self._saying:
            said = [self._said.get(f"{relation.name}({','.join(map(str, row))})") for row in rows]
            told["said"] = [NOWHERE if at is None else self.spec_lines.add(at) for at in said]
        return told

    def _rule(self, rule: Rule) -> dict[str, Any]:
        return {
            "head": self._atom(rule.head.relation, rule.head.terms),
            "body": [self._condition(condition) for condition in rule.body],
            "name": rule.name,
            "says": rule.says,
            "voice": rule.voice,
            "path": rule.path,
            "line": rule.line,
            "text": str(rule),
        }

    def _condition(self, condition: Condition) -> list[Any]:
        """`[relation, terms]`, `[relation, terms, "not"]`, or `[left, operator, right]` under the name `""`."""
        if isinstance(condition, Comparison):
            return ["", [self._term(condition.left), self._term(condition.right)], condition.op]
        return [*self._atom(condition.atom.relation, condition.atom.terms), *(() if condition.positive else ("not",))]

    def _atom(self, relation: str, terms: Sequence[Term]) -> list[Any]:
        return [relation, [self._term(term) for term in terms]]

    def _term(self, term: Term) -> str | int:
        """A variable by its name, a constant by its place."""
        return term.name if isinstance(term, Variable) else self.values[term]

    # ---------------------------------------------------------------------------------------- what identifiers stand for

    def _entities(self) -> dict[str, Any]:
        entities = self.stage.facts.entities
        kinds = list(dict.fromkeys(entity.kind for entity in entities.values()))
        words: list[str] = []
        operands: dict[int, list[list[int]]] = {}
        spans: list[tuple[int, int, int, int]] = []
        wordings: dict[str, Wording] = {}
        for ident, entity in entities.items():
            wording = wordings.get(entity.function) or wordings.setdefault(entity.function, Wording(self.stage, entity.function))
            words.append("" if entity.kind == "variable" and entity.name == ident else wording.entity(entity))
            place = self.places.entity(ident)
            spans.append((0, 0, 0, 0) if place is None else (place.line, place.column, place.end_line, place.end_column))
            places = self._operands(ident, entity)
            if places:
                operands[self.values[ident]] = places
        return {
            "ids": deltas([self.values[ident] for ident in entities]),
            "kinds": kinds,
            "kind": [kinds.index(entity.kind) for entity in entities.values()],
            "function": deltas([self.values[entity.function] for entity in entities.values()]),
            "op": deltas([self._op_of(entity) for entity in entities.values()]),
            "words": words,
            "spans": [deltas([span[side] for span in spans]) for side in range(4)],
            "operands": operands,
        }

    def _op_of(self, entity: Entity) -> int:
        op = entity.node.op if isinstance(entity.node, Call) else ""
        return self.values[op] if op in self.stage.facts.ops else NOWHERE

    def _operands(self, ident: str, entity: Entity) -> list[list[int]]:
        """`[index, line, column, end line, end column]` for each operand of a call or yield that facts speak of."""
        found: list[list[int]] = []
        for index in sorted(self._spoken_of.get(ident, ())):
            span = operand_span(self.stage.source, entity, index)
            if span is not None:
                found.append([index, *span])
        return found

    def _ops(self) -> dict[int, list[str]]:
        """What the operands of each op that occurs are called, where it is described."""
        specs = self.stage.specs.ops
        return {self.values[name]: [arg.name for arg in specs[name].args] for name in self.stage.facts.ops if name in specs}


def _operands_spoken_of(stage: Stage) -> dict[str, set[int]]:
    """For each call the operands whose place a given row may be asked for (`Places.atom`)."""
    found: dict[str, set[int]] = {}
    for relation in stage.rulebook.relations.values():
        if relation.given and "Index" in relation.columns and relation.at in relation.columns:
            at, index = relation.columns.index(relation.at), relation.columns.index("Index")
            for row in stage.model.rows(relation.name):
                entity, number = stage.facts.entities.get(str(row[at])), row[index]
                if entity is not None and entity.kind in ("call", "yield") and isinstance(number, int):
                    found.setdefault(str(row[at]), set()).add(number)
    return found


def _terms(rule: Rule) -> list[Term]:
    terms: list[Term] = list(rule.head.terms)
    for condition in rule.body:
        terms += (condition.left, condition.right) if isinstance(condition, Comparison) else condition.atom.terms
    return terms
