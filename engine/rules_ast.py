"""Rules as data: what a `.lp` file says, parsed by clingo's own parser (`clingo.ast`).

In come rule texts, out go `Rule`s of our fragment: plain Datalog with stratified negation and comparisons. What lies outside
(disjunction, choice, aggregates, function terms, arithmetic in heads, integrity constraints) is refused with its place.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError, Label
from ..ir_facts.nodes import Source, Span
from ..ir_facts.record import record


@record(eq=True)
class Variable:
    """A variable of a rule. `_` is `Variable("_")` and never binds."""

    name: str


ANYTHING = Variable("_")
"""The variable that stands for anything, and for something else at each place."""

Constant: TypeAlias = "str | int"
"""A ground term: a number, a string, or a bare constant (a string and a constant of the same letters are one value)."""

Term: TypeAlias = "Variable | Constant"


@record(eq=True)
class Atom:
    """`relation(terms)`."""

    relation: str
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(term_text(term) for term in self.terms)})"


@record(eq=True)
class Literal:
    """An atom of a body, plain or under `not`."""

    atom: Atom
    positive: bool

    def __str__(self) -> str:
        return str(self.atom) if self.positive else f"not {self.atom}"


@record(eq=True)
class Comparison:
    """`left op right` in a body; `op` is one of `= != < <= > >=`."""

    left: Term
    op: str
    right: Term

    def __str__(self) -> str:
        return f"{term_text(self.left)} {self.op} {term_text(self.right)}"


Condition: TypeAlias = "Literal | Comparison"


@record
class Rule:
    """One rule with its name, its sentence and its place. `says` is a template and the variables that fill it.

    `voice` is `quiet` where the sentence adds nothing to those of the conditions, so that readers are told these instead, and
    `mute` where a step goes without saying; a proof holds it all the same.
    """

    head: Atom
    body: tuple[Condition, ...]
    path: str
    line: int
    name: str = ""
    says: tuple[str, tuple[str, ...]] = ("", ())
    voice: str = ""

    def __str__(self) -> str:
        if not self.body:
            return f"{self.head}."
        return f"{self.head} :- {', '.join(map(str, self.body))}."


def term_text(term: Term) -> str:
    """A term as it stands in a rule."""
    if isinstance(term, Variable):
        return term.name
    if isinstance(term, int) or (term[:1].islower() and term.replace("_", "a").isalnum()):
        return str(term)
    return f'"{term}"'


_COMPARISONS = {"Equal": "=", "NotEqual": "!=", "LessThan": "<", "LessEqual": "<=", "GreaterThan": ">", "GreaterEqual": ">="}


def parse_rules(path: str, text: str) -> list[Rule]:
    """The rules of one file, in order.

    Raises DiagnosticError (TW0701: not clingo's syntax; TW0702: outside the fragment).
    """
    from clingo import ast

    from .rule_text import plain_rule

    source = Source(path, text)
    rules: list[Rule] = []
    messages: list[str] = []

    nodes: list[Any] = []
    try:
        ast.parse_string(text, nodes.append, logger=lambda _code, message: messages.append(message))
    except RuntimeError as error:
        raise syntax_error(source, messages or [str(error)]) from None
    for node in nodes:
        kind = _kind(node)
        if kind == "Rule":
            plain = plain_rule(str(node))
            if plain is None or _unbound(*plain) is not None:
                rules.append(_rule(node, source))
            else:
                rules.append(Rule(*plain, source.path, node.location.begin.line))
        elif kind not in ("Program", "ShowSignature", "Comment", "Defined"):
            raise _outside(node, source, f"a {kind} statement")
    return rules


def _kind(node: Any) -> str:
    return str(node.ast_type.name)


def syntax_error(source: Source, messages: list[str]) -> DiagnosticError:
    """clingo's complaint about `source` as a diagnostic."""
    first = messages[0].splitlines()[0]
    parts = first.split(":")
    if len(parts) > 3 and parts[1].isdigit():
        line, column = int(parts[1]), int(parts[2].partition("-")[0]) - 1
        detail = ":".join(parts[3:]).removeprefix(" error:").strip()
    else:
        line, column, detail = 1, 0, first
    label = Label(Span(line, column, line, column + 1))
    return DiagnosticError(Diagnostic("TW0701", f"this is not a rule: {detail}", (label,), source=source))


def _rule(node: Any, source: Source) -> Rule:
    head_literal = node.head
    if _kind(head_literal) != "Literal" or head_literal.sign != 0:
        raise _outside(node, source, "a head that is not one plain atom")
    head = _atom(head_literal.atom, source)
    if head is None:
        raise _outside(node, source, "a rule without a head")
    body = tuple(_condition(literal, source) for literal in node.body)
    unbound = _unbound(head, body)
    if unbound is not None:
        raise _outside(node, source, f"the variable {unbound.name}, which no positive condition binds,")
    return Rule(head, body, source.path, node.location.begin.line)


def _unbound(head: Atom, body: tuple[Condition, ...]) -> Variable | None:
    """The first variable that no positive condition binds."""
    bound = {term for item in body if isinstance(item, Literal) and item.positive for term in item.atom.terms if term != ANYTHING}
    for term in (*head.terms, *(term for item in body for term in _terms(item) if term != ANYTHING)):
        if isinstance(term, Variable) and term not in bound:
            return term
    return None


def _terms(item: Condition) -> tuple[Term, ...]:
    return item.atom.terms if isinstance(item, Literal) else (item.left, item.right)


def _condition(node: Any, source: Source) -> Condition:
    from clingo import ast

    if _kind(node) != "Literal" or node.sign > 1:
        raise _outside(node, source, "a condition that is neither an atom, nor `not` an atom, nor a comparison")
    inner = node.atom
    if _kind(inner) == "Comparison":
        if len(inner.guards) != 1 or node.sign:
            raise _outside(node, source, "a comparison with several sides")
        guard = inner.guards[0]
        op = _COMPARISONS[ast.ComparisonOperator(guard.comparison).name]
        return Comparison(_term(inner.term, source), op, _term(guard.term, source))
    atom = _atom(inner, source)
    if atom is None:
        raise _outside(node, source, "a truth constant")
    return Literal(atom, node.sign == 0)


def _atom(node: Any, source: Source) -> Atom | None:
    if _kind(node) != "SymbolicAtom":
        return None
    function = node.symbol
    if _kind(function) != "Function" or function.external:
        raise _outside(node, source, "a classically negated or computed atom")
    return Atom(function.name, tuple(_term(argument, source) for argument in function.arguments))


def _term(node: Any, source: Source) -> Term:
    kind = _kind(node)
    if kind == "Variable":
        return Variable(node.name)
    if kind == "SymbolicTerm":
        symbol = node.symbol
        shape = symbol.type.name
        if shape == "Number":
            return int(symbol.number)
        if shape == "String":
            return str(symbol.string)
        if shape == "Function" and not symbol.arguments:
            return str(symbol.name)
    if kind == "UnaryOperation" and node.operator_type == 0:
        inner = _term(node.argument, source)
        if isinstance(inner, int):
            return -inner
    raise _outside(node, source, f"the term {node}")


def _outside(node: Any, source: Source, what: str) -> DiagnosticError:
    begin, end = node.location.begin, node.location.end
    label = Label(Span(begin.line, begin.column - 1, end.line, end.column - 1))
    return DiagnosticError(
        Diagnostic(
            "TW0702",
            f"{what} is outside plain Datalog with stratified negation",
            (label,),
            help="use one atom as head, and atoms, `not` atoms and comparisons of plain terms as conditions",
            source=source,
        )
    )
