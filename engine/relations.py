"""What relations there are: one source, the declarations in the rule files, for `tilewhy relations` and `docs/relations.md`.

In come the rulebooks of the rounds, out comes text. `python -m tilewhy.engine.relations` prints the document.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .passes import PLACEMENT_RULES
from .residency import RESIDENCY_RULES
from .rulebook import Relation, Rulebook, load_rulebook, spelt
from .rules_ast import Literal, Rule
from .stages import PLACEMENT, RESIDENCY, VERIFY
from .verify import VERIFY_RULES

ABOUT = {
    PLACEMENT: "The first round, about the kernel as it was read: where tiles live and which moves are needed.",
    RESIDENCY: "The second round, about the kernel with its tiles placed: what stays resident across a loop.",
    VERIFY: "What `tilewhy verify` solves, about any kernel: what breaks a promise.",
}
"""The rounds in order, and a sentence about each."""


class Book(NamedTuple):
    """The rules of one round."""

    round: str
    rulebook: Rulebook


class Known(NamedTuple):
    """A relation, the rounds that know it, and the rules that write and read it."""

    relation: Relation
    rounds: tuple[str, ...]
    written: tuple[Rule, ...]
    read: tuple[Rule, ...]

    @property
    def signature(self) -> str:
        return f"{self.relation.name}({', '.join(self.relation.columns)})"

    @property
    def meaning(self) -> str:
        """What a row says, with the names of its columns."""
        return spelt(self.relation.means)


def books() -> tuple[Book, ...]:
    """The built-in rules of every round."""
    stems = (PLACEMENT_RULES, RESIDENCY_RULES, VERIFY_RULES)
    return tuple(Book(name, load_rulebook(*names)) for name, names in zip(ABOUT, stems, strict=True))


def known_relations(known: tuple[Book, ...]) -> list[Known]:
    """Every relation once, in the order of rounds and files."""
    found: dict[str, Relation] = {}
    for book in known:
        for relation in book.rulebook.relations.values():
            found.setdefault(relation.name, relation)
    return [_about(relation, known) for relation in found.values()]


def _about(relation: Relation, known: tuple[Book, ...]) -> Known:
    homes = [book for book in known if relation.name in book.rulebook.relations]
    rules = {(rule.path, rule.line): rule for book in homes for rule in book.rulebook.rules}.values()
    written = tuple(rule for rule in rules if rule.head.relation == relation.name)
    read = tuple(rule for rule in rules if any(isinstance(i, Literal) and i.atom.relation == relation.name for i in rule.body))
    return Known(relation, tuple(book.round for book in homes), written, read)


def listing(known: tuple[Book, ...]) -> str:
    """Every relation with its columns and its meaning, by round."""
    lines: list[str] = []
    all_known = known_relations(known)
    for name, about in ABOUT.items():
        here = [one for one in all_known if one.rounds[0] == name]
        width = min(max(len(one.signature) for one in here), 60)
        lines += [f"{name}: {about}", ""]
        lines += [f"  {one.signature:{width}}  {one.meaning}" for one in here]
        lines.append("")
    return "\n".join(lines)


def card(one: Known) -> str:
    """Everything about one relation: meaning, who writes it, who reads it."""
    relation = one.relation
    lines = [one.signature, f"  {one.meaning}"]
    if relation.lacks[0]:
        lines.append(f"  absent: {spelt(relation.lacks)}")
    origin = (
        "given with the kernel or by the op specs"
        if relation.given
        else f"derived by {len(one.written)} rule{'s' * (len(one.written) != 1)}"
    )
    lines += [f"  {origin}; declared in {relation.path}:{relation.line}; rounds: {', '.join(one.rounds)}"]
    for rule in one.written:
        lines += ["", f"  {rule.name} ({rule.path}:{rule.line})", f"    {spelt(rule.says)}", f"    {rule}"]
    if one.read:
        lines += ["", f"  read by {', '.join(dict.fromkeys(rule.name for rule in one.read))}"]
    return "\n".join(lines)


def relation_json(one: Known) -> dict[str, Any]:
    """One relation as data."""
    relation = one.relation
    return {
        "name": relation.name,
        "columns": list(relation.columns),
        "means": one.meaning,
        "absent": spelt(relation.lacks),
        "given": relation.given,
        "rounds": list(one.rounds),
        "path": relation.path,
        "line": relation.line,
        "written_by": [{"name": rule.name, "path": rule.path, "line": rule.line, "says": spelt(rule.says)} for rule in one.written],
        "read_by": list(dict.fromkeys(rule.name for rule in one.read)),
    }


def document() -> str:
    """The text of `docs/relations.md`."""
    known = books()
    all_known = known_relations(known)
    parts = [_INTRODUCTION]
    for name, about in ABOUT.items():
        parts.append(f"## {name}\n\n{about}\n")
        files: dict[str, list[Known]] = {}
        for one in all_known:
            if one.rounds[0] == name:
                files.setdefault(one.relation.path, []).append(one)
        for path, here in files.items():
            rows = [f"| `{one.signature}` | {one.meaning} | {_writers(one)} | {_readers(one)} |" for one in here]
            parts.append(f"### {path}\n\n| relation | a row says | written by | read in |\n|---|---|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _writers(one: Known) -> str:
    return "given" if one.relation.given else ", ".join(rule.name for rule in one.written) or "nobody"


def _readers(one: Known) -> str:
    return ", ".join(dict.fromkeys(rule.path.rpartition("/")[2].removesuffix(".lp") for rule in one.read)) or "Python only"


_INTRODUCTION = """\
# Relations

Everything that tilewhy knows and decides about a kernel is a row of a relation. `tilewhy query FILE 'space(T, mat)'` looks rows up,
`tilewhy relations NAME` shows one relation with its rules, and rule files of your own may read them all (`--rules`).

Columns hold numbers, names and constants. Names are written in double quotes: a variable is `"kernel.x_tile"` (a name that is
assigned again gets `#2`), a call `"kernel@7"`, a loop `"kernel.k"`, an op `"tile.load"`. Memories are constants in small letters
(`mat`, `left_scale`). A *state* is what a tile is at some point of the program: the variable itself as it is in the end, or
`"kernel.acc@k"`, as it was until loop `k` ended.

This document is generated from the declarations in `rules/`: `python -m tilewhy.engine.relations > docs/relations.md`.
"""


if __name__ == "__main__":
    import sys

    sys.stdout.write(document())
