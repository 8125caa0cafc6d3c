"""Where an operand stands in the text. Operands share their variable's node, so the place is found when it is needed."""

from __future__ import annotations

import ast
from functools import lru_cache

from ..ir_facts.facts import Entity
from ..ir_facts.nodes import Source, Span


@lru_cache(maxsize=2)
def lines_of(text: str) -> list[str]:
    """The lines of a text. Kept, since all places of a session are in one text or two; nobody may change the list."""
    return text.split("\n")


def operand_span(source: Source | None, entity: Entity, index: int) -> Span | None:
    """The place of operand `index` of a call or yield, from the text of the call; None where the text has no such place."""
    span = entity.span
    if source is None or span is None:
        return None
    lines = lines_of(source.text)[span.line - 1 : span.end_line]
    if not lines:
        return None
    lines[-1] = lines[-1][: span.end_column]
    text = "(" + lines[0][span.column :] + "".join("\n" + line for line in lines[1:]) + ")"
    try:
        call = next(node for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Call))
    except (SyntaxError, StopIteration):
        return None
    if index >= len(call.args):
        return None
    at = call.args[index]
    first = text.split("\n")[at.lineno - 1].encode()
    last = text.split("\n")[(at.end_lineno or at.lineno) - 1].encode()
    column = len(first[: at.col_offset].decode()) + (span.column - 1 if at.lineno == 1 else 0)
    end = len(last[: at.end_col_offset].decode()) + (span.column - 1 if (at.end_lineno or 1) == 1 else 0)
    return Span(span.line + at.lineno - 1, column, span.line + (at.end_lineno or at.lineno) - 1, end)
