"""Facts as rows: the text that clingo reads and prints, split into relations and terms.

In comes text of ground atoms with plain terms, out go rows. It knows no relation and no engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .model import Row

_ATOM = re.compile(r'([a-z_]\w*)\(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)')
_TERM = re.compile(r'"((?:[^"\\]|\\.)*)"|(-?\d+)|([a-z_]\w*)')


def atoms(text: str) -> Iterator[tuple[str, Row]]:
    """Every atom of `text` as its relation and its row, in order."""
    for name, terms in _ATOM.findall(text):
        yield name, row(terms)


def row(terms: str) -> Row:
    """The row of a list of terms. A string and a constant of the same letters are one value (`rules_ast.Constant`)."""
    return tuple([text or (int(number) if number else name) for text, number, name in _TERM.findall(terms)])
