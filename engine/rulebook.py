"""The rulebook: rule files with their relations, names and sentences, checked before anyone trusts them.

In come `.lp` files. Their text goes to the solvers as it is; parsed rules, names, sentences and column names are made when
somebody asks. Lines that begin with `%!` carry what the rules' own syntax has no room for:

    %!relation space(Tile, Space)                          the relation and its columns
    %!means {"% is placed in %", Tile, Space}              what a row says
    %!lacks {"% is not in %", Tile, Space}                 what it says that there is no such row
    %!at Tile                                              the column whose place is the row's place
    %!open                                                 users may add rules for it
    %!name placed-by-demand                                the name of the rule that follows
    %!says {"% is wanted in %, ...", Tile, Demand}         its sentence
    %!quiet                                                readers are told its conditions instead; `%!mute`: nothing

Refused, with file, line and column: a rule outside the fragment, recursion through negation, a relation nobody declared.
"""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError, Label
from ..ir_facts.nodes import Source, Span
from ..ir_facts.record import record, replace

if TYPE_CHECKING:
    from .rules_ast import Rule

RULES = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "rules")

Template = tuple[str, tuple[str, ...]]
"""A sentence with one `%` for each of the variables that follow."""


@record
class Relation:
    """A relation as its declaration describes it.

    `given` tells facts from what rules derive; `open` that users may add rules of their own.
    """

    name: str
    columns: tuple[str, ...]
    means: Template
    at: str
    given: bool
    path: str
    line: int
    lacks: Template = ("", ())
    open: bool = False


class Rulebook:
    """An ordered set of rule files. Immutable; parsed at most once."""

    def __init__(self, sources: tuple[Source, ...], undeclared: tuple[Relation, ...] = ()) -> None:
        """`undeclared` are relations that the files derive without a declaration."""
        self.sources = sources
        self._undeclared = undeclared

    @property
    def text(self) -> str:
        """All files in one text, for a solver."""
        return "\n".join(source.text for source in self.sources)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule in file order, with name and sentence."""
        return tuple(rule for source in self.sources for rule in _rules(source))

    @cached_property
    def relations(self) -> dict[str, Relation]:
        """Every declared relation by its name."""
        declared = {relation.name: relation for source in self.sources for relation in _declarations(source)}
        return {**declared, **{relation.name: relation for relation in self._undeclared}}

    @cached_property
    def arities(self) -> dict[str, int]:
        """The number of columns of every declared relation: all that a plain run needs to know of them."""
        signatures = [line for source in self.sources for line in f"\n{source.text}".split("\n%!relation ")[1:]]
        declared = [_signature(line.partition("\n")[0].strip()) for line in signatures]
        return {name: len(columns) for name, columns in [*declared, *((one.name, one.columns) for one in self._undeclared)]}

    @cached_property
    def by_head(self) -> dict[str, tuple[Rule, ...]]:
        """The rules that derive each relation."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.head.relation, []).append(rule)
        return {relation: tuple(rules) for relation, rules in found.items()}

    def check(self) -> None:
        """Refuse what the engines could not agree on. Raises DiagnosticError (TW0701 to TW0705)."""
        from .rules_ast import Literal

        arities = self.arities
        for rule in self.rules:
            for atom in (rule.head, *(item.atom for item in rule.body if isinstance(item, Literal))):
                if atom.relation not in arities:
                    raise self._refusal("TW0703", f"{atom.relation} is declared nowhere", rule, "declare it with %!relation")
                if len(atom.terms) != arities[atom.relation]:
                    columns = ", ".join(self.relations[atom.relation].columns)
                    message = f"{atom.relation} has {arities[atom.relation]} columns, not {len(atom.terms)}"
                    raise self._refusal("TW0704", message, rule, f"its columns are {columns}")
        self.strata  # noqa: B018  # computing the strata is the check

    @cached_property
    def strata(self) -> dict[str, int]:
        """The stratum of each relation: greater than that of every relation that its rules negate."""
        from .rules_ast import Literal

        level = dict.fromkeys(self.relations, 0)
        bound = len(level)
        changed = True
        while changed:
            changed = False
            for rule in self.rules:
                head = rule.head.relation
                for item in rule.body:
                    if isinstance(item, Literal):
                        least = level.get(item.atom.relation, 0) + (not item.positive)
                        if level.get(head, 0) < least:
                            level[head] = least
                            changed = True
                if level.get(head, 0) > bound:
                    raise self._refusal(
                        "TW0705",
                        f"{head} depends on its own absence, so the rulebook is not stratified",
                        rule,
                        "break the circle: let the negated relation be derived without this one",
                    )
        return level

    def _refusal(self, code: str, message: str, rule: Rule, help_: str) -> DiagnosticError:
        source = next(source for source in self.sources if source.path == rule.path)
        width = len(source.text.splitlines()[rule.line - 1])
        return DiagnosticError(Diagnostic(code, message, (Label(Span(rule.line, 0, rule.line, width)),), help_, source=source))


