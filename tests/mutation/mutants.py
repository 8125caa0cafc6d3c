"""Mutants of the rules: one small change each, as a reader or an editor of a rule file could make it by mistake.

In come rule files, out come mutants: a rule deleted, a condition deleted, a `not` taken away, a comparison turned, a constant exchanged
for another one that stands in the same column. What a mutant is called says what was changed and where, and stays the same when other
rules are edited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from clingo import ast

from tilewhy.engine.properties import CHECKS
from tilewhy.engine.rulebook import Rulebook
from tilewhy.ir_facts.nodes import Source

_TERM = re.compile(r'"[^"]*"|-?\b\d+\b|(?<![\w"])[a-z]\w*(?![\w(])')
_ATOM = re.compile(r"(?:not )?([a-z_]\w*)\((.*)\)$")
_TURNED = {"!=": "=", "=": "!=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}


class Mutant(NamedTuple):
    """One change: `name` is `rules/space.lp: holds fixed-output: without made_by(State,_,Op)`."""

    name: str
    path: str
    first: int
    last: int
    text: str

    def apply(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook with the change."""
        return Rulebook(tuple(self._changed(source) if source.path == self.path else source for source in rulebook.sources))

    def _changed(self, source: Source) -> Source:
        lines = source.text.split("\n")
        blank = [""] * (self.last - self.first)
        return Source(source.path, "\n".join([*lines[: self.first - 1], self.text, *blank, *lines[self.last :]]))


class _Rule(NamedTuple):
    path: str
    name: str
    first: int
    last: int
    head: str
    body: tuple[str, ...]


def mutants(rulebook: Rulebook) -> list[Mutant]:
    """Every mutant of every rule, in the order of the files."""
    rules = [rule for source in rulebook.sources for rule in _rules(source, rulebook)]
    columns = _constants(rules)
    return [mutant for rule in rules for mutant in _of(rule, columns)]


def _of(rule: _Rule, columns: dict[tuple[str, int], set[str]]) -> Iterator[Mutant]:
    label = f"{rule.path}: {rule.name}"

    def mutant(change: str, head: str, body: tuple[str, ...]) -> Mutant:
        text = f"{head} :- {', '.join(body)}." if body else f"{head}."
        return Mutant(f"{label}: {change}", rule.path, rule.first, rule.last, text)

    yield Mutant(f"{label}: deleted", rule.path, rule.first, rule.last, "")
    for place, item in enumerate(rule.body):
        others = (*rule.body[:place], *rule.body[place + 1 :])
        yield mutant(f"without {item}", rule.head, others)
        if item.startswith("not "):
            yield mutant(f"{item[4:]} instead of {item}", rule.head, (*others, item[4:]))
        for changed in _exchanged(item, columns):
            yield mutant(f"{changed} instead of {item}", rule.head, (*others, changed))
    for changed in _exchanged(rule.head, columns):
        yield mutant(f"{changed} instead of {rule.head}", changed, rule.body)


def _exchanged(item: str, columns: dict[tuple[str, int], set[str]]) -> Iterator[str]:
    """`item` with a comparison turned, or with one constant exchanged for the next one of its column."""
    atom = _ATOM.match(item)
    if atom is None:
        for op, turned in _TURNED.items():
            left, found, right = item.partition(f" {op} ")
            if found:
                yield f"{left} {turned} {right}"
                break
        return
    terms = _split(atom.group(2))
    for column, term in enumerate(terms):
        if not _TERM.fullmatch(term):
            continue
        known = sorted(columns.get((atom.group(1), column), set()) | {term})
        other = str(int(term) + 1) if term.lstrip("-").isdigit() else known[(known.index(term) + 1) % len(known)]
        if other != term:
            changed = ",".join((*terms[:column], other, *terms[column + 1 :]))
            yield f"{item[: atom.start(2)]}{changed})"


def _split(terms: str) -> list[str]:
    return re.findall(r'"[^"]*"|[^,]+', terms)


def _constants(rules: list[_Rule]) -> dict[tuple[str, int], set[str]]:
    """The constants that the rules write in each column of each relation.

    Every stage has all checks, so that the mutants of a rule that two stages share are the same in both.
    """
    found: dict[tuple[str, int], set[str]] = {("violation", 0): {f'"{check}"' for check in CHECKS}}
    for rule in rules:
        for item in (rule.head, *rule.body):
            if (atom := _ATOM.match(item)) is not None:
                for column, term in enumerate(_split(atom.group(2))):
                    if _TERM.fullmatch(term):
                        found.setdefault((atom.group(1), column), set()).add(term)
    return found


def _rules(source: Source, rulebook: Rulebook) -> list[_Rule]:
    names = {rule.line: rule.name for rule in rulebook.rules if rule.path == source.path}
    found: list[_Rule] = []

    def collect(node: Any) -> None:
        if node.ast_type == ast.ASTType.Rule:
            place = node.location
            head = re.sub(r"\s+", "", str(node.head))
            body = tuple(_written(item) for item in node.body)
            relation = head.partition("(")[0]
            found.append(_Rule(source.path, f"{relation} {names[place.begin.line]}", place.begin.line, place.end.line, head, body))

    ast.parse_string(source.text, collect)
    return found


def _written(item: Any) -> str:
    """A condition as text: without spaces, but around what is no atom."""
    text = str(item)
    return re.sub(r",\s+", ",", text)
