"""House rules as checks: what a kernel breaks of the rules in a user's own files (`tilewhy verify --rules house.lp`).

In come rule files that derive `violation(Check, Where)`, and programs; out come diagnostics, one for each way in which such a row comes
about. The rules may speak of what verification knows, or else of what placement knows of the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ir_facts.diagnostic import Diagnostic, Label
from ..ir_facts.nodes import Program, Source, Span
from ..ir_facts.opspecs import Specs
from .house_rules import fits, house_books
from .model import Row
from .passes import infer_tile_memory_space
from .places import Places
from .proofs import Node
from .residency import residency_rulebook
from .stages import PLACEMENT, VERIFY, Stage
from .verify import Verifier, verify_rulebook
from .violations import VIOLATION
from .wording import Wording


class HouseVerifier:
    """The rules of some files as a verifier, for one target and one set of op specs."""

    def __init__(self, target: str, specs: Specs, files: Sequence[Source], engine: str) -> None:
        """Raises DiagnosticError (TW07xx) with places in `files` where they are no rules, or speak of what no round knows."""
        self.specs = specs
        self.paths = {source.path for source in files}
        self._infer = infer_tile_memory_space(target, specs, engine=engine)
        self._verifier = Verifier(target, specs, engine=engine)
        self._on_verify = fits(verify_rulebook(), files)
        books = house_books((self._infer.rulebook, residency_rulebook(), verify_rulebook()), files)
        self._book = books[2] if self._on_verify else books[0]

    def run(self, program: Program) -> tuple[Diagnostic, ...]:
        """What `program` breaks, by place."""
        stage = self._stage(program)
        found = [
            (row, way)
            for row in stage.model.rows(VIOLATION)
            for way in stage.explainer.each_way(VIOLATION, row)
            if way.rule is not None and way.rule.path in self.paths
        ]
        told = [_told(row, way, stage) for row, way in found]
        return tuple(sorted(told, key=lambda one: (one.labels[0].span if one.labels else Span(0, 0, 0, 0), one.message)))

    def _stage(self, program: Program) -> Stage:
        derived = self._verifier.run(program) if self._on_verify else self._infer.derive(program)
        model = self._infer.engine.solve(self._book, f"{derived.facts.text}\n{derived.spec_facts.text}", (VIOLATION,))
        name = VERIFY if self._on_verify else PLACEMENT
        return Stage(name, self._book, model, derived.facts, derived.spec_facts, self.specs, program.source)


def _told(row: Row, way: Node, stage: Stage) -> Diagnostic:
    """One violation: the check, the sentence of the rule, the place of what breaks it."""
    rule = way.rule
    place = Places(stage).atom(VIOLATION, row)
    labels = () if place is None else (Label(Span(place.line, place.column, place.end_line, place.end_column), str(row[0])),)
    message = f"{row[0]}: {Wording(stage, str(row[1]).partition('.')[0]).node(way)}"
    where = "" if rule is None else f"this is a house rule: {rule.path}:{rule.line}"
    return Diagnostic("TW0590", message, labels, where, source=stage.source)
