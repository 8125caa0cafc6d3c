"""The reference evaluator: pyDatalog derives the same relations from the same parsed rules, slowly and top-down.

In come a rulebook and facts as text, out comes a `Model`. Each parsed rule becomes one pyDatalog clause. The relations are asked
one group of mutually recursive relations after the other, and what a group has derived is asserted as facts for the later ones:
within one question pyDatalog keeps what it has found, between two questions it forgets it.

pyDatalog keeps its clauses in a database that belongs to the thread. A solve works in a database of its own and puts the caller's
back, so neither another thread nor a program of the user's own that is loaded in this one is disturbed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from .fact_text import atoms
from .model import Model, Row
from .rulebook import Rulebook
from .rules_ast import Atom, Comparison, Condition, Literal, Rule, Variable


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
        for name, relation in rulebook.relations.items():
            engine.insert(engine.Pred(name, len(relation.columns))).prearity = len(relation.columns)
        _assert(engine, rows)
        for group in groups(rulebook):
            rules = [rule for relation in group for rule in rulebook.by_head.get(relation, ())]
            clauses = [engine.assert_(_clause(engine, rule)) for rule in rules]
            derived = {relation: _ask(engine, rulebook, relation) for relation in dict.fromkeys(rule.head.relation for rule in rules)}
            for clause in clauses:
                engine.retract(clause)
            _assert(engine, {relation: found - rows[relation] for relation, found in derived.items()})
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


def _assert(engine: Any, rows: dict[str, set[Row]]) -> None:
    for relation, found in rows.items():
        for row in found:
            engine.assert_(engine.Clause(engine.Literal(relation, [engine.Const(value) for value in row]), []))


def _ask(engine: Any, rulebook: Rulebook, relation: str) -> set[Row]:
    columns = rulebook.relations[relation].columns
    try:
        answer = engine.Literal(relation, [engine.Var(column) for column in columns]).ask()
    except TypeError:
        message = f"a rule for {relation} compares a number with a word; only numbers have an order"
        raise DiagnosticError(Diagnostic("TW0702", message, help="compare columns that hold numbers, such as ranks")) from None
    if answer is True:  # how pyDatalog says that a relation without columns holds
        return {()}
    return {tuple(row) for row in answer}


def _clause(engine: Any, rule: Rule) -> Any:
    """The clause of a rule. Conditions that bind nothing come last: pyDatalog reads a body from left to right."""
    fresh: Iterator[str] = (f"_{count}" for count in range(1_000_000))
    body = sorted(rule.body, key=_binds_nothing)
    return engine.Clause(_atom(engine, rule.head, fresh), [_condition(engine, item, fresh) for item in body])


def _binds_nothing(item: Condition) -> int:
    return 0 if isinstance(item, Literal) and item.positive else 1


def _condition(engine: Any, item: Condition, fresh: Iterator[str]) -> Any:
    if isinstance(item, Comparison):
        op = "==" if item.op == "=" else item.op
        return engine.Literal(op, [_term(engine, item.left, fresh), _term(engine, item.right, fresh)])
    return _atom(engine, item.atom, fresh, "" if item.positive else "~")


def _atom(engine: Any, atom: Atom, fresh: Iterator[str], sign: str = "") -> Any:
    return engine.Literal(f"{sign}{atom.relation}", [_term(engine, term, fresh) for term in atom.terms])


def _term(engine: Any, term: Any, fresh: Iterator[str]) -> Any:
    """A term; each `_` is a variable of its own."""
    if isinstance(term, Variable):
        return engine.Var(next(fresh) if term.name == "_" else term.name)
    return engine.Const(term)
