"""Comments of a file, given out to statements in source order (`reference/ir_text.md` section 7).

`find_comments` looks for `#` line by line and falls back to `tokenize` only for files in which a string may span lines.
Nothing here knows what a statement is; the statement readers ask for the comments up to a line.
"""

from __future__ import annotations

from .record import record

NO_LINE = 1 << 60


@record(eq=True)
class Comment:
    """One comment: its place, its text without `# `, and whether nothing else stands on its line."""

    line: int
    column: int
    text: str
    alone: bool


class Comments:
    """A queue of comments. `line` is the line of the first one that no statement has taken yet."""

    __slots__ = ("_at", "_found", "_prose", "line")

    def __init__(self, found: list[Comment]) -> None:
        self._found = found
        self._at = 0
        self._prose: list[str] = []
        self.line = found[0].line if found else NO_LINE

    def take(self, upto: int) -> tuple[str, ...]:
        """The comments on lines up to `upto` that nobody took, after any pending docstring."""
        found, at, taken = self._found, self._at, self._prose
        while at < len(found) and found[at].line <= upto:
            taken.append(found[at].text)
            at += 1
        self._prose = []
        self._go(at)
        return tuple(taken)

    def take_header(self, header_end: int, body_start: int) -> tuple[str, ...]:
        """Those of a compound statement: above it, and on its header lines even where the header is wrapped."""
        found, at = self._found, self._at
        while at < len(found) and found[at].line <= header_end:
            at += 1
        while at < len(found) and found[at].line < body_start and not found[at].alone:
            header_end = found[at].line
            at += 1
        return self.take(header_end)

    def hold(self, upto: int, lines: list[str]) -> None:
        """Keep the lines of a docstring, behind the comments above it, for the next statement."""
        self._prose = [*self.take(upto), *lines]
        self.line = 0

    def drop_deeper(self, before: int, column: int) -> None:
        """Forget comments above line `before` that stand deeper than `column`: the tail of a block that has ended."""
        found, at = self._found, self._at
        end = at
        while end < len(found) and found[end].line < before:
            end += 1
        found[at:end] = [comment for comment in found[at:end] if not (comment.alone and comment.column > column)]
        self._go(at)

    def drop(self, before: int) -> None:
        """Forget everything above line `before`."""
        at, found = self._at, self._found
        while at < len(found) and found[at].line < before:
            at += 1
        self._prose = []
        self._go(at)

    def _go(self, at: int) -> None:
        self._at = at
        self.line = 0 if self._prose else self._found[at].line if at < len(self._found) else NO_LINE


def find_comments(text: str, lines: list[str]) -> list[Comment]:
    """Every comment of a file that `ast` accepts, in order."""
    if "#" not in text:
        return []
    if '"""' in text or "'''" in text or "\\\n" in text:
        return _tokenized(lines)
    found: list[Comment] = []
    for number, line in enumerate(lines, 1):
        if "#" in line:
            bare = line.lstrip(" \t\f")
            if bare[0] == "#":
                found.append(Comment(number, len(line) - len(bare), _words(bare), True))
            else:
                column = _outside_strings(line)
                if column >= 0:
                    found.append(Comment(number, column, _words(line[column:]), False))
    return found


def _words(comment: str) -> str:
    return comment[2:] if comment[1:2] == " " else comment[1:]


def _outside_strings(line: str) -> int:
    """The column of the first `#` that is in no string, or -1."""
    quote, escaped = "", False
    for column, char in enumerate(line):
        if quote:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == quote:
                quote = ""
        elif char == "#":
            return column
        elif char in "\"'":
            quote = char
    return -1


def _tokenized(lines: list[str]) -> list[Comment]:
    import tokenize

    source = iter([line + "\n" for line in lines])
    found: list[Comment] = []
    for token in tokenize.generate_tokens(lambda: next(source, "")):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            found.append(Comment(line, column, _words(token.string), not lines[line - 1][:column].strip()))
    return found
