"""The default evaluator: clingo grounds the rules over the facts, and a stratified program is solved when it is grounded.

In come a rulebook and facts as text, out comes a `Model`. Rows leave clingo as one text per relation; symbol-by-symbol
transfer would cost more than the grounding.
"""

from __future__ import annotations

import re
from typing import Any

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from .model import Model, Row
from .rulebook import Rulebook

_TERM = re.compile(r'"((?:[^"\\]|\\.)*)"|(-?\d+)|([a-z_]\w*)')


def solve(rulebook: Rulebook, facts: str) -> Model:
    """The one model of `rulebook` over `facts`. Raises DiagnosticError (TW0601, TW0605, TW0606)."""
    from clingo import Control

    messages: list[str] = []
    control: Any = Control(["-Wno-atom-undefined"], logger=lambda _code, message: messages.append(message))
    try:
        control.add("base", [], rulebook.text)
        control.add("base", [], facts)
        control.ground([("base", [])])
    except RuntimeError:
        rulebook.check()
        raise DiagnosticError(Diagnostic("TW0601", f"clingo refused the rules: {'; '.join(messages)}")) from None
    atoms: dict[str, list[Any]] = {}
    signatures: dict[str, list[int]] = {}
    for name, arity, _ in control.symbolic_atoms.signatures:
        signatures.setdefault(name, []).append(arity)
    del atoms

    def load(relation: str) -> list[Row]:
        rows: list[Row] = []
        for arity in signatures.get(relation, ()):
            found = [atom for atom in control.symbolic_atoms.by_signature(relation, arity)]
            if not all(atom.is_fact for atom in found):
                rulebook.check()
                raise DiagnosticError(Diagnostic("TW0606", f"{relation} has no unique answer"))
            rows.extend(_rows([str(atom.symbol) for atom in found], len(relation)))
        return rows

    return Model(load)


def _rows(atoms: list[str], skip: int) -> list[Row]:
    return [
        tuple(text or (int(number) if number else name) for text, number, name in _TERM.findall(atom, skip))
        for atom in atoms
    ]
