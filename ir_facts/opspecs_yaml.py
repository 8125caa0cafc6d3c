"""YAML text -> a tree of located values. In: the text of an op-spec file. Out: `Located` nodes. Never: what a key means.

Only the shapes of YAML are used (mappings, lists, scalars), never its guessing of types: a plain scalar stays the text that
was written, and who expects a number asks for one. So `NO`, `on` or `1e3` are names, not surprises.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .diagnostic import Diagnostic, DiagnosticError, Label
from .nodes import Source, Span
from .opspecs_records import At


class Located:
    """A value with its place. `value` is a `str`, a list of `Located`, or a dict of `Entry` by key.

    `quoted` tells a scalar in quotes from a bare word: `"2"` is text wherever free-form data is read, `2` is a number.
    """

    __slots__ = ("at", "quoted", "value", "width")

    def __init__(self, value: str | list[Located] | dict[str, Entry], at: At, width: int, quoted: bool = False) -> None:
        self.value = value
        self.at = at
        self.width = width
        self.quoted = quoted

    def shape(self) -> str:
        """What kind of YAML it is, for messages."""
        if isinstance(self.value, str):
            return "a word" if self.value else "nothing"
        return "a list" if isinstance(self.value, list) else "a mapping"

    def plain(self) -> Any:
        """The value as plain Python data; bare `true`, `false`, `null` and integers become what they look like."""
        if isinstance(self.value, str):
            return self.value if self.quoted else plain_scalar(self.value)
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        return {key: entry.value.plain() for key, entry in self.value.items()}


class Entry(NamedTuple):
    """One `key: value` of a mapping, with the place of the key."""

    at: At
    value: Located


_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


def plain_scalar(text: str) -> str | int | bool | None:
    """A bare scalar of free-form data."""
    if text in _WORDS:
        return _WORDS[text]
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isascii() and digits.isdigit() else text


def span_of(at: At, width: int) -> Span:
    """The place as a one-line span for a diagnostic."""
    return Span(at.line, at.column, at.line, at.column + max(width, 1))


def problem(code: str, message: str, at: At, width: int, source: Source, label: str = "", help: str = "") -> Diagnostic:
    """A diagnostic that points at a place of an op-spec file."""
    return Diagnostic(code, message, (Label(span_of(at, width), label, source),), help, source=source)


def read_tree(source: Source, problems: list[Diagnostic]) -> Located | None:
    """The located tree of one file; None when the file is empty.

    Duplicate keys are added to `problems`; text that is not YAML raises `DiagnosticError` (TW0201) at once.
    """
    import yaml

    compose: Any = yaml.compose  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]  # the stubs of PyYAML say nothing about nodes
    try:
        root = compose(source.text, getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except yaml.YAMLError as error:
        raise DiagnosticError(_not_yaml(error, source)) from None
    return None if root is None else _convert(root, source, problems)


def _not_yaml(error: Any, source: Source) -> Diagnostic:
    mark = getattr(error, "problem_mark", None)
    line, column = (mark.line + 1, mark.column) if mark else (1, 0)
    why = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    context = getattr(error, "context", None)
    return problem("TW0201", f"this is not YAML: {why}", At(source.path, line, column), 1, source, context or "")


def _convert(node: Any, source: Source, problems: list[Diagnostic]) -> Located:
    start = node.start_mark
    at = At(source.path, start.line + 1, start.column)
    kind = node.id
    if kind == "scalar":
        return Located(node.value, at, _width(node), bool(node.style))
    if kind == "sequence":
        return Located([_convert(item, source, problems) for item in node.value], at, 1)
    entries: dict[str, Entry] = {}
    for key, value in node.value:
        mark = key.start_mark
        key_at = At(source.path, mark.line + 1, mark.column)
        if key.id != "scalar":
            problems.append(problem("TW0202", "a key must be a word", key_at, 1, source))
        elif key.value in entries:
            first = entries[key.value].at
            problems.append(
                Diagnostic(
                    "TW0203",
                    f"the key `{key.value}` stands twice in the same mapping",
                    (
                        Label(span_of(key_at, _width(key)), "again here", source),
                        Label(span_of(first, _width(key)), "first here", source),
                    ),
                    "keep one of them; YAML would silently take the last",
                    source=source,
                )
            )
        else:
            entries[key.value] = Entry(key_at, _convert(value, source, problems))
    return Located(entries, at, 1)


def _width(node: Any) -> int:
    start, end = node.start_mark, node.end_mark
    return end.column - start.column if end.line == start.line else max(len(node.value), 1)
