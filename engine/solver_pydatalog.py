"""The reference evaluator: pyDatalog derives the same relations from the same parsed rules, slowly and top-down.

In come a rulebook and facts as text, out comes a `Model`. Each parsed rule becomes a pyDatalog clause. The relations are asked one
group of mutually recursive relations after the other, and what a group has derived is asserted as facts for the later ones: between
two questions pyDatalog forgets what it has found. Within a group the questions go in rounds (semi-naive evaluation), since pyDatalog's
own recursion does not come to an end on some graphs with circles (datalog-conformance, recursion/souffle_example_clique).

pyDatalog keeps its clauses in a database that belongs to the thread. A solve works in a database of its own and puts the caller's
back, so neither another thread nor a program of the user's own that is loaded in this one is disturbed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count as count_from
from typing import Any

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from .fact_text import atoms
from .model import Model, Row
from .rulebook import Rulebook
from .rules_ast import ANYTHING, Atom, Comparison, Condition, Literal, Rule, Variable

_FOUND, _LAST = "found_", "last_"
"""Before the name of a relation: what the rules derive in this round, and what was new in the round before."""


def solve(rulebook: Rulebook, facts: str, read: Iterable[str] = ()) -> Model:
    """The one model of `rulebook` over `facts`. Every relation is derived, whichever are `read`.

    Raises DiagnosticError: TW0701 to TW0705 for rules that are no stratified Datalog (and TW0702 where one orders a number and a
    word, which clingo would do), TW0712 where pyDatalog is not installed.
    """
    rulebook.check()
    rows: dict[str, set[Row]] = {name: set() for name in rulebook.relations}
    for relation, row in atoms(facts):
        if relation in rows:
            rows[relation].add(row)
    with _own_database() as engine:
        database = _Database(engine, rulebook)
        database.tell(rows)
        for group in groups(rulebook):
            derived = database.derive(group)
            for relation, found in derived.items():
                rows[relation] |= found
    return Model(lambda relation: rows.get(relation, ()))


def groups(rulebook: Rulebook) -> list[tuple[str, ...]]:
    """The relations in groups that depend only on themselves and on earlier groups (Tarjan's algorithm)."""
    found: list[tuple[str, ...]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []

    def visit(relation: str) -> None:
        number[relation] = lowest[relation] = len(number)
        stack.append(relation)
        for rule in rulebook.by_head.get(relation, ()):
            for item in rule.body:
                if isinstance(item, Literal):
                    below = item.atom.relation
                    if below not in number:
                        visit(below)
                        lowest[relation] = min(lowest[relation], lowest[below])
                    elif below in stack:
                        lowest[relation] = min(lowest[relation], number[below])
        if lowest[relation] == number[relation]:
            group = tuple(stack[stack.index(relation) :])
            del stack[-len(group) :]
            found.append(group)

    for relation in rulebook.relations:
        if relation not in number:
            visit(relation)
    return found


@contextmanager
def _own_database() -> Generator[Any, None, None]:
    """pyDatalog's engine with an empty database for this thread. The one that was there before is put back at the end."""
    try:
        engine: Any = import_module("pyDatalog.pyEngine")
    except ImportError:
        message = "the engine pydatalog needs the package pyDatalog, which is not installed"
        raise DiagnosticError(Diagnostic("TW0712", message, help="pip install pyDatalog")) from None
    databases: Any = engine.Logic
    before = getattr(databases.tl, "logic", None)
    counter = getattr(engine.Fresh_var.tl, "counter", 0)
    databases()
    try:
        yield engine
    finally:
        databases.tl.logic, engine.Fresh_var.tl.counter = before, counter
        if before is None:
            del databases.tl.logic


class _Database:
    """The clauses and facts of one solve."""

    def __init__(self, engine: Any, rulebook: Rulebook) -> None:
        self.engine = engine
        self.rulebook = rulebook
        for name, relation in rulebook.relations.items():
            for kind in (name, _FOUND + name, _LAST + name):
                engine.insert(engine.Pred(kind, len(relation.columns))).prearity = len(relation.columns)

    def tell(self, rows: dict[str, set[Row]], prefix: str = "") -> list[Any]:
        """Add facts; their clauses, by which they can be withdrawn."""
        engine = self.engine
        told: list[Any] = []
        for relation, found in rows.items():
            for row in found:
                head = engine.Literal(prefix + relation, [engine.Const(value) for value in row])
                told.append(engine.assert_(engine.Clause(head, [])))
        return told

    def derive(self, group: tuple[str, ...]) -> dict[str, set[Row]]:
        """What the rules of `group` derive from the facts so far; it is told to the database, round by round.

        The first round takes the rules as they are. A later one looks only for what follows from a row of the round before: each
        condition on a relation of the group in turn is read as "found in the last round", and stands first.
        """
        rules = [rule for relation in group for rule in self.rulebook.by_head.get(relation, ())]
        heads = tuple(dict.fromkeys(rule.head.relation for rule in rules))
        every: dict[str, set[Row]] = {relation: set() for relation in heads}
        if not heads:
            return every
        known = {relation: self._ask(relation) for relation in group}
        fresh = self._round([(rule, None) for rule in rules], heads, known)
        recursive: list[tuple[Rule, int | None]] = [(rule, place) for rule in rules for place in _within(rule, group)]
        while any(fresh.values()):
            self.tell(fresh)
            for relation in heads:
                known[relation] |= fresh[relation]
                every[relation] |= fresh[relation]
            if not recursive:
                break
            last = self.tell(fresh, _LAST)
            fresh = self._round(recursive, heads, known)
            self._withdraw(last)
        return every

    def _round(self, rules: list[tuple[Rule, int | None]], heads: tuple[str, ...], known: dict[str, set[Row]]) -> dict[str, set[Row]]:
        clauses = [self.engine.assert_(_clause(self.engine, rule, place)) for rule, place in rules]
        fresh = {relation: self._ask(relation, _FOUND) - known[relation] for relation in heads}
        self._withdraw(clauses)
        return fresh

    def _withdraw(self, clauses: list[Any]) -> None:
        for clause in clauses:
            self.engine.retract(clause)

    def _ask(self, relation: str, prefix: str = "") -> set[Row]:
        engine = self.engine
        columns = self.rulebook.relations[relation].columns
        try:
            answer = engine.Literal(prefix + relation, [engine.Var(column) for column in columns]).ask()
        except TypeError:
            message = f"a rule for {relation} compares a number with a word; only numbers have an order"
            raise DiagnosticError(Diagnostic("TW0702", message, help="compare columns that hold numbers, such as ranks")) from None
        if answer is True:  # how pyDatalog says that a relation without columns holds
            return {()}
        return {tuple(row) for row in answer}


def _within(rule: Rule, group: tuple[str, ...]) -> list[int]:
    """The places of the conditions of `rule` that read a relation of its own group."""
    return [place for place, item in enumerate(rule.body) if isinstance(item, Literal) and item.positive and item.atom.relation in group]


def _clause(engine: Any, rule: Rule, place: int | None) -> Any:
    """The clause of a rule. The condition at `place`, if any, is read as "found in the last round"."""
    fresh: Iterator[str] = (f"_{count}" for count in count_from(0))
    body: list[Any] = []
    for item in _order(rule.body, place):
        prefix = _LAST if place is not None and item is rule.body[place] else ""
        body.append(_condition(engine, item, fresh, prefix))
    return engine.Clause(_atom(engine, rule.head, fresh, _FOUND), body)


def _order(body: tuple[Condition, ...], place: int | None) -> list[Condition]:
    """`body` in the order in which pyDatalog, which reads from left to right, should meet it.

    The condition at `place` comes first; then always the one of which most is known by then, so that no two conditions without a
    common variable stand side by side if it can be helped; in the end what binds nothing.
    """
    ordered = [] if place is None else [body[place]]
    waiting = [item for item in body if isinstance(item, Literal) and item.positive and item not in ordered]
    known = {term for item in ordered for term in _variables(item)}
    while waiting:
        best = max(waiting, key=lambda item: sum(term in known or not isinstance(term, Variable) for term in item.atom.terms))
        waiting.remove(best)
        ordered.append(best)
        known |= _variables(best)
    return ordered + [item for item in body if item not in ordered]


def _variables(item: Condition) -> set[Variable]:
    terms = item.atom.terms if isinstance(item, Literal) else ()
    return {term for term in terms if isinstance(term, Variable) and term != ANYTHING}


def _condition(engine: Any, item: Condition, fresh: Iterator[str], prefix: str) -> Any:
    if isinstance(item, Comparison):
        op = "==" if item.op == "=" else item.op
        return engine.Literal(op, [_term(engine, item.left, fresh), _term(engine, item.right, fresh)])
    return _atom(engine, item.atom, fresh, prefix if item.positive else "~")


def _atom(engine: Any, atom: Atom, fresh: Iterator[str], prefix: str = "") -> Any:
    return engine.Literal(f"{prefix}{atom.relation}", [_term(engine, term, fresh) for term in atom.terms])


def _term(engine: Any, term: Any, fresh: Iterator[str]) -> Any:
    """A term; each `_` is a variable of its own."""
    if isinstance(term, Variable):
        return engine.Var(next(fresh) if term == ANYTHING else term.name)
    return engine.Const(term)
