"""One line of source and the spans to mark in it in; the line as it can be shown on a screen, and its markers, out.

Columns come as characters and leave as screen cells: a tab is four cells, a wide character two, a combining one none.
Characters that would steer a terminal are replaced by visible ones. Knows nothing of diagnostics, colours or files.
"""

from __future__ import annotations

from typing import NamedTuple

TAB = "    "
ELLIPSIS = "..."
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Mark(NamedTuple):
    """A span within one line, in characters, end exclusive. An empty one marks a single cell."""

    start: int
    end: int


class View(NamedTuple):
    """A line, or the part of it that fits, and for each mark shown in it the cell where it starts and how many it covers."""

    text: str
    cells: tuple[tuple[int, int], ...]


def visible(text: str) -> str:
    """`text` without characters that steer a terminal: controls become control pictures, direction overrides `\\ufffd`."""
    if text.isprintable():
        return text
    return "".join(_visible_char(c) for c in text)


def views(line: str, marks: list[Mark], width: int) -> list[View]:
    """How to show `line` within `width` cells: once with all marks, or, where they lie too far apart, once for each mark.

    `marks` are in column order, and so are the cells of the views taken together. Where the line does not fit, the part
    around the marks is shown, between ellipses.
    """
    shown, starts = _layout(line)
    spans = [_cells(mark, starts) for mark in marks]
    if starts[-1] <= width:
        return [View("".join(shown), tuple(spans))]
    room = max(width - 2 * len(ELLIPSIS), 8)
    first, last = spans[0][0], max(start + length for start, length in spans)
    if last - first <= room:
        return [_window(shown, starts, spans, room)]
    return [_window(shown, starts, [span], room) for span in spans]


def _visible_char(c: str) -> str:
    if c == "\t":
        return TAB
    if c < " ":
        return chr(0x2400 + ord(c))
    if c == "\x7f":
        return "\u2421"
    return "\ufffd" if c in _BIDI_CONTROLS or "\x80" <= c < "\xa0" else c


def _layout(line: str) -> tuple[list[str], list[int]]:
    """What each character of `line` is shown as, and the cell where each starts; the last entry is the total."""
    shown = list(line) if line.isprintable() else [_visible_char(c) for c in line]
    starts = [0]
    if line.isascii():
        for piece in shown:
            starts.append(starts[-1] + len(piece))
    else:
        from unicodedata import category, east_asian_width

        for piece in shown:
            if piece in TAB:
                cells = len(piece)
            elif category(piece) in ("Mn", "Me", "Cf"):
                cells = 0
            else:
                cells = 2 if east_asian_width(piece) in "WF" else 1
            starts.append(starts[-1] + cells)
    return shown, starts


def _cells(mark: Mark, starts: list[int]) -> tuple[int, int]:
    last = len(starts) - 1
    start = starts[min(mark.start, last)]
    return start, max(1, starts[min(max(mark.end, mark.start), last)] - start)


def _window(shown: list[str], starts: list[int], spans: list[tuple[int, int]], room: int) -> View:
    """The characters around `spans` that fit into `room` cells, with more of what follows than of what precedes."""
    first, last = spans[0][0], max(start + length for start, length in spans)
    spare = max(room - (last - first), 0)
    left = max(0, min(first - spare // 3, starts[-1] - room))
    begin = next(i for i, cell in enumerate(starts) if cell >= left)
    end = begin
    while end < len(shown) and starts[end + 1] - starts[begin] <= room:
        end += 1
    before = ELLIPSIS if begin else ""
    after = ELLIPSIS if end < len(shown) else ""
    shift = starts[begin] - len(before)
    limit = starts[end] - shift
    cells = tuple((start - shift, max(1, min(length, limit - (start - shift)))) for start, length in spans)
    return View(before + "".join(shown[begin:end]) + after, cells)
