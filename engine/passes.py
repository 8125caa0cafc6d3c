"""The pass as a library: `infer_tile_memory_space()(program)` places every tile of a program.

In comes a program, out come the rewritten program, the model that was derived on the way, and diagnostics. The order of work:
extract facts, solve the rules of the preconditions and of placement, refuse what they refuse, write the answer back; derive
residency from what was written, move what can leave its loop, drop the private marker; see whether the result fits the target.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ..ir_facts.collecting import without_collecting
from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.extract import extract
from ..ir_facts.extract_structure import extract_structure
from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Program
from ..ir_facts.opspecs import Specs, load_specs
from ..ir_facts.record import record, replace
from ..ir_facts.residency_scan import bears_marker
from ..ir_facts.spec_facts import SpecFacts, spec_facts, structure_spec_facts
from .engines import DEFAULT, Engine, engine_named
from .model import Model
from .mutate import mutate
from .placement import Placement
from .properties import FITS, INVALIDATED, PRODUCED, REQUIRED, VIOLATION
from .rulebook import Rulebook, load_rulebook
from .targets import known_target

if TYPE_CHECKING:
    from .answers import Answers
    from .query import Table
    from .residency import Residency
    from .story import Story
    from .why_not import WhyNot

PLACEMENT_RULES = (
    "facts",
    "facts_structure",
    "shared",
    "verify_structure",
    "demand",
    "space",
    "routes",
    "moves",
    "refusals",
    "displaced",
)

TOLD = (
    "misplaced_parameter",
    "homeless",
    "unloadable",
    "stranded",
    "unmovable",
    "disagreement",
    "unwritable",
    "ill_joined",
    "unregistered",
)
"""The relations whose rows are errors and warnings (`verdicts`)."""

READ = ("placed_function", "space", "reads_move", "move_via", "copy_keyword", "stop_keyword", *TOLD, VIOLATION)
"""What every run reads of the model: the mutator and the verdicts."""


@record
class Derivation:
    """The first round: what was derived of a program as it was read, and from which facts."""

    program: Program
    model: Model
    facts: Facts
    spec_facts: SpecFacts

    @property
    def text(self) -> str:
        """All facts, as the engines read them."""
        return f"{self.facts.text}\n{self.spec_facts.text}"


class Result:
    """What one run of the pass gives: the new program, and how it came about.

    `model`, `facts` and `spec_facts` are of the first round; `placed` is the program between the rounds. `residency` is the
    second round; None where nothing can be hoisted, because no call bears the bridge marker or the target does not say how large its
    memories are (`InferTileMemorySpace.residency` derives it all the same). What it answers to `why` and its like prints as text.
    """

    def __init__(
        self,
        infer: InferTileMemorySpace,
        derived: Derivation,
        program: Program,
        diagnostics: tuple[Diagnostic, ...],
        placed: Program,
        residency: Residency | None,
    ) -> None:
        self.program = program
        self.diagnostics = diagnostics
        self.model = derived.model
        self.facts = derived.facts
        self.spec_facts = derived.spec_facts
        self.placed = placed
        self.residency = residency
        self._infer = infer
        self._derived = derived

    @cached_property
    def answers(self) -> Answers:
        """What answers questions about this run, and keeps what it has found out."""
        from .answers import Answers

        return Answers(self._infer, self._derived, placed=self.placed, residency=self.residency)

    def why(self, tile: str, max_proofs: int = 1) -> Story:
        """The story of a tile (`x_tile`, `x_tile#2`, `function.x_tile`, a line number) or the proofs of an atom (`space(T, mat)`).

        Raises DiagnosticError for an unknown one.
        """
        return self.answers.why(tile, max_proofs)

    def why_not(self, tile: str, space: str) -> WhyNot:
        """What keeps `tile` out of `space`, nearest miss first, and edits that would let it in."""
        return self.answers.why_not(tile, space)

    def query(self, text: str) -> Table:
        """The answers to a conjunctive query such as `space(T, mat), not target_memory(C, _), defines(C, T)`."""
        return self.answers.query(text)

    def _repr_html_(self) -> str:
        """What a notebook shows for a result: the placed kernel in the colours of its memories (`engine/report`)."""
        from .report.notebook import compact

        return compact(self)


class InferTileMemorySpace:
    """The pass, configured for one target, one set of op specs and one engine. Call it with a program.

    `required`, `produced` and `invalidated` are its properties, as the specification states them. What it requires is checked
    before it starts; what it produces afterwards, where `verified` says so.
    """

    required = REQUIRED
    produced = PRODUCED
    invalidated = INVALIDATED

    def __init__(self, target: str, specs: Specs, strict: bool, engine: Engine, verified: bool) -> None:
        self.target = target
        self.specs = specs
        self.strict = strict
        self.engine = engine
        self.verified = verified
        self.rulebook: Rulebook = load_rulebook(*PLACEMENT_RULES)

    def __call__(self, program: Program) -> Program:
        """The rewritten program. Raises DiagnosticError when the kernel is wrong (TW03xx, TW05xx)."""
        return self.run(program).program

    @without_collecting
    def run(self, program: Program) -> Result:
        """The rewritten program with its model and warnings. Raises DiagnosticError with every error of the kernel."""
        derived = self.derive(program)
        return self.finish(derived, self.complaints(derived))

    def derive(self, program: Program, read: tuple[str, ...] = ()) -> Derivation:
        """The first round, whether the kernel is right or wrong. `read` are relations that someone will want besides."""
        facts = extract(program, self.specs)
        if facts.nests_tiles:
            from ..ir_facts.flatten import flatten_calls

            flat = flatten_calls(program, self.specs)
            if flat is not program:
                program, facts = flat, extract(flat, self.specs)
        tensor_ops = extract_structure(program, facts)
        said = spec_facts(self.specs, facts.ops.items(), self.target)
        structure_spec_facts(self.specs, tensor_ops, said)
        return Derivation(program, self.engine.solve(self.rulebook, f"{facts.text}\n{said.text}", (*READ, *read)), facts, said)

    def complaints(self, derived: Derivation) -> list[Diagnostic]:
        """What is wrong with the kernel, and what its author should know."""
        model, facts, program = derived.model, derived.facts, derived.program
        if model.rows(VIOLATION):
            from .violations import violations

            return violations(model, self.rulebook, facts, program.source, self.specs)
        told: list[Diagnostic] = []
        if any(model.rows(relation) for relation in TOLD):
            from .verdicts import verdicts

            told += verdicts(model, facts, program, self.specs, self.strict)
        return [*told, *self.engine.warnings(derived.text)]

    def finish(self, derived: Derivation, told: list[Diagnostic]) -> Result:
        """The rest of a run after the first round. Raises DiagnosticError where one of the complaints `told` is an error."""
        if any(diagnostic.severity == "error" for diagnostic in told):
            raise DiagnosticError(*told)
        placed = self.place(derived)
        residency, result = None, placed
        if bears_marker(placed, self.specs):
            from .marker import strip_marker

            if self.specs.targets[self.target].capacity:
                from .residency import apply_residency

                residency = self.residency(placed)
                result = apply_residency(placed, residency)
            result = strip_marker(result, self.specs.residency.marker)
        told = [*told, *self.afterwards(result)]
        return Result(self, derived, result, tuple(told), placed, residency)

    def place(self, derived: Derivation) -> Program:
        """The program with every tile placed and every move written out, before anything leaves a loop."""
        program, facts = derived.program, derived.facts
        try:
            return mutate(program, facts, Placement(derived.model, facts, self.specs), self.specs)
        except DiagnosticError as error:
            raise error.located_in(program.source) from None

    def afterwards(self, result: Program) -> list[Diagnostic]:
        """What is wrong with the result: warnings where it cannot fit the target, and errors where that is to be verified.

        Raises DiagnosticError with them all where one is an error.
        """
        told: list[Diagnostic] = []
        if self.specs.targets[self.target].capacity:
            from .capacity import may_overflow

            if may_overflow(result, self.specs, self.target):
                severity = "error" if self.strict else "warning"
                told += [replace(one, severity=severity) for one in self._violations(result, FITS)]
        if self.verified:
            told += self._violations(result, self.produced)
        if any(diagnostic.severity == "error" for diagnostic in told):
            raise DiagnosticError(*told)
        return told

    def _violations(self, result: Program, checks: tuple[str, ...]) -> list[Diagnostic]:
        from .verify import Verifier

        return list(Verifier(self.target, self.specs, checks, self.engine.name).run(result).diagnostics)

    def residency(self, placed: Program) -> Residency:
        """The second round over a program that is placed: what stays resident across a loop, and why the rest does not."""
        from .residency import derive_residency

        return derive_residency(placed, self.specs, self.target, self.engine)


def infer_tile_memory_space(
    target: str = "none", specs: Specs | None = None, strict: bool = False, engine: str = DEFAULT, verify: bool = False
) -> InferTileMemorySpace:
    """The pass for `target` (`none`: no backend, as in PyPTO). `specs` default to the built-in ones.

    `engine` is `clingo`, `pydatalog` or `both`; `verify` checks what the pass produces. Raises DiagnosticError TW0713 for an
    unknown engine, TW0714 for an unknown target.
    """
    specs = specs or load_specs()
    return InferTileMemorySpace(known_target(target, specs), specs, strict, engine_named(engine), verify)
