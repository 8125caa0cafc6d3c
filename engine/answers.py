"""What a run can be asked: why a tile is where it is, why it is not elsewhere, and what holds in the relations.

In comes a run of the pass (or, for a refused kernel, its first round alone), out come stories, near misses and tables. Rounds are
made to answer only when a question needs them; what was found is kept, so further questions cost little.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Call, For, Program, Source, While
from ..ir_facts.record import replace
from ..ir_facts.residency_scan import bears_marker
from ..ir_facts.spec_facts import SpecFacts
from ..ir_facts.walk import statements
from .model import Model
from .rulebook import Rulebook
from .stages import PLACEMENT, RESIDENCY, VERIFY, Round, Stage
from .story import Story, prove_rows, tell
from .tiles import copy_note, find_space, find_tile

if TYPE_CHECKING:
    from .passes import Derivation, InferTileMemorySpace
    from .query import Table
    from .residency import Residency
    from .why_not import WhyNot


class Answers:
    """Answers questions about one run of `infer`. A `refused` kernel has only a first round.

    `placed`, the program between the rounds, and `residency`, the second round, are made when needed unless they are given.
    `house` are rule files of the user: they join every round that knows the relations they read. Raises DiagnosticError (TW07xx)
    when they are no rules, or fit no round.
    """

    def __init__(
        self,
        infer: InferTileMemorySpace,
        derived: Derivation,
        *,
        refused: bool = False,
        placed: Program | None = None,
        residency: Residency | None = None,
        house: Sequence[Source] = (),
    ) -> None:
        self.infer = infer
        self.derived = derived
        self.refused = refused
        self.house = tuple(house)
        self._placed = placed
        self._residency = residency
        self._second_rounds: dict[str, Stage] = {}
        self.rounds = self._rounds()

    @cached_property
    def placement(self) -> Stage:
        """The first round."""
        derived, book = self.derived, self.rounds[0].rulebook
        model = derived.model if book is self.infer.rulebook else self.infer.engine.solve(book, derived.text)
        return self._stage(PLACEMENT, book, model, derived.facts, derived.spec_facts)

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

    @cached_property
    def verification(self) -> Stage | None:
        """The round of the verifiers, over the result; None for a refused kernel."""
        if self.refused:
            return None
        from .verify import Verifier

        infer, book = self.infer, self.rounds[2].rulebook
        result = infer.finish(self.derived, []).program
        found = Verifier(infer.target, infer.specs, engine=infer.engine.name).run(result)
        model = found.model if not self.house else infer.engine.solve(book, f"{found.facts.text}\n{found.spec_facts.text}")
        return self._stage(VERIFY, book, model, found.facts, found.spec_facts)

    def why(self, tile: str, max_proofs: int = 1, round_: str = "") -> Story:
        """The story of a tile, or with an atom (`space(T, mat)`) the proofs of all rows that it can be, up to `max_proofs` of each.

        An atom is looked for in the first round that knows its relation, or in the one called `round_`.

        Raises DiagnosticError TW0611 for an unknown, TW0612 for an ambiguous name; for an atom what `query` raises.
        """
        if "(" in tile:
            from .query import choose_stage, parse_query, single_atom

            query = parse_query(tile)
            atom = single_atom(query)
            return prove_rows(choose_stage(query, self.rounds, round_), atom, max_proofs)
        ident = find_tile(self.placement, tile)
        asked = copy_note(self.placement, tile, ident)
        residency = self.residency_of(ident.partition(".")[0]) if self._may_leave_a_loop(ident) else None
        return tell(self.placement, residency, ident, asked, max_proofs)

    def why_not(self, tile: str, space: str) -> WhyNot:
        """What keeps a tile out of a memory. Raises DiagnosticError TW0611, TW0612, TW0614."""
        from .why_not_asked import why_not_in

        return why_not_in(self, find_tile(self.placement, tile), find_space(self.infer.specs, space))

    def why_not_hoisted(self, tile: str) -> WhyNot:
        """What keeps the load of a tile in its loop. Raises DiagnosticError TW0611, TW0612."""
        from .why_not_asked import why_not_out_of_loop

        return why_not_out_of_loop(self, find_tile(self.placement, tile))

    def query(self, text: str, round_: str = "") -> Table:
        """The answers to a conjunctive query, in the first round that knows its relations or in the one called `round_`.

        Raises DiagnosticError TW0701 to TW0704, TW0720, TW0724.
        """
        from .query import answer, choose_stage, parse_query

        query = parse_query(text)
        return answer(query, choose_stage(query, self.rounds, round_))

    def _rounds(self) -> tuple[Round, Round, Round]:
        from .house_rules import house_books
        from .residency import residency_rulebook
        from .verify import verify_rulebook

        placement, residency, verify = house_books((self.infer.rulebook, residency_rulebook(), verify_rulebook()), self.house)
        return (
            Round(PLACEMENT, placement, lambda: self.placement),
            Round(RESIDENCY, residency, lambda: self.residency),
            Round(VERIFY, verify, lambda: self.verification),
        )

    def _stage(self, name: str, book: Rulebook, model: Model, facts: Facts, said: SpecFacts) -> Stage:
        return Stage(name, book, model, facts, said, self.infer.specs, self.derived.program.source)

    def _second_round(self, second: Residency) -> Stage:
        book = self.rounds[1].rulebook
        model = second.model if not self.house else self.infer.engine.solve(book, f"{second.facts.text}\n{second.spec_facts.text}")
        return self._stage(RESIDENCY, book, model, second.facts, second.spec_facts)

    def residency_of(self, function: str) -> Stage | None:
        """The second round as far as it speaks of one function; None for a refused kernel."""
        if self.refused or self._residency is not None or bears_marker(self.placed, self.infer.specs):
            return self.residency
        # Where no load bears the marker, nothing can be hoisted, and what other functions do makes no difference.
        if function not in self._second_rounds:
            alone = replace(self.placed, functions=tuple(known for known in self.placed.functions if known.name == function))
            self._second_rounds[function] = self._second_round(self.infer.residency(alone))
        return self._second_rounds[function]

    def _may_leave_a_loop(self, tile: str) -> bool:
        """Whether the second round can have something to say about a tile: it was loaded, looked at or staged in a loop."""
        entity = self.derived.facts.entities[tile]
        value = getattr(entity.statement, "value", None)
        spec = self.infer.specs.ops.get(value.op) if isinstance(value, Call) else None
        if spec is None or spec.residency is None:
            return False
        function = next(function for function in self.derived.program.functions if function.name == entity.function)
        return any(
            inner is entity.statement
            for stmt in statements(function.body)
            if isinstance(stmt, (For, While))
            for inner in statements(stmt.body)
        )
