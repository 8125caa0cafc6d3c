"""Constants of a model as numbers: every word and number that a report speaks of, once, in order.

In come words and integers in any order, out comes a table in which numbers stand before words and both are sorted, so that the page
compares two values by comparing their places. Knows nothing of relations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class Values:
    """Collects values first; once `settle` was called, tells the place of each."""

    def __init__(self) -> None:
        self._seen: set[str | int] = set()
        self._place: dict[str | int, int] = {}

    def add(self, values: Iterable[str | int]) -> None:
        """These values will be needed."""
        self._seen.update(values)

    def settle(self) -> dict[str, Any]:
        """The table, as data: the numbers, then the words."""
        numbers = sorted(value for value in self._seen if isinstance(value, int))
        words = sorted(value for value in self._seen if isinstance(value, str))
        self._place = {value: place for place, value in enumerate([*numbers, *words])}
        return {"numbers": numbers, "words": words}

    def __getitem__(self, value: str | int) -> int:
        return self._place[value]


def deltas(numbers: Sequence[int]) -> list[int]:
    """The first number, then each as its difference from the one before it: sorted columns become small numbers."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]
