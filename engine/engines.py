"""The engines by name. Both evaluate the same rules; `both` runs the two and accepts no difference.

In comes a name, out comes an `Engine`; a solver is imported when it is first used. Nothing else knows which engine ran.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.record import record
from ..ir_facts.spelling import nearest_or_all
from .model import Model, Row
from .rulebook import Rulebook

SLOW = 2000
"""The number of facts above which a user is told that the reference evaluator is slow (docs/engines.md has the figures)."""

SHOWN = 5
"""How many of the rows that differ a message shows."""


class Solver(Protocol):
    """What an engine is: rules and facts in, the one model out. `read` names the relations that will be read anyway."""

    def __call__(self, rulebook: Rulebook, facts: str, read: Iterable[str] = ()) -> Model: ...


@record
class Engine:
    """An engine under the name by which users choose it. `fast`: whether its time is no reason for a warning."""

    name: str
    solve: Solver
    fast: bool

    def warnings(self, facts: str) -> tuple[Diagnostic, ...]:
        """What a user should know before waiting for this engine: a warning TW0711 above `SLOW` facts."""
        if self.fast:
            return ()
        count = facts.count(").")
        if count <= SLOW:
            return ()
        message = f"the engine {self.name} is several times slower than clingo, and this kernel has {count} facts"
        return (Diagnostic("TW0711", message, help="leave out --engine: clingo gives the same answer", severity="warning"),)


def clingo(rulebook: Rulebook, facts: str, read: Iterable[str] = ()) -> Model:
    """The default evaluator (`solver_clingo`)."""
    from .solver_clingo import solve

    return solve(rulebook, facts, read)


def pydatalog(rulebook: Rulebook, facts: str, read: Iterable[str] = ()) -> Model:
    """The reference evaluator (`solver_pydatalog`)."""
    from .solver_pydatalog import solve

    return solve(rulebook, facts, read)


def both(rulebook: Rulebook, facts: str, read: Iterable[str] = ()) -> Model:
    """clingo's model, after it was found equal to pyDatalog's. Raises DiagnosticError TW0710 at the first difference."""
    model = clingo(rulebook, facts, read)
    compare(rulebook, model, pydatalog(rulebook, facts, read))
    return model


def compare(rulebook: Rulebook, model: Model, reference: Model) -> None:
    """Hold every declared relation of clingo's `model` against pyDatalog's. Raises DiagnosticError TW0710."""
    for relation in rulebook.relations:
        ours, theirs = model.rows(relation), reference.rows(relation)
        if ours != theirs:
            only = _only("clingo", ours, theirs) + _only("pydatalog", theirs, ours)
            message = f"the engines disagree on {relation}: {'; '.join(only)}"
            raise DiagnosticError(Diagnostic("TW0710", message, help="this is a fault in tilewhy; please report it with the kernel"))


def _only(name: str, ours: tuple[Row, ...], theirs: tuple[Row, ...]) -> list[str]:
    extra = sorted(set(ours) - set(theirs), key=str)
    if not extra:
        return []
    more = f" and {len(extra) - SHOWN} more" if len(extra) > SHOWN else ""
    return [f"only {name} has {', '.join(map(_text, extra[:SHOWN]))}{more}"]


def _text(row: Row) -> str:
    return f"({', '.join(map(str, row))})"


ENGINES = {
    "clingo": Engine("clingo", clingo, fast=True),
    "pydatalog": Engine("pydatalog", pydatalog, fast=False),
    "both": Engine("both", both, fast=False),
}
DEFAULT = "clingo"


def engine_named(name: str = DEFAULT) -> Engine:
    """The engine of that name. Raises DiagnosticError TW0713 for an unknown one."""
    found = ENGINES.get(name)
    if found is None:
        message = f"there is no engine `{name}`"
        raise DiagnosticError(Diagnostic("TW0713", message, help=nearest_or_all(name, ENGINES, "engines")))
    return found
