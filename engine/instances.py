"""The ways to derive an atom, and how high its smallest proof is, for the part of a model that somebody asks about.

In come a finished model and the rulebook that made it. A *way* is a rule and a binding of its variables whose conditions the
model fulfils. Heights follow Knuth's generalisation of Dijkstra's algorithm, group by group of mutually recursive relations,
and are kept; nothing is computed for atoms that no asked one depends on.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TypeAlias

from ..ir_facts.record import record
from .join import Binding, ground, plan, search, unify
from .model import Model, Row
from .rulebook import Rulebook
from .rulegraph import groups
from .rules_ast import Atom, Condition, Literal, Rule, Variable

Ground: TypeAlias = "tuple[str, Row]"
"""An atom without variables: its relation and its row."""


@record
class Way:
    """One way to derive an atom. `needs` are its positive conditions, in the order of the rule."""

    rule: Rule
    binding: Binding
    needs: tuple[Ground, ...]


class Ways:
    """The ways to derive each atom, and the heights of atoms, found on demand."""

    def __init__(self, model: Model, rulebook: Rulebook) -> None:
        self.model = model
        self.rulebook = rulebook
        self._ways: dict[Ground, tuple[Way, ...]] = {}
        self._heights: dict[Ground, int] = {}
        self._plans: dict[int, tuple[list[Condition], list[Atom]]] = {}
        self._groups = groups(rulebook)

    def of(self, atom: Ground) -> tuple[Way, ...]:
        """Every way to derive `atom` in one step, in the order of the rules and of the rows; none for a fact."""
        ways = self._ways.get(atom)
        if ways is None:
            ways = self._ways[atom] = tuple(self._find(atom))
        return ways

    def height(self, atom: Ground) -> int:
        """The height of the smallest proof of `atom`, which must be true: 0 for a fact, else one more than its highest condition."""
        known = self._heights.get(atom)
        if known is None:
            self._settle(atom)
            known = self._heights[atom]
        return known

    def _find(self, atom: Ground) -> list[Way]:
        relation, row = atom
        found: list[Way] = []
        for rule in self.rulebook.by_head.get(relation, ()):
            bound = unify(rule.head, row, {})
            if bound is None:
                continue
            ways: dict[tuple[Row, ...], Way] = {}
            planned, conditions = self._planned(rule, bound)
            for binding in search(self.model, planned, bound):
                needs = tuple([(condition.relation, _row(ground(condition, binding))) for condition in conditions])
                ways.setdefault(tuple([need[1] for need in needs]), Way(rule, binding, needs))
            found.extend(ways[key] for key in sorted(ways, key=_sortable))
        return found

    def _planned(self, rule: Rule, bound: Binding) -> tuple[list[Condition], list[Atom]]:
        """The body of `rule` in the order in which it is looked up, and its positive conditions in the order of the rule."""
        planned = self._plans.get(id(rule))
        if planned is None:
            body = _named(rule.body)
            ordered, proven = plan(self.model, body, bound)
            planned = ordered, [item.atom for item in body if isinstance(item, Literal) and item.positive]
            if proven:
                self._plans[id(rule)] = planned
        return planned

    def _settle(self, goal: Ground) -> None:
        """Find the heights of `goal` and of every atom of its group that it depends on."""
        group = self._groups.get(goal[0])
        members, pending = {goal}, [goal]
        waits: dict[Ground, list[tuple[Ground, list[int]]]] = {}
        heap: list[tuple[int, int, Ground]] = []
        pushed = 0
        while pending:
            atom = pending.pop()
            ways = self.of(atom)
            if not ways:
                heappush(heap, (0, pushed, atom))
                pushed += 1
            for way in ways:
                inside = [need for need in way.needs if self._groups.get(need[0]) == group and need not in self._heights]
                outside = max((self.height(need) for need in way.needs if need not in inside), default=0)
                state = [len(inside), outside]
                for need in inside:
                    waits.setdefault(need, []).append((atom, state))
                    if need not in members:
                        members.add(need)
                        pending.append(need)
                if not inside:
                    heappush(heap, (outside + 1, pushed, atom))
                    pushed += 1
        while heap:
            height, _, atom = heappop(heap)
            if atom in self._heights:
                continue
            self._heights[atom] = height
            for dependant, state in waits.get(atom, ()):
                state[0] -= 1
                state[1] = max(state[1], height)
                if not state[0]:
                    heappush(heap, (state[1] + 1, pushed, dependant))
                    pushed += 1


def _named(body: tuple[Condition, ...]) -> list[Condition]:
    """`body` with a name for each `_` of a positive condition, so that a binding tells the whole row."""
    named: list[Condition] = []
    for item in body:
        if isinstance(item, Literal) and item.positive and Variable("_") in item.atom.terms:
            place = len(named)
            terms = tuple(Variable(f"_{place}.{i}") if term == Variable("_") else term for i, term in enumerate(item.atom.terms))
            item = Literal(Atom(item.atom.relation, terms), True)
        named.append(item)
    return named


def _row(pattern: tuple[str | int | None, ...]) -> Row:
    return tuple([value for value in pattern if value is not None])


def _sortable(rows: tuple[Row, ...]) -> list[list[tuple[bool, str | int]]]:
    return [[(isinstance(value, str), value) for value in row] for row in rows]
