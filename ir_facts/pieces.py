"""The dump of a pass cut into its functions, without being parsed; and excerpts of it. In: text. Out: texts.

What is cut wrongly (a string that holds what looks like a function) gives excerpts that Python does not parse; nothing else is
promised of texts that are no dumps.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from .reader import HEADER
from .record import record

_BEGIN = "\n    @pl.function"
_NAME = "\n    def "
_OUTSIDE = re.compile(r"\n[^ \n]")


@record
class Piece:
    """One function as it stands in the text, from the end of the line above it to the end of its last line."""

    name: str
    text: str
    line: int
    """The line of the decorator."""

    @property
    def lines(self) -> int:
        """How many lines it takes."""
        return self.text.count("\n")

    @property
    def signature(self) -> str:
        """The decorator and the head of the function, or more."""
        return self.text[: self.text.find(":\n", self.text.find(_NAME))]


@record
class Dump:
    """A program in pieces: what stands above its functions, and the functions in the order of the text."""

    header: str
    pieces: dict[str, Piece]


def cut(text: str, known: Mapping[str, Piece]) -> Dump | None:
    """The pieces of a dump; None for any other text, and where the class is not all that follows the header.

    `known` are pieces that were cut before, by name: a function whose text is the same keeps that very text.
    """
    if not text.startswith(HEADER) or "\r" in text:
        return None
    header, *rest = text.split(_BEGIN)
    line = header.count("\n") + 2
    pieces: dict[str, Piece] = {}
    for part in rest:
        body = _BEGIN + part
        start = body.find(_NAME) + len(_NAME)
        name = body[start : body.find("(", start)]
        before = known.get(name)
        if before is not None and before.text == body:
            body = before.text
        elif not name.isidentifier() or _OUTSIDE.search(body):
            return None
        if name in pieces:
            return None
        piece = pieces[name] = Piece(name, body, line)
        line += piece.lines
    return Dump(header, pieces)


def excerpt(dump: Dump, wanted: Collection[str]) -> str:
    """A text with the `wanted` functions only, each on its own lines. Of the others there is as much as it takes to call them."""
    words = {word for name in wanted for word in re.findall(r"\w+", dump.pieces[name].text)}
    parts = [dump.header]
    for name, piece in dump.pieces.items():
        if name in wanted:
            parts.append(piece.text)
        elif name in words:
            parts.append(f"{_BEGIN}\n    def {name}(self): ...{chr(10) * (piece.lines - 2)}")
        else:
            parts.append("\n" * piece.lines)
    return "".join(parts)
