"""The words of the result-rule language. In: functions. Out: `WORDS`, by name: what each takes, yields and looks at.

A word is declared once, where it is defined (`results_words`, `results_views`); the compiler checks its arguments by the
declaration, and the documentation is made from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .record import record

if TYPE_CHECKING:
    from collections.abc import Callable


@record
class Word:
    """A word of `kind` (dim, shape, dtype, symbol, triple, test, view, tensor).

    `params` are the kinds of its arguments, `?` marking one that may be left out or stand for an operand that is not given
    (`operand` is any operand of the op, `tile` one that is a tile, `shaped` a tile or a tensor); `rest` is the kind of any
    more. `reads` says what of the operands the answer depends on.
    """

    name: str
    kind: str
    params: tuple[str, ...]
    rest: str | None
    reads: frozenset[str]
    make: Callable[..., Any]
    says: str

    @property
    def signature(self) -> str:
        """How it is written: `drop(shape, shape?, whole?)`."""
        taken = (*self.params, *([f"{self.rest}..."] if self.rest else []))
        return f"{self.name}({', '.join(taken)})" if taken else self.name


WORDS: dict[str, Word] = {}


def word(kind: str, *params: str, rest: str | None = None, reads: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated function as a word of its own name. Its docstring is the word's documentation."""

    def declare(make: Callable[..., Any]) -> Callable[..., Any]:
        name = make.__name__.rstrip("_")
        WORDS[name] = Word(name, kind, params, rest, frozenset(reads.split()), make, make.__doc__ or "")
        return make

    return declare
