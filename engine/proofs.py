"""Proofs as data: why an atom holds, down to facts and to what was looked for and not found.

A proof is a graph of nodes, since one node may support several others; followed from the root it is a tree that never
meets an atom again. A node's id is made of its content, so equal proofs of two runs have equal ids. Nothing is searched here.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..ir_facts.record import record
from .join import Binding, Pattern
from .rules_ast import Atom, Rule, term_text

DERIVED, GIVEN, ABSENT = "derived", "given", "absent"
"""The kinds of a node: the head of a rule, a fact, or a row that nobody can have (None in it stands for anything)."""


@record
class Node:
    """One atom of a proof. A derived one has its rule, the rule's variables, and a node for each condition that is an atom."""

    id: str
    kind: str
    relation: str
    row: Pattern
    rule: Rule | None = None
    binding: Binding = {}  # never changed, like every record
    because: tuple[Node, ...] = ()
    height: int = 0

    def __str__(self) -> str:
        return ("not " if self.kind == ABSENT else "") + atom_text(self.relation, self.row)


def leaf(kind: str, relation: str, row: Pattern) -> Node:
    """A fact or an absence."""
    return Node(_id(kind, relation, row), kind, relation, row)


def derived(relation: str, row: Pattern, rule: Rule, binding: Binding, because: tuple[Node, ...]) -> Node:
    """An atom and the rule that derives it from `because`."""
    ident = _id(DERIVED, relation, row, rule.name or str(rule), *(node.id for node in because))
    height = 1 + max((node.height for node in because), default=0)
    return Node(ident, DERIVED, relation, row, rule, binding, because, height)


def walk(root: Node) -> Iterator[Node]:
    """Every node of a proof once, each before what supports it for the first time."""
    seen: set[str] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        if node.id not in seen:
            seen.add(node.id)
            yield node
            pending.extend(reversed(node.because))


def atom_text(relation: str, row: Pattern) -> str:
    """An atom as a query would write it; `_` for what may be anything."""
    return str(Atom(relation, ())) if not row else f"{relation}({', '.join('_' if v is None else term_text(v) for v in row)})"


def _id(*parts: object) -> str:
    from hashlib import blake2s

    return blake2s(repr(parts).encode(), digest_size=8).hexdigest()
