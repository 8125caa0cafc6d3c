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

    Keys that stand twice are added to `problems`; text that is not YAML raises `DiagnosticError` (TW0201) at once.
    """
    import yaml

    try:
        return _Builder(source, problems).document()
    except yaml.YAMLError as error:
        raise DiagnosticError(_not_yaml(error, source)) from None


def _not_yaml(error: Any, source: Source) -> Diagnostic:
    mark = getattr(error, "problem_mark", None)
    line, column = (mark.line + 1, mark.column) if mark else (1, 0)
    why = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    return _refused(why, At(source.path, line, column), source, getattr(error, "context", None) or "")


def _refused(why: str, at: At, source: Source, label: str = "") -> Diagnostic:
    return problem("TW0201", f"this is not YAML: {why}", at, 1, source, label)


class _Builder:
    """The tree straight from the parser's events: half the time of PyYAML's own nodes, of which nothing would remain."""

    def __init__(self, source: Source, problems: list[Diagnostic]) -> None:
        import yaml

        self.source = source
        self.problems = problems
        self.anchors: dict[str, Located] = {}
        parse: Any = yaml.parse  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]  # the stubs say nothing
        self.events: Any = parse(source.text, getattr(yaml, "CBaseLoader", yaml.BaseLoader))
        self.builders: dict[Any, Any] = {
            yaml.ScalarEvent: self.scalar,
            yaml.SequenceStartEvent: self.sequence,
            yaml.MappingStartEvent: self.mapping,
            yaml.AliasEvent: self.alias,
        }
        self.ends = (yaml.SequenceEndEvent, yaml.MappingEndEvent)
        self.starts_document = yaml.DocumentStartEvent

    def document(self) -> Located | None:
        root: Located | None = None
        documents = 0
        for event in self.events:
            documents += event.__class__ is self.starts_document
            if documents > 1:
                raise DiagnosticError(_refused("a second document begins here", self.at(event), self.source))
            if event.__class__ in self.builders:
                root = self.node(event)
        return root

    def at(self, event: Any) -> At:
        mark = event.start_mark
        return At(self.source.path, mark.line + 1, mark.column)

    def node(self, event: Any) -> Located:
        built: Located = self.builders[event.__class__](event)
        if event.anchor is not None:
            self.anchors.setdefault(event.anchor, built)
        return built

    def alias(self, event: Any) -> Located:
        if event.anchor not in self.anchors:
            raise DiagnosticError(_refused(f"nothing above is named `&{event.anchor}`", self.at(event), self.source))
        return self.anchors[event.anchor]

    def scalar(self, event: Any) -> Located:
        start, end = event.start_mark, event.end_mark
        width = end.column - start.column if end.line == start.line else len(event.value)
        return Located(event.value, At(self.source.path, start.line + 1, start.column), width, bool(event.style))

    def sequence(self, event: Any) -> Located:
        items: list[Located] = []
        for item in self.events:
            if item.__class__ in self.ends:
                break
            items.append(self.node(item))
        return Located(items, self.at(event), 1)

    def mapping(self, event: Any) -> Located:
        entries: dict[str, Entry] = {}
        for item in self.events:
            if item.__class__ in self.ends:
                break
            key = self.node(item)
            value = self.node(next(self.events))
            if not isinstance(key.value, str):
                self.problems.append(problem("TW0202", "a key must be a word", key.at, 1, self.source))
            elif key.value in entries:
                self.problems.append(self.twice(key.value, key, entries[key.value].at))
            else:
                entries[key.value] = Entry(key.at, value)
        return Located(entries, self.at(event), 1)

    def twice(self, word: str, key: Located, first: At) -> Diagnostic:
        places = Label(span_of(key.at, key.width), "again here", self.source), Label(span_of(first, key.width), "first here", self.source)
        advice = "keep one of them; YAML would silently take the last"
        return Diagnostic("TW0203", f"the key `{word}` stands twice in the same mapping", places, advice, source=self.source)
