"""Lines as text: a tree with colours on a terminal, indentation in a pipe.

In come trees of `Line`s, out comes text. Places stand in a column on the right. A line that was shown in full before is not
unfolded again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TextIO

from .snippet import visible
from .telling import Line

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
        self._shown: set[int] = set()

    def render(self, root: Line) -> str:
        """One tree, its headline first, without a final newline."""
        return "\n".join(self._lines(root))

    def title(self, text: str) -> str:
        """The title of a group of trees."""
        return self._paint("headline", text)

    def _lines(self, root: Line) -> Iterator[str]:
        pending = [(root, "", "", 0)]
        while pending:
            line, lead, below, level = pending.pop()
            yield self._row(line, lead, "headline" if not level else "")
            again = id(line) in self._shown
            self._shown.add(id(line))
            if self.rules and line.rule is not None and not again:
                bar = below + ("│ " if self.branches and line.because else "  ")
                yield self._paint("branch", bar) + self._paint("rule", f"{line.rule.path}:{line.rule.line} ({line.rule.name})")
                yield self._paint("branch", bar) + self._paint("rule", str(line.rule))
            if not line.because or again:
                continue
            if self.depth and level >= self.depth:
                steps = _count(line)
                yield self._paint("branch", below + ("└─ " if self.branches else "  ")) + f"... {steps} more step{'s' * (steps > 1)}"
                continue
            last = len(line.because) - 1
            for index, child in reversed(list(enumerate(line.because))):
                if self.branches:
                    pending.append((child, below + ("└─ " if index == last else "├─ "), below + ("   " if index == last else "│  "), level + 1))
                else:
                    pending.append((child, below + "  ", below + "  ", level + 1))

    def _row(self, line: Line, lead: str, style: str) -> str:
        text = visible(line.text)
        shown = self._paint("branch", lead) + (self._paint(style, text) if style else text)
        if not line.places:
            return shown
        gap = max(COLUMN - len(lead) - len(text), 2)
        places = " · ".join(visible(str(place)) for place in line.places)
        return f"{shown}{' ' * gap}{self._paint('place', places)}"

    def _paint(self, style: str, text: str) -> str:
        return f"\033[{_STYLES[style]}m{text}\033[0m" if self.color and text else text


def _count(line: Line) -> int:
    """How many different lines support `line`."""
    seen: set[int] = set()
    pending = list(line.because)
    while pending:
        below = pending.pop()
        if id(below) not in seen:
            seen.add(id(below))
            pending.extend(below.because)
    return len(seen)


def tree_renderer_for(stream: TextIO, depth: int = 0, rules: bool = False) -> TreeRenderer:
    """The renderer that suits `stream`: a tree with colours on a terminal (`NO_COLOR` is honoured), plain text elsewhere."""
    terminal = stream.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return TreeRenderer(branches=terminal, color=color, depth=depth, rules=rules)
