"""The syntax under the language of `result:` entries. In: text, syntax trees. Out: trees, constants, and what both halves share.

Nothing here knows what a name means; `results_language` does.
"""

from __future__ import annotations

import ast
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from .refusal import Refusal
from .results_vocabulary import WORDS

if TYPE_CHECKING:
    from .results_context import Context
    from .results_language import Evaluate

MEMBERS = frozenset(("row_major", "col_major", "none_box", "ND", "DN", "NZ", "MX_A_ZZ", "MX_B_NN", "null", "zero", "max", "min", "normal"))
"""Members of the text format's enums that a rule may name besides spaces and dtypes."""


class RuleError(Exception):
    """Nonsense in a result rule: where in its text, what, and the way out."""

    def __init__(self, column: int, message: str, help: str = "") -> None:
        super().__init__(message)
        self.column = column
        self.message = message
        self.help = help


def parse(text: str | int) -> ast.expr:
    text = str(text).strip()
    if text.isidentifier() and not iskeyword(text):  # as half of all expressions are: not worth a parser
        return ast.Name(text, ast.Load(), lineno=1, col_offset=0, end_lineno=1, end_col_offset=len(text))
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise RuleError((error.offset or 1) - 1, f"`{text}` is no expression: {error.msg}") from None


def word_kind(node: ast.expr) -> str | None:
    """The kind of the word that is called, if one is."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS:
        return WORDS[node.func.id].kind
    return None


def constant(value: Any) -> Evaluate:
    return lambda c: value


def whole_number(node: ast.expr) -> int:
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        sign, node = -1, node.operand
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return sign * node.value
    raise RuleError(node.col_offset, f"`{ast.unparse(node)}` must be a whole number")


def pick(shape: tuple[Any, ...], place: int) -> Any:
    try:
        return shape[place]
    except IndexError:
        raise Refusal(
            "TW0150", f"an operand of rank {len(shape)} has no axis {place}", "give it as many dimensions as the op reads"
        ) from None


def all_or_any(parts: list[Evaluate], c: Context, decides: bool) -> bool | None:
    """Kleene's `and` / `or`: `decides` is the answer that settles it."""
    unknown = False
    for part in parts:
        answer = part(c)
        if answer is None:
            unknown = True
        elif answer is decides:
            return decides
    return None if unknown else not decides