def _rules(source: Source) -> list[Rule]:
    """The rules of one file, each with the name and the sentence that stand above it."""
    from .rules_ast import parse_rules

    named: dict[int, dict[str, str]] = {}
    pending: dict[str, str] = {}
    for number, line in enumerate(source.text.splitlines(), 1):
        if line.startswith("%!"):
            word, _, rest = line[2:].partition(" ")
            pending[word.strip()] = rest.strip()
        elif line and not line.startswith("%") and pending:
            named[number] = pending
            pending = {}
    told: list[Rule] = []
    for rule in parse_rules(source.path, source.text):
        said = named.get(rule.line, {})
        voice = next((word for word in ("quiet", "mute") if word in said), "")
        told.append(replace(rule, name=said.get("name", ""), says=template(said.get("says", "")), voice=voice))
    return told


def _declarations(source: Source) -> list[Relation]:
    """The relations that one file declares. Found by their lines alone, so that a run needs no parsed rules."""
    lines = source.text.splitlines()
    given = {line.split()[1].partition("/")[0] for line in lines if line.startswith("#defined ")}
    found: list[Relation] = []
    said: dict[str, str] = {}
    start = 0
    for number, line in enumerate([*lines, ""], 1):
        word, _, rest = line[2:].partition(" ") if line.startswith("%!") else ("", "", "")
        if said and (word in ("", "relation", "name")):
            name, columns = _signature(said["relation"])
            means, lacks = template(said.get("means", "")), template(said.get("lacks", ""))
            at = said.get("at", columns[0] if columns else "")
            found.append(Relation(name, columns, means, at, name in given, source.path, start, lacks, "open" in said))
            said = {}
        if word == "relation":
            said, start = {word: rest.strip()}, number
        elif said:
            said[word] = rest.strip()
    return found


def _signature(text: str) -> tuple[str, tuple[str, ...]]:
    name, _, rest = text.partition("(")
    return name, tuple(column.strip() for column in rest.rstrip(")").split(",") if column.strip())


def template(text: str) -> Template:
    """`{"% is in %", Tile, Space}` as the sentence and the names."""
    if not text:
        return "", ()
    sentence, _, names = text.strip("{}").strip()[1:].rpartition('"')
    return sentence, tuple(name.strip() for name in names.split(",") if name.strip())


def spelt(template: Template) -> str:
    """A sentence with the names of its variables in place: `Tile is placed in Space`."""
    parts = template[0].split("%")
    return "".join(part + name for part, name in zip(parts, (*template[1], ""), strict=False))


def load_rulebook(*stems: str) -> Rulebook:
    """The built-in files of these names (`space` for `rules/space.lp`)."""
    return Rulebook(tuple([_rule_file(f"{stem}.lp") for stem in stems]))


def _rule_file(name: str) -> Source:
    with open(os.path.join(RULES, name), encoding="utf-8") as file:
        return Source(f"rules/{name}", file.read())
