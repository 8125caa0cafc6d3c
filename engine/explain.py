"""Why an atom holds: its smallest proof, and others, built on demand from a finished model.

In come a model and the rulebook that made it, whichever engine computed it; out come proofs (`proofs.py`). The evaluation is
never traced: a proof is found by looking backwards from the atom through the rules to facts, so asking changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from .instances import Ground, Way, Ways
from .join import Pattern, ground
from .model import Model, Row
from .proofs import ABSENT, GIVEN, Node, derived, leaf, walk
from .rulebook import Rulebook
from .rules_ast import Literal


class Explainer:
    """Proofs over one model. Everything it finds is kept, so further questions about the same model cost little."""

    def __init__(self, model: Model, rulebook: Rulebook) -> None:
        self.model = model
        self.rulebook = rulebook
        self.ways = Ways(model, rulebook)
        self._proofs: dict[Ground, Node] = {}

    def prove(self, relation: str, row: Row) -> Node:
        """The smallest proof of an atom: none is lower. Raises KeyError when the atom does not hold."""
        goal = (relation, row)
        if goal not in self._proofs:
            if not self.model.holds(relation, row):
                raise KeyError(goal)
            self._build(goal)
        return self._proofs[goal]

    def proofs(self, relation: str, row: Row, max_proofs: int = 1) -> list[Node]:
        """Up to `max_proofs` different proofs, lowest first. The first is that of `prove`."""
        first = self.prove(relation, row)
        found, seen = [first], {first.id}
        bound = first.height
        while len(found) < max_proofs:
            search = _Search(self.ways)
            for node in search.proofs((relation, row), bound, frozenset()):
                if node.height == bound and node.id not in seen:
                    seen.add(node.id)
                    found.append(node)
                    if len(found) == max_proofs:
                        break
            if not search.cut:
                break
            bound += 1
        return found

    def each_way(self, relation: str, row: Row) -> list[Node]:
        """One proof for each way to derive an atom in its last step, lowest first, each as low as that step allows.

        A way that rests on the atom itself is none. A fact has one proof, itself. Raises KeyError when the atom does not hold.
        """
        goal = (relation, row)
        first = self.prove(relation, row)
        found: list[Node] = []
        for way in self.ways.of(goal):
            proven = [self.prove(*need) for need in way.needs]
            if not any(node.relation == relation and node.row == row for need in proven for node in walk(need)):
                found.append(_node(goal, way, iter(proven)))
        return sorted(found, key=lambda node: node.height) or [first]

    def prove_absence(self, relation: str, pattern: Pattern) -> Node:
        """The node for rows that do not exist. Raises KeyError when one does."""
        if self.model.match(relation, pattern):
            raise KeyError((relation, pattern))
        return leaf(ABSENT, relation, pattern)

    def _build(self, goal: Ground) -> None:
        chosen: dict[Ground, Way | None] = {}
        pending = [goal]
        while pending:
            atom = pending.pop()
            if atom not in chosen and atom not in self._proofs:
                chosen[atom] = way = self._best(atom)
                pending.extend(way.needs if way is not None else ())
        for atom in sorted(chosen, key=self.ways.height):
            self._proofs[atom] = _node(atom, chosen[atom], iter([self._proofs[need] for need in _needs(chosen[atom])]))

    def _best(self, atom: Ground) -> Way | None:
        """The first of the ways that lead to the smallest proof; None for a fact."""
        height = self.ways.height
        return min(self.ways.of(atom), key=lambda way: max(map(height, way.needs), default=0), default=None)


class _Search:
    """All proofs up to a height that meet no atom twice on a path. `cut` tells whether a higher one may exist."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.cut = False

    def proofs(self, atom: Ground, bound: int, above: frozenset[Ground]) -> Iterator[Node]:
        ways = self.ways.of(atom)
        if not ways:
            yield _node(atom, None, iter(()))
            return
        path = above | {atom}
        for way in ways:
            if any(need in path for need in way.needs):
                continue
            if any(self.ways.height(need) >= bound for need in way.needs) or not bound:
                self.cut = True
                continue
            for because in self._each(way.needs, bound - 1, path):
                yield _node(atom, way, iter(because))

    def _each(self, needs: tuple[Ground, ...], bound: int, path: frozenset[Ground]) -> Iterator[tuple[Node, ...]]:
        if not needs:
            yield ()
            return
        for first in self.proofs(needs[0], bound, path):
            for rest in self._each(needs[1:], bound, path):
                yield (first, *rest)


def _needs(way: Way | None) -> tuple[Ground, ...]:
    return way.needs if way is not None else ()


def _node(atom: Ground, way: Way | None, proven: Iterator[Node]) -> Node:
    """The node of one step, its conditions in the order of the rule: proven ones from `proven`, absent ones as they are."""
    relation, row = atom
    if way is None:
        return leaf(GIVEN, relation, row)
    because = tuple(
        next(proven) if item.positive else leaf(ABSENT, item.atom.relation, ground(item.atom, way.binding))
        for item in way.rule.body
        if isinstance(item, Literal)
    )
    return derived(relation, row, way.rule, way.binding, because)
