"""Names of loops, as facts and messages use them: a loop is called after its variable."""

from __future__ import annotations

from .nodes import For, Var, While


class LoopLabels:
    """Labels of the loops of one function, unique in it, given out in the order in which the loops are met from outside in."""

    __slots__ = ("_names", "_taken", "of")

    def __init__(self, names: dict[Var, str]) -> None:
        """`names` are the printed names of the function. `of` finds a label by the identity of its loop."""
        self._names = names
        self._taken: set[str] = set()
        self.of: dict[int, str] = {}

    def add(self, loop: For | While) -> str:
        """The label of one more loop."""
        base = self._names.get(loop.var, loop.var.name) if isinstance(loop, For) else "while"
        label, count = base, 1
        while label in self._taken:
            count += 1
            label = f"{base}#{count}"
        self._taken.add(label)
        self.of[id(loop)] = label
        return label
