"""The default evaluator: clingo grounds the rules over the facts, and a stratified program is solved when it is grounded.

In come a rulebook and facts as text, out comes a `Model`. The relations that every run reads leave clingo as one text;
the others are fetched when somebody asks for them, which only explanations and queries do: given ones from the text of the
facts, derived ones symbol by symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from .fact_text import by_relation, rows
from .model import Model, Row
from .rulebook import Rulebook

MANY = 40
"""The number of facts from which on a relation is worth a rule of its own."""


def solve(rulebook: Rulebook, facts: str, read: Iterable[str] = ()) -> Model:
    """The one model of `rulebook` over `facts`; `read` names the relations that will be read anyway.

    Raises DiagnosticError: TW0701 to TW0705 for rules that are no stratified Datalog, TW0706 when the model is not unique.
    """
    from clingo import Control

    messages: list[str] = []
    control: Any = Control(["2"], logger=lambda _code, message: messages.append(message))
    shown = set(read)
    try:
        control.add("base", [], rulebook.text)
        said, rest = _divide(rulebook, facts)
        control.add("base", [], rest)
        answers = [f"#show {name}/{rulebook.arities[name]}." for name in sorted(shown & rulebook.arities.keys())]
        control.add("base", [], f"#show.{''.join(answers)}")
        control.ground([("base", [])], context=said)
        with control.solve(yield_=True) as found:
            models = [str(model) for model in found]
    except RuntimeError:
        rulebook.check()
        raise DiagnosticError(Diagnostic("TW0701", f"clingo refused the rules: {'; '.join(messages)}")) from None
    if len(models) != 1:
        rulebook.check()
        count = "no model" if not models else "several models"
        raise DiagnosticError(Diagnostic("TW0706", f"the rules have {count} for this kernel"))
    return Model(_reader(control, models[0], shown, facts, rulebook), _tester(control))


class _Said:
    """Facts as terms, which clingo asks for while it grounds. To read one as a term costs half of reading it as a rule."""

    def __init__(self) -> None:
        self.terms: dict[str, list[str]] = {}

    def said(self, relation: Any) -> list[Any]:
        """The rows of a relation as tuples."""
        from clingo import parse_term

        return parse_term(f"(({',),('.join(self.terms[relation.name])},),)").arguments


def _divide(rulebook: Rulebook, facts: str) -> tuple[_Said, str]:
    """The facts of relations that have many, and a text with the others and a rule for each of these relations."""
    many = _Said()
    text: list[str] = []
    for name, terms in by_relation(facts, ").").items():
        if len(terms) >= MANY and name in rulebook.arities:
            many.terms[name] = terms
            columns = ",".join([f"V{index}" for index in range(rulebook.arities[name])])
            text.append(f"{name}({columns}) :- ({columns},) = @said({name}).")
        else:
            text.append(f"{name}({f'). {name}('.join(terms)}).")
    return many, "\n".join(text)


def _reader(control: Any, text: str, shown: set[str], facts: str, rulebook: Rulebook) -> Callable[[str], list[Row]]:
    """What brings the rows of one relation: shown ones are in `text`, given ones in `facts`, the others in clingo."""
    known = by_relation(text, ") ")
    arities: dict[str, list[int]] = {}
    for name, arity, _ in control.symbolic_atoms.signatures:
        arities.setdefault(name, []).append(arity)
    said: dict[str, list[str]] = {}

    def load(relation: str) -> list[Row]:
        if relation in shown:
            return rows(known.get(relation, ()))
        declared = rulebook.relations.get(relation)
        if declared is not None and declared.given:
            if not said:
                said.update(by_relation(facts, ")."))
            return list(dict.fromkeys(rows(said.get(relation, ()))))
        signatures = [(relation, arity) for arity in arities.get(relation, ())]
        found = [str(atom.symbol) for signature in signatures for atom in control.symbolic_atoms.by_signature(*signature)]
        return rows([symbol[len(relation) + 1 : -1] for symbol in found])

    return load


def _tester(control: Any) -> Callable[[str, Row], bool]:
    """What looks one row up in clingo."""
    from itertools import product

    from clingo import Function, Number, String

    def symbols(value: str | int) -> tuple[Any, ...]:
        """What a value may be in clingo: one that looks like a constant may be a string as well."""
        if isinstance(value, int):
            return (Number(value),)
        word = value[:1].islower() and value.isascii() and value.replace("_", "a").isalnum()
        return (Function(value), String(value)) if word else (String(value),)

    def contains(relation: str, row: Row) -> bool:
        atoms = control.symbolic_atoms
        return any(atoms[Function(relation, terms)] is not None for terms in product(*map(symbols, row)))

    return contains
