"""Small edits of a kernel's text: a keyword set or taken away, a statement put in or moved. In: text and spans. Out: new text.

Nothing is judged here: whether an edited kernel still reads, and what the pass makes of it, is seen by running it (`trial.py`).
An edit that the text does not allow is None.
"""

from __future__ import annotations

import ast

from ..ir_facts.nodes import Source, Span
from .operands import lines_of

STEP = "    "
"""The indentation of one block, where the text shows none."""


def set_keyword(source: Source, call: Span, key: str, value: str) -> str | None:
    """The text with `key=value` among the keywords of a call: in the place of an old value, or last."""
    found = _call(source, call)
    if found is None:
        return None
    text, node, start = found
    old = next((keyword.value for keyword in node.keywords if keyword.arg == key), None)
    if old is not None:
        begin, end = _offset(text, old.lineno, old.col_offset), _offset(text, old.end_lineno or 0, old.end_col_offset or 0)
        return _replaced(source, start + begin, start + end, value)
    end = _offset(text, node.end_lineno or 0, node.end_col_offset or 0) - 1
    before = text[:end].rstrip()
    comma = "" if before.endswith("(") else " " if before.endswith(",") else ", "
    return _replaced(source, start + len(before), start + end, f"{comma}{key}={value}")


def drop_keyword(source: Source, call: Span, key: str) -> str | None:
    """The text without the keyword `key` of a call; None where it has none, or nothing but this keyword."""
    found = _call(source, call)
    if found is None:
        return None
    text, node, start = found
    keyword = next((keyword for keyword in node.keywords if keyword.arg == key), None)
    if keyword is None:
        return None
    begin = text.rindex(",", 0, _offset(text, keyword.lineno, keyword.col_offset)) if node.args or node.keywords[0] is not keyword else -1
    end = _offset(text, keyword.end_lineno or 0, keyword.end_col_offset or 0)
    return None if begin < 0 else _replaced(source, start + begin, start + end, "")


def callee(source: Source, call: Span) -> str:
    """The first name of what a call calls: the module of `pl.load(...)` is `pl`."""
    found = _call(source, call)
    node: ast.expr | None = found[1].func if found is not None else None
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def insert_after(source: Source, statement: Span, line: str) -> str:
    """The text with one more statement behind another one, indented like it."""
    lines = list(lines_of(source.text))
    lines.insert(statement.end_line, indentation(lines[statement.line - 1]) + line)
    return "\n".join(lines)


def move(source: Source, statement: Span, anchor: Span, *, after: bool = False) -> str | None:
    """The text with a statement moved in front of `anchor` or behind it, indented like it. None where nothing else would be left."""
    lines = list(lines_of(source.text))
    taken = lines[statement.line - 1 : statement.end_line]
    own, wanted = indentation(taken[0]), indentation(lines[anchor.line - 1])
    if any(line.strip() and not line.startswith(own) for line in taken):
        return None
    shifted = [wanted + line[len(own) :] if line.strip() else line for line in taken]
    at = anchor.end_line if after else anchor.line - 1
    kept = [*lines[: statement.line - 1], *[None] * len(taken), *lines[statement.end_line :]]
    kept[at:at] = shifted
    return "\n".join(line for line in kept if line is not None)


def replace_in_line(source: Source, line: int, old: str, new: str) -> str | None:
    """The text with the first `old` in one line replaced; None where it is not there."""
    lines = list(lines_of(source.text))
    if not 1 <= line <= len(lines) or old not in lines[line - 1]:
        return None
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines)


def indentation(line: str) -> str:
    """The white space that a line begins with."""
    return line[: len(line) - len(line.lstrip())]


def _call(source: Source, span: Span) -> tuple[str, ast.Call, int] | None:
    """The text of a call in brackets, its node, and where in the source the text (without the bracket) begins."""
    start = _start(source, span.line, span.column)
    end = _start(source, span.end_line, span.end_column)
    text = source.text[start:end]
    try:
        tree = ast.parse(f"({text})", mode="eval")
    except SyntaxError:
        return None
    node = tree.body
    return (f"({text})", node, start - 1) if isinstance(node, ast.Call) else None


def _start(source: Source, line: int, column: int) -> int:
    return sum(len(before) + 1 for before in lines_of(source.text)[: line - 1]) + column


def _offset(text: str, line: int, column: int) -> int:
    """The place in `text` of a line and a column in bytes, as `ast` counts."""
    lines = text.split("\n")
    return sum(len(before) + 1 for before in lines[: line - 1]) + len(lines[line - 1].encode()[:column].decode())


def _replaced(source: Source, begin: int, end: int, new: str) -> str:
    return source.text[:begin] + new + source.text[end:]


def unwrap(source: Source, param: Span, word: str) -> str | None:
    """The text with the parameter `x: pl.Word[T]` written as `x: T`; None where it has no such annotation."""
    begin, end = _start(source, param.line, param.column), _start(source, param.end_line, param.end_column)
    name, colon, annotation = source.text[begin:end].partition(":")
    wrapper, bracket, inner = annotation.strip().partition("[")
    if not colon or not bracket or wrapper.rpartition(".")[2] != word or not inner.endswith("]"):
        return None
    return _replaced(source, begin, end, f"{name}: {inner[:-1]}")
