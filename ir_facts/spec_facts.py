"""Op specs as facts: what `opspecs.yaml` says of the ops that a program uses, and of the memories and the target.

In come specs, the ops that occur and a target; out go facts in the relations that `rules/facts.lp` declares, each with the
place in the YAML file that says it. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable

from .opspecs import At, OpSpec, Specs


class SpecFacts:
    """Facts as text, and where each is said: `places` maps a fact (without its final dot) to its line in a spec file."""

    __slots__ = ("chunks", "places")

    def __init__(self) -> None:
        self.chunks: list[str] = []
        self.places: dict[str, At] = {}

    def add(self, fact: str, at: At) -> None:
        """One more fact, said at this place."""
        self.chunks.append(f"{fact}.")
        self.places[fact] = at

    @property
    def text(self) -> str:
        """All facts, one a line."""
        return "\n".join(self.chunks)


def spec_facts(specs: Specs, ops: Iterable[tuple[str, bool]], target: str) -> SpecFacts:
    """The facts of `ops` (name, and whether it is an op and not a function of the program) on `target`."""
    facts = SpecFacts()
    _machine(specs, target, facts)
    layouts = specs.targets[target].layouts
    for name, is_op in sorted(ops):
        spec = specs.ops.get(name) if is_op else None
        if spec is not None:
            _op(spec, specs, facts)
        elif is_op:
            facts.chunks.append(f'unregistered("{name}").')
        else:
            facts.chunks.append(f'program_function("{name}").')
        for index, (layout, at) in layouts.get(name, {}).items():
            facts.add(f'operand_layout("{name}",{index},{layout})', at)
    return facts


def structure_spec_facts(specs: Specs, ops: Iterable[str], facts: SpecFacts) -> None:
    """What the preconditions ask of `ops` (`rules/facts_structure.lp`)."""
    for name in sorted(ops):
        spec = specs.ops.get(name)
        if spec is None:
            continue
        facts.add(f'computes_on("{name}",{spec.category})', spec.where("category"))
        stored = spec.storage is not None and not spec.storage.fresh
        if stored or spec.view or spec.writes or spec.reuses is not None:
            facts.add(f'shares_storage("{name}")', spec.where("storage"))


def _machine(specs: Specs, target: str, facts: SpecFacts) -> None:
    constant = specs.constant
    for rank, space in enumerate(specs.spaces.values()):
        facts.add(f"rank({space.constant},{rank})", space.at)
        if space.permissive:
            facts.add(f"default_space({space.constant})", space.at)
        if space.off_chip:
            facts.add(f"off_chip({space.constant})", space.at)
    for (source, goal), move in specs.moves.items():
        if move.targets and target not in move.targets:
            continue
        pair = f"{constant(source)},{constant(goal)}"
        facts.add(f"movable({pair})" if move.through is None else f"staged_pair({pair},{constant(move.through)})", move.at)
        for key, value in move.kwargs:
            facts.add(f"pair_keyword({pair},{key},{value})", move.at)
    for demand, space in specs.staging.items():
        facts.add(f"staged_through({constant(demand)},{constant(space)})", specs.staging_places[demand])
    for space, kwargs in specs.targets[target].layout_adds.items():
        for key, value in kwargs:
            facts.add(f"layout_adds({constant(space)},{key},{value})", specs.targets[target].at)


def _op(spec: OpSpec, specs: Specs, facts: SpecFacts) -> None:
    name, output, said = spec.name, spec.output, spec.where("output")
    for index, spaces in spec.inputs.items():
        at = spec.where("inputs", spec.args[index].name)
        for rank, space in enumerate(spaces):
            facts.add(f'constraint("{name}",{index},{rank},{specs.constant(space)})', at)
    if spec.retargetable:
        facts.add(f'retargetable("{name}")', said)
    if output.kind in ("fixed", "place") and output.space is not None:
        facts.add(f'fixed_output("{name}",{specs.constant(output.space)})', said)
    elif output.kind == "kwarg":
        facts.add(f'kwarg_output("{name}")', said)
        if output.space is not None:
            facts.add(f'default_output("{name}",{specs.constant(output.space)})', said)
    elif output.kind == "annotation":
        facts.add(f'annotation_output("{name}")', said)
    elif output.kind in ("inherit", "follow"):
        facts.add(f'follows_input("{name}")', said)
        if spec.inherits:
            facts.add(f'inherits_input("{name}")', said)
    if spec.memory_access == "none":
        facts.add(f'writes_nothing("{name}")', spec.where("memory_access"))
