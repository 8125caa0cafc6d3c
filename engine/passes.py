"""The pass as a library: `infer_tile_memory_space()(program)` places every tile of a program.

In comes a program, out come the rewritten program, the model that was derived on the way, and diagnostics. The order of work:
extract facts, solve the placement rules, refuse what they refuse, write the answer back; derive residency from what was
written, move what can leave its loop, drop the private marker.
"""

from __future__ import annotations

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.extract import extract
from ..ir_facts.extract_residency import bears_marker
from ..ir_facts.facts import Facts
from ..ir_facts.nodes import Program
from ..ir_facts.opspecs import Specs, load_specs
from ..ir_facts.record import record
from ..ir_facts.spec_facts import SpecFacts, spec_facts
from .engines import DEFAULT, Engine, engine_named
from .marker import strip_marker
from .model import Model
from .mutate import mutate
from .placement import Placement
from .residency import Residency, apply_residency, derive_residency
from .rulebook import Rulebook, load_rulebook
from .verdicts import verdicts

PLACEMENT_RULES = ("facts", "shared", "demand", "space", "routes", "moves", "refusals", "displaced")

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
)
"""What every run reads of the model: the mutator and the verdicts."""


@record
class Result:
    """What one run of the pass gives: the new program, and how it came about.

    `model`, `facts` and `spec_facts` are of the first round; `placed` is the program between the rounds. `residency` is the
    second round, None where no load bears the bridge marker, so that nothing can be hoisted (`InferTileMemorySpace.residency`
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
    """The pass, configured for one target, one set of op specs and one engine. Call it with a program."""

    def __init__(self, target: str, specs: Specs, strict: bool, engine: Engine) -> None:
        self.target = target
        self.specs = specs
        self.strict = strict
        self.engine = engine
        self.rulebook: Rulebook = load_rulebook(*PLACEMENT_RULES)

    def __call__(self, program: Program) -> Program:
        """The rewritten program. Raises DiagnosticError when the kernel is wrong (TW03xx)."""
        return self.run(program).program

    def run(self, program: Program) -> Result:
        """The rewritten program with its model and warnings. Raises DiagnosticError with every error of the kernel."""
        facts = extract(program, self.specs)
        said = spec_facts(self.specs, facts.ops.items(), self.target)
        text = f"{facts.text}\n{said.text}"
        model = self.engine.solve(self.rulebook, text, READ)
        told = [*verdicts(model, facts, program, self.specs, self.strict), *self.engine.warnings(text)]
        if any(diagnostic.severity == "error" for diagnostic in told):
            raise DiagnosticError(*told)
        placed = mutate(program, facts, Placement(model, facts, self.specs), self.specs)
        residency = self.residency(placed) if bears_marker(placed, self.specs) else None
        final = placed if residency is None else apply_residency(placed, residency)
        return Result(strip_marker(final, self.specs.residency.marker), tuple(told), model, facts, said, placed, residency)

    def residency(self, placed: Program) -> Residency:
        """The second round over a program that is placed: what stays resident across a loop, and why the rest does not."""
        return derive_residency(placed, self.specs, self.target, self.engine)


def infer_tile_memory_space(
    target: str = "none", specs: Specs | None = None, strict: bool = False, engine: str = DEFAULT
) -> InferTileMemorySpace:
    """The pass for `target` (`none`: no backend, as in PyPTO). `specs` default to the built-in ones.

    `engine` is `clingo`, `pydatalog` or `both`. Raises DiagnosticError TW0713 for another one.
    """
    return InferTileMemorySpace(target, specs or load_specs(), strict, engine_named(engine))
