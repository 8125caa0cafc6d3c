"""What cannot be meant in op specs, in sentences. In: specs and the files they come from. Out: diagnostics TW0220 to TW0229.

What counts as a finding is decided by `rules/specs.lp`; here is only the wording, the place, and how bad it is.
"""

from __future__ import annotations

from ..ir_facts.diagnostic import Diagnostic
from ..ir_facts.opspecs import At, OpSpec, Specs
from ..ir_facts.opspecs_check import Checked
from ..ir_facts.record import replace
from ..ir_facts.spec_facts_check import check_facts
from .engines import Engine
from .model import Model, Row
from .rulebook import Rulebook, load_rulebook

RULES = ("facts", "routes", "specs")
READ = (
    "unfilled_operand",
    "one_way",
    "idle_layout",
    "no_tile",
    "stationary_anywhere",
    "follows_nothing",
    "buffer_elsewhere",
    "unreachable",
    "staging_circle",
    "staging_dead_end",
)


def findings(checked: Checked, specs: Specs, engine: Engine) -> list[Diagnostic]:
    """Every finding on any target, once."""
    rulebook = load_rulebook(*RULES)
    told: dict[tuple[str, str, At], Diagnostic] = {}
    for target in specs.targets:
        teller = _Teller(_model(specs, target, engine, rulebook), specs, target, checked)
        for at, diagnostic in teller.told():
            told.setdefault((diagnostic.code, diagnostic.message, at), diagnostic)
    return list(told.values())


def _model(specs: Specs, target: str, engine: Engine, rulebook: Rulebook) -> Model:
    return engine.solve(rulebook, check_facts(specs, target).text, READ)


class _Teller:
    def __init__(self, model: Model, specs: Specs, target: str, checked: Checked) -> None:
        self.model = model
        self.specs = specs
        self.target = target
        self.checked = checked
        self.found: list[tuple[At, Diagnostic]] = []

    def told(self) -> list[tuple[At, Diagnostic]]:
        """Every finding with its place."""
        for relation in READ:
            for row in self.model.rows(relation):
                getattr(self, relation)(row)
        return self.found

    def _tell(self, code: str, message: str, at: At, width: int, help: str, severity: str = "error") -> None:
        self.found.append((at, replace(self.checked.problem(code, message, at, width, help), severity=severity)))

    def _op(self, row: Row) -> tuple[OpSpec, str]:
        """The op of a finding, and its operand."""
        op = self.specs.ops[str(row[0])]
        return op, op.args[int(row[1])].name

    def _space(self, constant: str | int) -> str:
        return self.specs.space_of(str(constant))

    def _ways(self, space: str) -> str:
        """How a tile gets into `space`, or that none does."""
        sources = [source for source, goal in self.specs.moves if goal == space]
        return f"moves lead there from {', '.join(sources)}" if sources else "no move leads there, and no op writes it"

    # ---------------------------------------------------------------------------------------------- operands

    def unfilled_operand(self, row: Row) -> None:
        (op, operand), space = self._op(row), self._space(row[2])
        message = f"{op.name} wants {operand} in {space}, where no tile can ever be"
        self._tell("TW0220", message, op.where("inputs", operand), len(operand), self._ways(space))

    def one_way(self, row: Row) -> None:
        (op, operand), source, goal = self._op(row), self._space(row[2]), self._space(row[3])
        message = f"a result of {op.name} can never be its {operand}: no path of moves leads from {source} to {goal}"
        self._tell("TW0221", message, op.where("inputs", operand), len(operand), self._ways(goal), "warning")

    def idle_layout(self, row: Row) -> None:
        op, operand = self._op(row)
        message = f"{self.target} requires a layout of {operand} of {op.name}, which may be in any memory, so nothing ever lays it out"
        at = self.specs.layout_at(self.target, op.name, int(row[1]))
        self._tell("TW0225", message, at, len(operand), f"say under `inputs` of {op.name} where {operand} must be")

    def no_tile(self, row: Row) -> None:
        op, operand = self._op(row)
        kinds = " or ".join(op.args[int(row[1])].kinds)
        message = f"{op.name} wants {operand} in a memory, but {operand} is a {kinds}"
        self._tell("TW0226", message, op.where("inputs", operand), len(operand), "only tiles live in memories: drop the entry, or its kind")

    def stationary_anywhere(self, row: Row) -> None:
        op, operand = self._op(row)
        message = f"{operand} of {op.name} is stationary but may be in any memory, so there is no move that could be saved"
        self._tell("TW0229", message, op.where("stationary"), len("stationary"), f"say under `inputs` where {operand} must be")

    # ---------------------------------------------------------------------------------------------- results

    def follows_nothing(self, row: Row) -> None:
        op = self.specs.ops[str(row[0])]
        word = "inherit" if op.inherits else "follow"
        message = f"the result of {op.name} is where its first tile is, but no operand of it is a tile"
        self._tell("TW0227", message, op.where("output"), len("output"), f"`output: {word}` needs an operand of kind Tile")

    def buffer_elsewhere(self, row: Row) -> None:
        (op, operand), space = self._op(row), self._space(row[2])
        message = f"{op.name} writes {space} into the buffer of {operand}, which it does not accept in {space}"
        way = f"let `inputs` allow {operand} in {space}, or drop `reuses`"
        self._tell("TW0228", message, op.where("reuses"), len("reuses"), way)

    # ---------------------------------------------------------------------------------------------- memories

    def unreachable(self, row: Row) -> None:
        space = self._space(row[0])
        message = f"no tile can ever be in {space}: no op writes it, no load stops there, and no move leads there"
        way = "add a move, or `tiles: false` if no tile belongs there"
        self._tell("TW0222", message, self.specs.spaces[space].at, len(space), way, "warning")

    def staging_circle(self, row: Row) -> None:
        demand, stop = self._space(row[0]), self._space(row[1])
        chain = [demand]
        while chain[-1] in self.specs.staging and chain[-1] not in chain[:-1]:
            chain.append(self.specs.staging[chain[-1]])
        message = f"no load can stop in {stop}, through which {demand} is filled: {' -> '.join(chain)}"
        way = f"`{stop}: {stop}` says that a load fills {stop}"
        self._tell("TW0223", message, self.specs.staging_places[demand], len(demand), way)

    def staging_dead_end(self, row: Row) -> None:
        demand, stop = self._space(row[0]), self._space(row[1])
        message = f"a load that is wanted in {demand} stops in {stop}, and no path of moves leads on"
        self._tell("TW0224", message, self.specs.staging_places[demand], len(demand), self._ways(demand))
