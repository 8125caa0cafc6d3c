"""Violations as messages: rows of a model in, diagnostics out. What is a violation, and its words, stand in `rules/verify*.lp`.

A rule that derives `violation(Check, Where)` has one condition; the row of that condition fills the rule's sentence, which
is the message. Beside `%!name` and `%!says` such a rule carries

    %!code   the code of the diagnostic
    %!mark   a column whose place is shown, and the words there; `Call.Index` is an operand. The first one is the place
    %!each   a relation whose rows with the same values are shown too, and which of its columns, with words
    %!help   the way out
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..ir_facts.diagnostic import Diagnostic, Label
from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Source, Span
from ..ir_facts.opspecs import Specs
from ..ir_facts.record import record
from .join import Binding, unify
from .model import Model
from .operands import operand_span
from .places import heading
from .properties import VIOLATION
from .rulebook import Rulebook, Template, template
from .rules_ast import Atom, Literal, Rule

SHOWN = 8
"""How many rows of an `%!each` are shown."""


@record
class Mark:
    """A place to show: a variable of the rule, maybe an operand of it, and the words."""

    column: str
    index: str
    words: Template


@record
class Each:
    """Rows of another relation to show: its atom over the rule's variables, the column with the place, the words."""

    relation: str
    columns: tuple[str, ...]
    mark: Mark


@record
class Check:
    """One rule that derives a violation, with everything that it says about its message."""

    name: str
    code: str
    rule: Rule
    condition: Atom
    marks: tuple[Mark, ...]
    each: tuple[Each, ...]
    help: Template


def checks(rulebook: Rulebook) -> tuple[Check, ...]:
    """Every rule of `rulebook` that derives a violation, in file order."""
    said = {(source.path, line): notes for source in rulebook.sources for line, notes in _notes(source)}
    found: list[Check] = []
    for rule in rulebook.by_head.get(VIOLATION, ()):
        (condition,) = (item.atom for item in rule.body if isinstance(item, Literal))
        notes = said[rule.path, rule.line]
        marks = tuple(_mark(text) for word, text in notes if word == "mark")
        each = tuple(_each(text) for word, text in notes if word == "each")
        words = dict(notes)
        found.append(Check(str(rule.head.terms[0]), words["code"], rule, condition, marks, each, template(words.get("help", ""))))
    return tuple(found)


def violations(
    model: Model, rulebook: Rulebook, facts: Facts, source: Source | None, specs: Specs, wanted: Iterable[str] | None = None
) -> list[Diagnostic]:
    """Every violation in `model` of the checks named `wanted` (default: all), by place."""
    if not model.rows(VIOLATION):
        return []
    teller = _Teller(model, facts, source, specs)
    chosen = None if wanted is None else frozenset(wanted)
    told: dict[tuple[str, str, Span | None], Diagnostic] = {}
    for check in checks(rulebook):
        if chosen is None or check.name in chosen:
            for diagnostic in teller.tell(check):
                place = diagnostic.labels[0].span if diagnostic.labels else None
                told.setdefault((diagnostic.code, diagnostic.message, place), diagnostic)
    return sorted(told.values(), key=lambda one: (one.labels[0].span if one.labels else Span(0, 0, 0, 0), one.code, one.message))


class _Teller:
    def __init__(self, model: Model, facts: Facts, source: Source | None, specs: Specs) -> None:
        self.model = model
        self.entities = facts.entities
        self.source = source
        self.names = {space.constant: name for name, space in specs.spaces.items()}

    def tell(self, check: Check) -> Iterator[Diagnostic]:
        """The diagnostics of one check, one for each row that breaks it."""
        for row in self.model.rows(check.condition.relation):
            binding = unify(check.condition, row, {})
            if binding is None or not self.model.match(VIOLATION, (check.name, binding.get(_where(check.rule)))):
                continue
            labels = [label for mark in check.marks for label in self._labels(mark, binding)]
            for each in check.each:
                labels += self._rows(each, binding)
            message, help_ = self._fill(check.rule.says, binding), self._fill(check.help, binding)
            yield Diagnostic(check.code, message, tuple(labels), help_, source=self.source)

    def _labels(self, mark: Mark, binding: Binding) -> list[Label]:
        entity = self.entities.get(str(binding[mark.column]))
        if entity is None:
            return []
        span = None
        if mark.index:
            span = operand_span(self.source, entity, int(binding[mark.index]))
        span = span or heading(entity, self.source)
        return [] if span is None else [Label(span, self._fill(mark.words, binding))]

    def _rows(self, each: Each, binding: Binding) -> list[Label]:
        pattern = [binding.get(column) for column in each.columns]
        found: list[Label] = []
        for row in self.model.match(each.relation, pattern)[:SHOWN]:
            found += self._labels(each.mark, {**binding, **dict(zip(each.columns, row, strict=True))})
        return found

    def _fill(self, words: Template, binding: Binding) -> str:
        """A sentence with its variables filled in."""
        parts = words[0].split("%")
        return "".join(part + self._word(binding[name]) for part, name in zip(parts, words[1], strict=False)) + parts[-1]

    def _word(self, value: str | int) -> str:
        """A term as people write it: `x` for `kernel.x`, `LeftScale` for `left_scale`."""
        if isinstance(value, str):
            entity = self.entities.get(value)
            if entity is not None and entity.kind in ("variable", "state"):
                return value.split(".", 1)[-1].split("@", 1)[0]
            return self.names.get(value, value)
        return str(value)


def _where(rule: Rule) -> str:
    term = rule.head.terms[1]
    return getattr(term, "name", "")


def _notes(source: Source) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """For each rule, by its line, the `%!` lines above it."""
    pending: list[tuple[str, str]] = []
    for number, line in enumerate(source.text.splitlines(), 1):
        if line.startswith("%!"):
            word, _, rest = line[2:].partition(" ")
            pending.append((word, rest.strip()))
        elif line and not line.startswith("%"):
            if pending:
                yield number, pending
            pending = []
        elif not line:
            pending = []


def _mark(text: str) -> Mark:
    """`Call.Index {"words %", Space}`."""
    place, _, words = text.partition(" ")
    column, _, index = place.partition(".")
    return Mark(column, index, template(words))


def _each(text: str) -> Each:
    """`live_at(Function, Space, Tile, Bytes) Tile {"% bytes", Bytes}`."""
    signature, _, rest = text.partition(") ")
    relation, _, columns = signature.partition("(")
    return Each(relation, tuple(column.strip() for column in columns.split(",")), _mark(rest))
