"""A rule from the text in which clingo prints it, where it is as plain as ours are; much faster than walking clingo's nodes.

In comes what `str()` says of a parsed rule, out come head and conditions, or None for anything out of the ordinary: then the nodes
are walked (`rules_ast`), which also knows where a fault stands. Nothing here decides what is a rule; clingo has parsed it before.
"""

from __future__ import annotations

import re

from .rules_ast import Atom, Comparison, Condition, Literal, Term, Variable

_TERM = r'"[^"\\]*"|-?\d+|[A-Za-z_]\w*'
_HEAD = re.compile(rf"([a-z_]\w*)(?:\(((?:{_TERM})(?:,(?:{_TERM}))*)\))?(?: :- |\.$)")
_CONDITION = re.compile(rf"(?:(not )?([a-z_]\w*)(?:\(((?:{_TERM})(?:,(?:{_TERM}))*)\))?|({_TERM}) ?(=|!=|<=|<|>=|>) ?({_TERM}))(?:; |\.$)")
_TERMS = re.compile(_TERM)


def plain_rule(text: str) -> tuple[Atom, tuple[Condition, ...]] | None:
    """Head and conditions of a rule in clingo's own spelling."""
    head = _HEAD.match(text)
    if head is None:
        return None
    conditions: list[Condition] = []
    at = head.end()
    while at < len(text):
        found = _CONDITION.match(text, at)
        if found is None:
            return None
        negated, relation, terms, left, op, right = found.groups()
        if op:
            conditions.append(Comparison(_term(left), op, _term(right)))
        else:
            conditions.append(Literal(_atom(relation, terms), not negated))
        at = found.end()
    return _atom(head[1], head[2]), tuple(conditions)


def _atom(relation: str, terms: str | None) -> Atom:
    return Atom(relation, tuple([_term(term) for term in _TERMS.findall(terms)]) if terms else ())


def _term(text: str) -> Term:
    if text[0] == '"':
        return text[1:-1]
    if text[0] == "-" or text[0].isdigit():
        return int(text)
    name = text.lstrip("_")
    return Variable(text) if not name or name[0].isupper() else text
