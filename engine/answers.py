"""What a run can be asked: why a tile is where it is, why it is not elsewhere, and what holds in the relations.

In comes a run of the pass (or, for a refused kernel, its first round alone), out come stories, near misses and tables. Rounds are
made to answer only when a question needs them; what was found is kept, so further questions cost little.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ..ir_facts.extract_residency import bears_marker
from ..ir_facts.nodes import Call, For, Program, While
from ..ir_facts.record import replace
from ..ir_facts.walk import statements
from .stages import PLACEMENT, RESIDENCY, Stage
from .story import Story, tell
from .tiles import find_tile

if TYPE_CHECKING:
    from .passes import Derivation, InferTileMemorySpace
    from .residency import Residency


class Answers:
    """Answers questions about one run of `infer`. A `refused` kernel has only a first round.

    `placed`, the program between the rounds, and `residency`, the second round, are made when needed unless they are given.
    """

    def __init__(
        self,
        infer: InferTileMemorySpace,
        derived: Derivation,
        *,
        refused: bool = False,
        placed: Program | None = None,
        residency: Residency | None = None,
    ) -> None:
        self.infer = infer
        self.derived = derived
        self.refused = refused
        self._placed = placed
        self._residency = residency
        self._second_rounds: dict[str, Stage] = {}

    @cached_property
    def placement(self) -> Stage:
        """The first round."""
        derived = self.derived
        return Stage(
            PLACEMENT, self.infer.rulebook, derived.model, derived.facts, derived.spec_facts, self.infer.specs, derived.program.source
        )

    @cached_property
    def placed(self) -> Program:
        """The program with its moves written out, before anything left a loop. Only for a kernel that is not refused."""
        return self._placed or self.infer.place(self.derived)

    @cached_property
    def residency(self) -> Stage | None:
        """The second round; None for a refused kernel."""
        if self.refused:
            return None
        return self._second_round(self._residency or self.infer.residency(self.placed))

    def _residency_of(self, function: str) -> Stage | None:
        """The second round as far as it speaks of one function."""
        if self.refused or self._residency is not None or bears_marker(self.placed, self.infer.specs):
            return self.residency
        # Where no load bears the marker, nothing can be hoisted, and what other functions do makes no difference.
        if function not in self._second_rounds:
            alone = replace(self.placed, functions=tuple(known for known in self.placed.functions if known.name == function))
            self._second_rounds[function] = self._second_round(self.infer.residency(alone))
        return self._second_rounds[function]

    def _second_round(self, second: Residency) -> Stage:
        from .residency import residency_rulebook

        source = self.derived.program.source
        return Stage(RESIDENCY, residency_rulebook(), second.model, second.facts, second.spec_facts, self.infer.specs, source)

    def why(self, tile: str) -> Story:
        """The story of a tile. Raises DiagnosticError TW0611 for an unknown, TW0612 for an ambiguous name."""
        ident = find_tile(self.placement, tile)
        return tell(self.placement, self._residency_of(ident.partition(".")[0]) if self._may_leave_a_loop(ident) else None, ident)

    def _may_leave_a_loop(self, tile: str) -> bool:
        """Whether the second round can have something to say about a tile: it was loaded, looked at or staged in a loop."""
        entity = self.derived.facts.entities[tile]
        value = getattr(entity.statement, "value", None)
        spec = self.infer.specs.ops.get(value.op) if isinstance(value, Call) else None
        if spec is None or spec.residency is None:
            return False
        function = next(function for function in self.derived.program.functions if function.name == entity.function)
        return any(
            inner is entity.statement for stmt in statements(function.body) if isinstance(stmt, (For, While)) for inner in statements(stmt.body)
        )
