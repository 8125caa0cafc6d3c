"""Which relations of a rulebook depend on one another: the groups that recursion ties together."""

from __future__ import annotations

from .rulebook import Rulebook
from .rules_ast import Literal


def groups(rulebook: Rulebook) -> dict[str, int]:
    """A number for each relation; two relations have the same one if each depends on the other through positive conditions.

    A relation that does not depend on itself has a number of its own, and so has one that rules do not derive.
    """
    needs = {
        relation: sorted({item.atom.relation for rule in rules for item in rule.body if isinstance(item, Literal) and item.positive})
        for relation, rules in rulebook.by_head.items()
    }
    return _components(needs)


def _components(needs: dict[str, list[str]]) -> dict[str, int]:
    """Tarjan's strongly connected components, without recursion."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: list[str] = []
    number: dict[str, int] = {}
    closed = 0
    for start in needs:
        if start in order:
            continue
        order[start] = low[start] = len(order)
        open_.append(start)
        work = [(start, iter(needs[start]))]
        while work:
            node, following = work[-1]
            for after in following:
                if after not in order:
                    order[after] = low[after] = len(order)
                    open_.append(after)
                    work.append((after, iter(needs.get(after, ()))))
                    break
                if after not in number:
                    low[node] = min(low[node], order[after])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    while node not in number:
                        number[open_.pop()] = closed
                    closed += 1
    return number
