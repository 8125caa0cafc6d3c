"""Lines as text: a tree with colours on a terminal, indentation in a pipe.

In come trees of `Line`s, out comes text. Places stand in a column on the right. What was told before is not told again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TextIO

from .snippet import visible
from .telling import Line, places_text

COLUMN = 84
"""Where places begin, if the sentence leaves room."""

_STYLES = {"headline": "1", "place": "2;36", "rule": "2", "branch": "2"}


class TreeRenderer:
    """Renders for one reader. `depth` is how many steps below a headline are shown, 0 for all; `rules` shows the rules too."""

    def __init__(self, *, branches: bool = False, color: bool = False, depth: int = 0, rules: bool = False) -> None:
        self.branches = branches
        self.color = color
        self.depth = depth
        self.rules = rules
        self._before: set[str] = set()

    def render(self, root: Line, whole: bool = False) -> str:
        """One tree, its headline first, without a final newline. What an earlier tree has told is left out, unless it is to be `whole`."""
        shown: set[str] = set()
        if whole:
            self._before.clear()
        text = "\n".join(self._lines(root, shown))
        self._before |= shown
        return text

    def _lines(self, root: Line, shown: set[str]) -> Iterator[str]:
        pending = [(root, "", "", 0)]
        while pending:
            line, lead, below, level = pending.pop()
            yield self._row(line, lead, "headline" if not level else "")
            because = () if line.id in shown else tuple(child for child in line.because if not level or child.id not in self._before)
            if line.id:
                shown.add(line.id)
            if self.rules and line.rule is not None:
                bar = self._paint("branch", below + ("│ " if self.branches and because else "  "))
                yield bar + self._paint("rule", f"{line.rule.path}:{line.rule.line} ({line.rule.name})")
                yield bar + self._paint("rule", str(line.rule))
            if because and self.depth and level >= self.depth:
                steps = _count(because)
                yield self._paint("branch", below + ("└─ " if self.branches else "  ")) + f"... {steps} more step{'s' * (steps > 1)}"
                continue
            for index, child in reversed(list(enumerate(because, 1))):
                fork, bar = ("  ", "  ") if not self.branches else ("└─ ", "   ") if index == len(because) else ("├─ ", "│  ")
                pending.append((child, below + fork, below + bar, level + 1))

    def _row(self, line: Line, lead: str, style: str) -> str:
        text = visible(line.text)
        shown = self._paint("branch", lead) + (self._paint(style, text) if style else text)
        if not line.places:
            return shown
        gap = max(COLUMN - len(lead) - len(text), 2)
        return f"{shown}{' ' * gap}{self._paint('place', visible(places_text(line.places)))}"

    def _paint(self, style: str, text: str) -> str:
        return f"\033[{_STYLES[style]}m{text}\033[0m" if self.color and text else text


def _count(lines: tuple[Line, ...]) -> int:
    """How many different lines these are, with all that support them."""
    seen: set[int] = set()
    pending = list(lines)
    while pending:
        line = pending.pop()
        if id(line) not in seen:
            seen.add(id(line))
            pending.extend(line.because)
    return len(seen)


def tree_renderer_for(stream: TextIO, depth: int = 0, rules: bool = False) -> TreeRenderer:
    """The renderer that suits `stream`: a tree with colours on a terminal (`NO_COLOR` is honoured), plain text elsewhere."""
    terminal = stream.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return TreeRenderer(branches=terminal, color=color, depth=depth, rules=rules)
