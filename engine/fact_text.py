"""Facts as rows: the text that clingo reads and prints, split into relations and terms.

In comes text of ground atoms with plain terms, out go rows. It knows no relation and no engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from .model import Row

_ATOM = re.compile(r'([a-z_]\w*)\(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)')
_TERM = re.compile(r'"((?:[^"\\]|\\.)*)"|(-?\d+)|([a-z_]\w*)')
_BARE = re.compile(r"(?<=[\[,])[a-z_]\w*(?=[\],])")


def atoms(text: str) -> Iterator[tuple[str, Row]]:
    """Every atom of `text` as its relation and its row, in order."""
    for name, terms in _ATOM.findall(text):
        yield name, row(terms)


def row(terms: str) -> Row:
    """The row of a list of terms. A string and a constant of the same letters are one value (`rules_ast.Constant`)."""
    return tuple([text or (int(number) if number else name) for text, number, name in _TERM.findall(terms)])


def terms_by_relation(text: str) -> dict[str, list[str]]:
    """The atoms of `text` by relation, each as the text between its brackets: the first half of `atoms`, for speed."""
    found: dict[str, list[str]] = {}
    for name, terms in _ATOM.findall(text):
        found.setdefault(name, []).append(terms)
    return found


def by_relation(text: str, end: str) -> dict[str, list[str]]:
    """`terms_by_relation` of a text in which `end` stands between atoms: `).` of facts, `) ` of what clingo answers.

    Twice as fast where no string holds what could end an atom.
    """
    found: dict[str, list[str]] = {}
    text = text.strip()
    for chunk in text.removesuffix(".").removesuffix(")").split(end) if text else ():
        name, _, terms = chunk.partition("(")
        if terms.count('"') % 2 or "\\" in terms:
            return terms_by_relation(text)
        found.setdefault(name.lstrip(), []).append(terms)
    return found


def rows(terms: Sequence[str]) -> list[Row]:
    """`row` of each of `terms`. Lists that clingo or the extractors write are nearly JSON, which is read ten times as fast."""
    text = f"[[{'],['.join(terms)}]]"
    if "\\" in text or " " in text:
        return [row(each) for each in terms]
    if not terms or text == "[[]]":
        return [() for _ in terms]
    quoted = _BARE.sub(r'"\g<0>"', text)
    try:
        found: list[list[str | int]] = json.loads(quoted)
    except ValueError:
        return [row(each) for each in terms]
    return [tuple(each) for each in found]
