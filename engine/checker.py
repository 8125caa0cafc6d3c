"""A second opinion on proofs: is every step an instance of its rule, and every leaf a fact or an absence?

In comes a proof as data with the rules, the facts and the model it speaks of; out comes nothing, or the first fault. Shares
no code with the search for proofs: it reads the facts from their text, matches heads and conditions by itself, and
believes the model only about what it does not contain.
"""

from __future__ import annotations

import re

from .model import Model
from .proofs import ABSENT, DERIVED, GIVEN, Node
from .rulebook import Rulebook
from .rules_ast import Atom, Comparison, Literal, Rule, Term, Variable

_FACT = re.compile(r'([a-z_]\w*)\(((?:"(?:[^"\\]|\\.)*"|[^()"])*)\)\.')
_TERM = re.compile(r'"((?:[^"\\]|\\.)*)"|([^,\s]+)')
_UNBOUND = object()


class BadProof(Exception):
    """A proof that proves nothing, with the node at fault."""


class Checker:
    """Checks proofs over one set of facts."""

    def __init__(self, rulebook: Rulebook, facts: str, model: Model) -> None:
        self.rules = frozenset((rule.path, rule.line, str(rule)) for rule in rulebook.rules)
        self.facts = frozenset((name, _values(terms)) for name, terms in _FACT.findall(facts))
        self.model = model

    def check(self, root: Node) -> None:
        """Raises BadProof unless `root` is proven."""
        nodes: dict[int, Node] = {}
        pending = [root]
        while pending:
            node = pending.pop()
            if id(node) not in nodes:
                nodes[id(node)] = node
                self._step(node)
                pending.extend(node.because)
        # Where each atom has one node, a node need not be entered twice; where it has several, every path is walked.
        atoms = {(node.relation, node.row, node.kind) for node in nodes.values()}
        _refuse_circles(root, shared=len(atoms) == len(nodes))

    def _step(self, node: Node) -> None:
        if node.kind == GIVEN:
            if node.because or (node.relation, node.row) not in self.facts:
                raise BadProof(f"{node} is not among the facts")
        elif node.kind == ABSENT:
            if node.because or self.model.match(node.relation, node.row):
                raise BadProof(f"{node}, but there is one")
        elif node.kind == DERIVED and node.rule is not None:
            self._instance(node, node.rule)
        else:
            raise BadProof(f"{node} is neither derived, nor given, nor absent")

    def _instance(self, node: Node, rule: Rule) -> None:
        if (rule.path, rule.line, str(rule)) not in self.rules:
            raise BadProof(f"{node} cites {rule}, which is no rule")
        bound: dict[str, object] = dict(node.binding)
        loose = [name for name in _variables(rule) if name not in bound]
        if loose:
            raise BadProof(f"{node} leaves {loose[0]} of {rule} open")
        if _instantiate(rule.head, bound) != (node.relation, node.row):
            raise BadProof(f"{node} is not the head of {rule}")
        supports = iter(node.because)
        for condition in rule.body:
            if isinstance(condition, Comparison):
                if not _true(condition, bound):
                    raise BadProof(f"{node}: {condition} does not hold")
                continue
            support = next(supports, None)
            if support is None or not _supports(support, condition, bound):
                raise BadProof(f"{node}: nothing supports {condition}")
        if next(supports, None) is not None:
            raise BadProof(f"{node} has more supports than {rule} has conditions")


def _refuse_circles(root: Node, shared: bool) -> None:
    done: set[int] = set()
    path: set[tuple[str, tuple[object, ...]]] = set()
    pending: list[tuple[Node, bool]] = [(root, False)]
    while pending:
        node, leaving = pending.pop()
        atom = (node.relation, node.row)
        if leaving:
            path.remove(atom)
            if shared:
                done.add(id(node))
        elif atom in path:
            raise BadProof(f"{node} supports itself")
        elif id(node) not in done and node.kind != ABSENT:
            path.add(atom)
            pending.append((node, True))
            pending.extend((child, False) for child in node.because)


def _variables(rule: Rule) -> list[str]:
    terms: list[Term] = list(rule.head.terms)
    for condition in rule.body:
        terms += (condition.left, condition.right) if isinstance(condition, Comparison) else condition.atom.terms
    return [term.name for term in terms if isinstance(term, Variable) and term.name != "_"]


def _instantiate(atom: Atom, bound: dict[str, object]) -> tuple[str, tuple[object, ...]]:
    return atom.relation, tuple(_value(term, bound) for term in atom.terms)


def _value(term: Term, bound: dict[str, object]) -> object:
    return bound.get(term.name, _UNBOUND) if isinstance(term, Variable) else term


def _supports(node: Node, literal: Literal, bound: dict[str, object]) -> bool:
    """Is `node` what `literal` asks for? A variable that nobody binds agrees with any value, but not with none at all."""
    relation, wanted = _instantiate(literal.atom, bound)
    if node.relation != relation or (node.kind == ABSENT) == literal.positive or len(node.row) != len(wanted):
        return False
    if literal.positive:
        return all(given is not None and want in (given, _UNBOUND) for given, want in zip(node.row, wanted, strict=True))
    return all(given is None if want is _UNBOUND else given == want for given, want in zip(node.row, wanted, strict=True))


def _true(comparison: Comparison, bound: dict[str, object]) -> bool:
    left, right = _value(comparison.left, bound), _value(comparison.right, bound)
    if not isinstance(left, (int, str)) or not isinstance(right, (int, str)):
        return False
    low, high = (isinstance(left, str), left), (isinstance(right, str), right)
    less, same = low < high, low == high
    return {"=": same, "!=": not same, "<": less, "<=": less or same, ">": not (less or same), ">=": not less}[comparison.op]


def _values(terms: str) -> tuple[object, ...]:
    return tuple(int(word) if word.lstrip("-").isdigit() else text or word for text, word in _TERM.findall(terms))
