"""The pass as a library: `infer_tile_memory_space()(program)` places every tile of a program.

In comes a program, out come the rewritten program, the model that was derived on the way, and diagnostics. The order of work:
extract facts, solve the rules of the preconditions and of placement, refuse what they refuse, write the answer back; derive
residency from what was written, move what can leave its loop, drop the private marker; see whether the result fits the target.
"""

from __future__ import annotations

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.extract import extract
from ..ir_facts.extract_residency import bears_marker
from ..ir_facts.extract_structure import extract_structure
from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Program
from ..ir_facts.opspecs import Specs, load_specs
from ..ir_facts.record import record, replace
from ..ir_facts.spec_facts import SpecFacts, spec_facts, structure_spec_facts
from .engines import DEFAULT, Engine, engine_named
from .marker import strip_marker
from .model import Model
from .mutate import mutate
from .placement import Placement
from .properties import FITS, INVALIDATED, PRODUCED, REQUIRED
from .residency import Residency, apply_residency, derive_residency
from .rulebook import Rulebook, load_rulebook
from .verdicts import verdicts
from .violations import VIOLATION, violations

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

READ = (
    "placed_function",
    "space",
    "reads_move",
    "move_via",
    "copy_keyword",
    "stop_keyword",
    "misplaced_parameter",
    "homeless",
    "unloadable",
    "stranded",
    "unmovable",
    "disagreement",
    "unwritable",
    "unregistered",
    VIOLATION,
)
"""What every run reads of the model: the mutator and the verdicts."""


@record
class Result:
    """What one run of the pass gives: the new program, and how it came about.

    `model`, `facts` and `spec_facts` are of the first round; `placed` is the program between the rounds. `residency` is the
    second round, None where no call bears the bridge marker, so that nothing can be hoisted (`InferTileMemorySpace.residency`
    derives it all the same).
    """

    program: Program
    diagnostics: tuple[Diagnostic, ...]
    model: Model
    facts: Facts
    spec_facts: SpecFacts
    placed: Program
    residency: Residency | None


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

    def run(self, program: Program) -> Result:
        """The rewritten program with its model and warnings. Raises DiagnosticError with every error of the kernel."""
        facts = extract(program, self.specs)
        tensor_ops = extract_structure(program, facts)
        said = spec_facts(self.specs, facts.ops.items(), self.target)
        structure_spec_facts(self.specs, tensor_ops, said)
        text = f"{facts.text}\n{said.text}"
        model = self.engine.solve(self.rulebook, text, READ)
        if broken := violations(model, self.rulebook, facts, program.source, self.specs):
            raise DiagnosticError(*broken)
        told = [*verdicts(model, facts, program, self.specs, self.strict), *self.engine.warnings(text)]
        if any(diagnostic.severity == "error" for diagnostic in told):
            raise DiagnosticError(*told)
        placed = mutate(program, facts, Placement(model, facts, self.specs), self.specs)
        residency = self.residency(placed) if bears_marker(placed, self.specs) else None
        result = placed if residency is None else strip_marker(apply_residency(placed, residency), self.specs.residency.marker)
        told += self._afterwards(result)
        return Result(result, tuple(told), model, facts, said, placed, residency)

    def _afterwards(self, result: Program) -> list[Diagnostic]:
        """What is wrong with the result: warnings where it cannot fit the target, and errors where that is to be verified.

        Raises DiagnosticError with them all where one is an error.
        """
        from .capacity import may_overflow

        told: list[Diagnostic] = []
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
        return derive_residency(placed, self.specs, self.target, self.engine)


def infer_tile_memory_space(
    target: str = "none", specs: Specs | None = None, strict: bool = False, engine: str = DEFAULT, verify: bool = False
) -> InferTileMemorySpace:
    """The pass for `target` (`none`: no backend, as in PyPTO). `specs` default to the built-in ones.

    `engine` is `clingo`, `pydatalog` or `both`; `verify` checks what the pass produces. Raises DiagnosticError TW0713 for an
    unknown engine.
    """
    return InferTileMemorySpace(target, specs or load_specs(), strict, engine_named(engine), verify)
