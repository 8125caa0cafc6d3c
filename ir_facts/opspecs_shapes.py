"""What a value of an op-spec file may look like. In: located nodes. Out: plain data, or diagnostics with the way out.

A shape is built once, from other shapes, and reads a node with `read(node, ctx)`; a value that cannot be read is reported
and comes back as None. Which keys there are and what they mean is in `opspecs_schema`; nothing here knows one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .opspecs_records import At
from .opspecs_yaml import Located, plain_scalar, problem
from .record import record

if TYPE_CHECKING:
    from .diagnostic import Diagnostic
    from .nodes import Source


class Context:
    """Where a reading stands: the files, what went wrong so far, and the names that other sections declare."""

    __slots__ = ("names", "problems", "sources")

    def __init__(self, sources: dict[str, Source], problems: list[Diagnostic]) -> None:
        self.sources = sources
        self.problems = problems
        self.names: dict[str, tuple[str, ...]] = {}

    def report(self, code: str, message: str, at: At, width: int, label: str = "", help: str = "") -> None:
        self.problems.append(problem(code, message, at, width, self.sources[at.file], label, help))

    def unknown(self, what: str, given: str, at: At, allowed: tuple[str, ...], code: str = "TW0206") -> None:
        """`given` is none of `allowed`: say so, suggest the nearest, list the rest."""
        from .spelling import did_you_mean

        known = f"allowed: {', '.join(allowed)}" if 0 < len(allowed) <= _LISTED else f"{len(allowed) or 'none'} are declared"
        ways = [did_you_mean(given, allowed), known]
        self.report(code, f"unknown {what} `{given}`", at, len(given), "", "; ".join(way for way in ways if way))


_LISTED = 40
"""A message lists the allowed words when they are no more than this."""


class Shape:
    """Base of all shapes. `expected` is how a message names what should stand there."""

    __slots__ = ()
    expected: str

    def read(self, node: Located, ctx: Context) -> Any:
        raise NotImplementedError

    def refuse(self, node: Located, ctx: Context) -> None:
        got = f"`{node.value}`" if isinstance(node.value, str) and node.value else node.shape()
        ctx.report("TW0205", f"expected {self.expected}, got {got}", node.at, node.width)


class Text(Shape):
    """Any words."""

    __slots__ = ()
    expected = "a word"

    def read(self, node: Located, ctx: Context) -> str | None:
        return node.value if isinstance(node.value, str) else self.refuse(node, ctx)


class Literal(Text):
    """Any words, numbers and truth values included; all are kept as text."""

    __slots__ = ()


class Flag(Shape):
    """`true` or `false`."""

    __slots__ = ()
    expected = "true or false"

    def read(self, node: Located, ctx: Context) -> bool | None:
        value = plain_scalar(node.value) if isinstance(node.value, str) and not node.quoted else None
        return value if isinstance(value, bool) else self.refuse(node, ctx)


class Number(Shape):
    """A whole number, 0 or more."""

    __slots__ = ()
    expected = "a whole number"

    def read(self, node: Located, ctx: Context) -> int | None:
        value = plain_scalar(node.value) if isinstance(node.value, str) and not node.quoted else None
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            return self.refuse(node, ctx)
        return value


class Free(Shape):
    """Anything; whoever uses the value says what it means."""

    __slots__ = ()
    expected = "anything"

    def read(self, node: Located, ctx: Context) -> Any:
        return node.plain()


@record
class Word(Shape):
    """One of these words."""

    words: tuple[str, ...]
    what: str = "word"

    @property
    def expected(self) -> str:  # type: ignore[override]  # a message names the words themselves
        return "one of " + ", ".join(self.words)

    def read(self, node: Located, ctx: Context) -> str | None:
        if not isinstance(node.value, str):
            return self.refuse(node, ctx)
        if node.value not in self.words:
            return ctx.unknown(self.what, node.value, node.at, self.words)
        return node.value


@record
class Name(Shape):
    """The name of something that another section declares: a space, a dtype, a category, an op."""

    what: str

    @property
    def expected(self) -> str:  # type: ignore[override]  # depends on the field
        return f"a{'n' if self.what[0] in 'aeiou' else ''} {self.what}"

    def read(self, node: Located, ctx: Context) -> str | None:
        if not isinstance(node.value, str):
            return self.refuse(node, ctx)
        return check_name(self.what, node.value, node.at, ctx)


def check_name(what: str, given: str, at: At, ctx: Context) -> str | None:
    """`given` if it is declared, else None and a diagnostic."""
    known = ctx.names[what]
    return given if given in known else ctx.unknown(what, given, at, known)


@record
class ListOf(Shape):
    """A list; a single value stands for a list of one where `single`."""

    item: Shape
    single: bool = False

    @property
    def expected(self) -> str:  # type: ignore[override]  # depends on the field
        return f"{self.item.expected} or a list of them" if self.single else f"a list, each item {self.item.expected}"

    def read(self, node: Located, ctx: Context) -> list[Any] | None:
        if isinstance(node.value, list):
            return [self.item.read(item, ctx) for item in node.value]
        return [self.item.read(node, ctx)] if self.single and isinstance(node.value, str) else self.refuse(node, ctx)


@record
class MapOf(Shape):
    """A mapping with free keys, or keys that another section declares (`key` is the kind of name). `single`: it has one key."""

    value: Shape
    key: str | None = None
    expected: str = "a mapping"
    single: bool = False

    def read(self, node: Located, ctx: Context) -> dict[str, Any] | None:
        if not isinstance(node.value, dict) or (self.single and len(node.value) != 1):
            return self.refuse(node, ctx)
        found: dict[str, Any] = {}
        for key, entry in node.value.items():
            if self.key is None or check_name(self.key, key, entry.at, ctx) is not None:
                found[key] = self.value.read(entry.value, ctx)
        return found


@record
class Field:
    """One key of a mapping: what may stand there and the sentence that documents it."""

    shape: Shape
    says: str
    required: bool = False


@record
class Fields(Shape):
    """A mapping with fixed keys. `rest` is the shape of any other key, where others may stand."""

    fields: dict[str, Field]
    expected: str = "a mapping"
    rest: Shape | None = None

    def read(self, node: Located, ctx: Context) -> dict[str, Any] | None:
        if not isinstance(node.value, dict):
            return self.refuse(node, ctx)
        found: dict[str, Any] = {}
        for key, entry in node.value.items():
            field = self.fields.get(key)
            if field is not None:
                found[key] = field.shape.read(entry.value, ctx)
            elif self.rest is not None:
                found[key] = self.rest.read(entry.value, ctx)
            else:
                ctx.unknown("key", key, entry.at, tuple(self.fields), "TW0204")
        for key, field in self.fields.items():
            if field.required and key not in node.value:
                ctx.report("TW0208", f"the key `{key}` is missing", node.at, node.width, "", f"{key}: {field.says}")
        return found


@record
class Forms(Shape):
    """A value that may be a word, or a list, or a mapping, each with its own shape."""

    word: Shape | None = None
    items: Shape | None = None
    mapping: Shape | None = None

    @property
    def expected(self) -> str:  # type: ignore[override]  # depends on the fields
        return " or ".join(shape.expected for shape in (self.word, self.items, self.mapping) if shape is not None)

    def read(self, node: Located, ctx: Context) -> Any:
        chosen = self.word if isinstance(node.value, str) else self.items if isinstance(node.value, list) else self.mapping
        return chosen.read(node, ctx) if chosen is not None else self.refuse(node, ctx)
