"""Facts as rows: the text that clingo reads and prints, split into relations and terms.

In comes text of ground atoms with plain terms, out go rows. It knows no relation and no engine.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from .model import Row

_ATOM = r'([a-z_]\w*)\(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)'
_TERM = r'"((?:[^"\\]|\\.)*)"|(-?\d+)|([a-z_]\w*)'


def atoms(text: str) -> Iterator[tuple[str, Row]]:
    """Every atom of `text` as its relation and its row, in order."""
    for name, terms in re.findall(_ATOM, text):
        yield name, row(terms)


def row(terms: str) -> Row:
    """The row of a list of terms. A string and a constant of the same letters are one value (`rules_ast.Constant`)."""
    return tuple([text or (int(number) if number else name) for text, number, name in re.findall(_TERM, terms)])


def terms_by_relation(text: str) -> dict[str, list[str]]:
    """The atoms of `text` by relation, each as the text between its brackets: the first half of `atoms`, for speed."""
    found: dict[str, list[str]] = {}
    for name, terms in re.findall(_ATOM, text):
        found.setdefault(name, []).append(terms)
    return found


def by_relation(text: str, end: str) -> dict[str, list[str]]:
    """`terms_by_relation` of a text in which `end` stands between atoms: `).` of facts, `) ` of what clingo answers.

    Several times as fast where no string holds what could end an atom.
    """
    if "\\" in text:
        return terms_by_relation(text)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for atom in text.strip().removesuffix(".").removesuffix(")").split(end) if text.strip() else ():
        name, _, terms = atom.partition("(")
        if terms.count('"') & 1:
            return terms_by_relation(text)
        found[name].append(terms)
    named: dict[str, list[str]] = {}
    for name, rest in found.items():  # what stands between two atoms clings to the name of the second
        named.setdefault(name.strip(), []).extend(rest)
    return named


def rows(terms: Sequence[str]) -> list[Row]:
    """`row` of each of `terms`, several times as fast where no string holds a comma or a quote, and no term is a negative number."""
    found: list[Row] = []
    for each in terms:
        made: list[str | int] = []
        for part in each.split(","):
            if part[:1] == '"' == part[-1] and len(part) > 1 and "\\" not in part:
                made.append(part[1:-1])
            elif part.isidentifier():
                made.append(part)
            elif part.isdecimal():
                made.append(int(part))
            else:
                found.append(row(each))
                break
        else:
            found.append(tuple(made))
    return found
