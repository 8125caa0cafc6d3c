"""The finished result of a solve: every relation with every row, whoever computed it.

A row is a tuple of strings and integers. Nothing else in the program knows which engine ran.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

Row: TypeAlias = "tuple[str | int, ...]"


TESTED = 50
"""How often single rows of a relation are looked up before all of them are brought."""


class Model:
    """Immutable, indexed lazily. `load` brings the rows of one relation when they are first asked for.

    `contains` tells of one row whether it is there, for an engine in which that costs less than to bring all rows.
    """

    __slots__ = ("_contains", "_indexes", "_load", "_rows", "_sets", "_tested")

    def __init__(self, load: Callable[[str], Iterable[Row]], contains: Callable[[str, Row], bool] | None = None) -> None:
        self._load = load
        self._contains = contains
        self._tested: dict[str, int] = {}
        self._rows: dict[str, tuple[Row, ...]] = {}
        self._sets: dict[str, frozenset[Row]] = {}
        self._indexes: dict[tuple[str, tuple[int, ...]], dict[Row, list[Row]]] = {}

    def rows(self, relation: str) -> tuple[Row, ...]:
        """All rows of `relation` in a fixed order; none if nothing was derived."""
        rows = self._rows.get(relation)
        if rows is None:
            rows = self._rows[relation] = _sorted(self._load(relation))
        return rows

    def holds(self, relation: str, row: Row) -> bool:
        """Is this row in the relation?"""
        known = self._sets.get(relation)
        if known is None:
            if self._contains is not None and relation not in self._rows:
                tested = self._tested[relation] = self._tested.get(relation, 0) + 1
                if tested <= TESTED:
                    return self._contains(relation, row)
            known = self._sets[relation] = frozenset(self.rows(relation))
        return row in known

    def match(self, relation: str, pattern: Sequence[str | int | None]) -> Sequence[Row]:
        """The rows that agree with `pattern`, where None stands for anything."""
        bound = tuple(index for index, value in enumerate(pattern) if value is not None)
        if not bound:
            return self.rows(relation)
        index = self._indexes.get((relation, bound))
        if index is None:
            index = self._indexes[relation, bound] = {}
            for row in self.rows(relation):
                index.setdefault(tuple(row[column] for column in bound), []).append(row)
        return index.get(tuple(value for value in pattern if value is not None), ())


def _sorted(rows: Iterable[Row]) -> tuple[Row, ...]:
    """`rows` in order, numbers before words."""
    found = tuple(rows)
    try:
        return tuple(sorted(found))
    except TypeError:  # a column with numbers and words
        return tuple(sorted(found, key=lambda row: [(isinstance(value, str), value) for value in row]))
