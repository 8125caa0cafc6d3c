"""Diagnostics in, text for people and plain data for programs out. Decides nothing and writes to no stream.

The text stands alone: place, severity, code, the lines concerned with their labels in line order, and the way out.

    kernel.py:14:9: error[TW0301]: acc must live in Acc, which tile.load cannot write
       14 |         acc: pl.Tile[[16, 16], pl.FP32] = pl.tile.load(c, [0, 0], [16, 16], [16, 16])
          |         ^^^ loaded here
       17 |             acc_n = pl.tile.matmul_acc(acc_i, a, b)
          |                                        ----- wanted in Acc here (operand acc)
       help: no move leads into Acc; let the accumulator come from tile.create or from a matmul

Lines and columns count from 1, columns in characters. On a terminal a line that is too wide is cut to what surrounds
its labels; elsewhere lines stay whole (up to `PLAIN_WIDTH`), so that what a program reads does not depend on a window.
"""

from __future__ import annotations

import os
from itertools import groupby
from typing import TYPE_CHECKING, TextIO, TypeAlias

from .snippet import Mark, views, visible

if TYPE_CHECKING:
    from ..ir_facts.diagnostic import Diagnostic, Label
    from ..ir_facts.nodes import Source

Json: TypeAlias = "str | int | bool | None | list[Json] | dict[str, Json]"

PLAIN_WIDTH = 1000
_GUTTER = 8
_STYLES = {"error": "1;31", "warning": "1;33", "note": "1;36", "message": "1", "gutter": "34", "help": "1;32"}


class Renderer:
    """Renders diagnostics for one reader. `width` is that of the screen in cells, or None for a file or a pipe."""

    def __init__(self, *, color: bool = False, width: int | None = None) -> None:
        self._color = color
        self._width = max((width or PLAIN_WIDTH) - _GUTTER, 20)
        self._lines: dict[str, list[str]] = {}

    def render(self, diagnostic: Diagnostic) -> str:
        """The whole message, without a final newline."""
        title = self._paint(diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]")
        parts = [f"{_place(diagnostic)}{title}: {self._paint('message', _indented(diagnostic.message, 3))}"]
        home = _home(diagnostic)
        for source, labels in _by_source(diagnostic):
            if source != home:
                parts.append(f"   in {_position(source, labels[0])}")
            parts += self._snippet(source, labels, diagnostic)
        if diagnostic.help:
            parts.append(f"   {self._paint('help', 'help')}: {_indented(diagnostic.help, 9)}")
        return "\n".join(parts)

    def _snippet(self, source: Source, labels: list[Label], diagnostic: Diagnostic) -> list[str]:
        """Each line that has labels, once, and below it one line of marker and text for each of them."""
        lines = self._lines.get(source.text)
        if lines is None:
            # Not splitlines(): a form feed or a Unicode separator ends no line in Python's own count.
            lines = self._lines[source.text] = source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        parts: list[str] = []
        for number, group in groupby(labels, lambda label: label.span.line):
            if not 1 <= number <= len(lines):
                continue
            line, here = lines[number - 1], list(group)
            waiting = iter(here)
            for view in views(line, [_mark(label, line) for label in here], self._width):
                parts.append(f"{self._paint('gutter', f'{number:>5} |')} {view.text}".rstrip())
                parts += (self._marker(next(waiting), diagnostic, start, length) for start, length in view.cells)
        return parts

    def _marker(self, label: Label, diagnostic: Diagnostic, start: int, length: int) -> str:
        primary = label is diagnostic.labels[0]
        text = f"{('^' if primary else '-') * length} {visible(label.text)}".rstrip()
        style = diagnostic.severity if primary else "gutter"
        return f"{self._paint('gutter', '      |')} {' ' * start}{self._paint(style, text)}"

    def _paint(self, style: str, text: str) -> str:
        return f"\033[{_STYLES[style]}m{text}\033[0m" if self._color else text


def render(diagnostic: Diagnostic) -> str:
    """`diagnostic` as it is written into a file or a pipe: no colours, whole lines, no final newline."""
    return Renderer().render(diagnostic)


def renderer_for(stream: TextIO) -> Renderer:
    """The renderer that suits `stream`: colours and the window's width on a terminal (`NO_COLOR` is honoured)."""
    if not stream.isatty():
        return Renderer()
    color = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    try:
        width = os.get_terminal_size(stream.fileno()).columns
    except OSError:  # a terminal that tells no size
        width = 0
    return Renderer(color=color, width=width or 80)


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Json]:
    """`diagnostic` as JSON data. Lines and columns count from 1 and ends are exclusive; the first label is the primary one."""
    home = _home(diagnostic)
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "path": home.path if home else None,
        "labels": [
            {
                "path": source.path if (source := label.source or home) else None,
                "line": label.span.line,
                "column": label.span.column + 1,
                "end_line": label.span.end_line,
                "end_column": label.span.end_column + 1,
                "text": label.text,
            }
            for label in diagnostic.labels
        ],
        "help": diagnostic.help,
    }


def _home(diagnostic: Diagnostic) -> Source | None:
    """The file that the message is about: that of its primary label, or its own."""
    primary = diagnostic.labels[0].source if diagnostic.labels else None
    return primary or diagnostic.source


def _place(diagnostic: Diagnostic) -> str:
    home = _home(diagnostic)
    if home is None:
        return ""
    return f"{_position(home, diagnostic.labels[0]) if diagnostic.labels else visible(home.path)}: "


def _position(source: Source, label: Label) -> str:
    return f"{visible(source.path)}:{label.span.line}:{label.span.column + 1}"


def _by_source(diagnostic: Diagnostic) -> list[tuple[Source, list[Label]]]:
    """Labels in line order, file by file; the file of the primary label comes first."""
    home = _home(diagnostic)
    files: list[tuple[Source, list[Label]]] = []
    for label in diagnostic.labels:
        source = label.source or home
        known = next((labels for file, labels in files if file == source), None)
        if known is not None:
            known.append(label)
        elif source is not None:
            files.append((source, [label]))
    for _, labels in files:
        labels.sort(key=lambda label: (label.span.line, label.span.column))
    return files


def _mark(label: Label, line: str) -> Mark:
    """The part of the label's span that lies in its first line."""
    span = label.span
    return Mark(span.column, span.end_column if span.end_line == span.line else len(line.rstrip()))


def _indented(text: str, columns: int) -> str:
    """Several lines of a message, all but the first indented."""
    return ("\n" + " " * columns).join(visible(line) for line in text.split("\n"))
