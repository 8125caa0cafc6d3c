"""Conjunctive queries: `space(T, mat), not target_memory(C, _), defines(C, T)` in, a table of what makes it true out.

A query is the body of a rule: atoms, atoms under `not`, comparisons. Its named variables are the columns of the answer, in order of
appearance. It is looked up in the finished model; nothing is solved again.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError, Label
from ..ir_facts.nodes import Source, Span
from ..ir_facts.record import record, replace
from ..ir_facts.spelling import did_you_mean, nearest
from .join import solutions, variables
from .model import Row
from .places import KERNEL, Place, Places
from .rulebook import Relation, Rulebook
from .rules_ast import Atom, Condition, Literal, Variable, parse_rules, term_text
from .stages import Round, Stage
from .telling import ordered, places_text

_HEAD = "answer :- "


@record
class Query:
    """A parsed query with its text, for messages."""

    text: str
    conditions: tuple[Condition, ...]

    @property
    def relations(self) -> list[str]:
        """The relations it speaks of, in order of appearance."""
        return list(dict.fromkeys(item.atom.relation for item in self.conditions if isinstance(item, Literal)))

    @property
    def columns(self) -> tuple[str, ...]:
        """Its named variables, in order of appearance; one that begins with `_` is only for joining."""
        names = dict.fromkeys(name for item in self.conditions for name in variables(item))
        return tuple(name for name in names if not name.startswith("_"))


@record
class Table:
    """The answers to a query: `rows` of values under `columns`, and for each value its place, if it has one. `str()` is the text.

    `notes` say why there may be no row.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    places: tuple[tuple[Place | None, ...], ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        from .table_text import table_text

        return table_text(self)

    def where(self, index: int) -> str:
        """The places of one row on one line: lines of the kernel, or if there are none, of op-spec files."""
        places = [place for place in self.places[index] if place is not None]
        return places_text(ordered([place for place in places if place.kind == KERNEL] or places))


def parse_query(text: str) -> Query:
    """Raises DiagnosticError: TW0701 and TW0702, with places in the query."""
    stripped = text.strip().removesuffix(".")
    if not stripped:
        label = Label(Span(1, 0, 1, 1))
        raise DiagnosticError(Diagnostic("TW0701", "this is not a query: it is empty", (label,), source=Source("query", text)))
    try:
        (rule,) = parse_rules("query", f"{_HEAD}{stripped}.")
    except DiagnosticError as error:
        raise DiagnosticError(*(_in_query(told, stripped) for told in error.diagnostics)) from None
    except ValueError:
        raise DiagnosticError(
            Diagnostic("TW0701", "a query is one list of conditions, separated by commas", source=Source("query", stripped))
        ) from None
    return Query(stripped, rule.body)


def single_atom(query: Query) -> Atom:
    """The atom that is all of a query. Raises DiagnosticError TW0701 when it says more, or only what is not there."""
    only = query.conditions[0]
    if len(query.conditions) != 1 or not isinstance(only, Literal) or not only.positive:
        message = "only a single atom has a proof"
        raise DiagnosticError(
            Diagnostic("TW0701", message, help="`tilewhy query` answers whole queries", source=Source("query", query.text))
        )
    return only.atom


def choose_stage(query: Query, rounds: Sequence[Round], wanted: str = "") -> Stage:
    """The first round that knows every relation of the query, or the one called `wanted`.

    Raises DiagnosticError TW0703, TW0704, TW0720 or TW0724.
    """
    rounds = [round_ for round_ in rounds if wanted in ("", round_.name)]
    known: dict[str, list[Round]] = {}
    for round_ in rounds:
        for name in round_.rulebook.relations:
            known.setdefault(name, []).append(round_)
    for name in query.relations:
        if name not in known:
            raise _refusal(query, name, "TW0703", f"there is no relation `{name}`", _suggestion(name, known))
    for round_ in rounds:
        if all(name in round_.rulebook.relations for name in query.relations):
            _check_arities(query, round_.rulebook)
            stage = round_.stage()
            if stage is None:
                message = f"the kernel is refused, so there is no {round_.name} to ask about"
                raise DiagnosticError(Diagnostic("TW0724", message, help="`tilewhy infer` says what is wrong with it"))
            return stage
    homes = [f"{name} is known in {' and '.join(round_.name for round_ in known[name])}" for name in query.relations]
    help_ = "ask about one round at a time: they speak of different programs, before and after moves were inserted"
    raise DiagnosticError(Diagnostic("TW0720", f"no round knows all of these relations: {', '.join(homes)}", help=help_))


def answer(query: Query, stage: Stage) -> Table:
    """Every way to make `query` true in the model of `stage`."""
    columns = query.columns
    found: set[Row] = {tuple(binding[name] for name in columns) for binding in solutions(stage.model, query.conditions, {})}
    rows = sorted(found, key=lambda row: [(isinstance(value, str), value) for value in row])
    places = Places(stage)
    said = {value: places.entity(value) for row in rows for value in row if isinstance(value, str)}
    where = tuple(tuple(said.get(value) if isinstance(value, str) else None for value in row) for row in rows)
    return Table(columns, tuple(rows), where, () if rows else tuple(_notes(query, stage)))


def columns_text(relation: Relation) -> str:
    """`space(Tile, Space)`."""
    return f"{relation.name}({', '.join(relation.columns)})"


def _check_arities(query: Query, book: Rulebook) -> None:
    for item in query.conditions:
        if isinstance(item, Literal):
            relation = book.relations[item.atom.relation]
            if len(item.atom.terms) != len(relation.columns):
                message = f"{relation.name} has {len(relation.columns)} columns, not {len(item.atom.terms)}"
                raise _refusal(query, relation.name, "TW0704", message, f"they are {columns_text(relation)}")


def _suggestion(name: str, known: dict[str, list[Round]]) -> str:
    close = nearest(name, known)
    if close is None:
        return "`tilewhy relations` lists all relations"
    return f"did you mean `{columns_text(known[close][0].rulebook.relations[close])}`?"


def _notes(query: Query, stage: Stage) -> list[str]:
    """For each constant that no row has in its column, what the column holds."""
    notes: list[str] = []
    for item in query.conditions:
        if isinstance(item, Literal) and item.positive:
            notes += _missing(item.atom, stage)
    return notes


def _missing(atom: Atom, stage: Stage) -> list[str]:
    rows = stage.model.rows(atom.relation)
    if not rows:
        return [f"{atom.relation} has no rows here"]
    notes: list[str] = []
    for index, term in enumerate(atom.terms):
        if isinstance(term, Variable) or any(row[index] == term for row in rows):
            continue
        values = [str(row[index]) for row in rows]
        column = stage.rulebook.relations[atom.relation].columns[index]
        close = next((value for value in values if value.endswith(f".{term}")), None)
        guess = f"did you mean `{close}`?" if close is not None else did_you_mean(str(term), values)
        notes.append(f"no row of {atom.relation} has {term_text(term)} as {column}{f'; {guess}' if guess else ''}")
    return notes


def _refusal(query: Query, word: str, code: str, message: str, help_: str) -> DiagnosticError:
    at = max(query.text.find(f"{word}("), 0)
    label = Label(Span(1, at, 1, at + len(word)))
    return DiagnosticError(Diagnostic(code, message, (label,), help_, source=Source("query", query.text)))


def _in_query(told: Diagnostic, text: str) -> Diagnostic:
    """A message about the rule that was made of a query, as one about the query."""
    labels = tuple(
        replace(label, span=Span(1, max(label.span.column - len(_HEAD), 0), 1, max(label.span.end_column - len(_HEAD), 1)))
        for label in told.labels
    )
    return replace(
        told, labels=labels, source=Source("query", text), message=told.message.replace("this is not a rule", "this is not a query")
    )
