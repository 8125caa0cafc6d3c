"""What op specs say that only the verifiers read: lanes, gates, stores, capacities, in the relations of `rules/facts_*.lp`.

In come specs, the ops that occur and a target; out go facts with their places in the YAML files. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable

from .extract_verify import quoted
from .opspecs import OpSpec, Specs
from .spec_facts import SpecFacts


def verify_spec_facts(specs: Specs, ops: Iterable[str], target: str, facts: SpecFacts) -> None:
    """What the other verifiers ask of `ops` on `target` (`rules/facts_verify.lp`, `rules/facts_split.lp`)."""
    _target(specs, target, facts)
    excluded = specs.targets[target].excludes
    for space in specs.spaces.values():
        facts.add(f"space_lane({space.constant},{space.lane})", space.at)
    for name in sorted(ops):
        spec = specs.ops.get(name)
        if spec is None:
            continue
        if name in excluded:
            facts.add(f'excluded("{target}","{name}")', specs.targets[target].at)
        _op(spec, specs, facts)


def _target(specs: Specs, target: str, facts: SpecFacts) -> None:
    said = specs.targets[target]
    facts.add(f'chip("{target}","{said.arch}")', said.at)
    for space, size in said.capacity.items():
        facts.add(f'capacity("{target}",{specs.constant(space)},{size})', said.at)
    for space, dtypes in said.store_dtypes.items():
        facts.add(f"storable({specs.constant(space)},{quoted(', '.join(dtypes))})", said.at)
        for dtype in dtypes:
            facts.add(f'store_dtype({specs.constant(space)},"{dtype}")', said.at)


def _op(spec: OpSpec, specs: Specs, facts: SpecFacts) -> None:
    name = spec.name
    facts.add(f'registered("{name}")', spec.at)
    if name == specs.move_op:
        facts.add(f'moves_tiles("{name}")', spec.at)
    for index, spaces in spec.inputs.items():
        operand, said = spec.args[index].name, quoted(" or ".join(spaces))
        facts.add(f'accepts("{name}",{index},"{operand}",{said})', spec.where("inputs", operand))
    if spec.stores is not None:
        facts.add(f'stores("{name}",{spec.stores[0]},{spec.stores[1]})', spec.where("stores"))
    if spec.hoisted:
        facts.add(f'hoisted("{name}")', spec.where("hoisted"))
    if spec.reduces is not None:
        facts.add(f'reduces("{name}",{spec.reduces})', spec.where("reduces"))
    _lane(spec, facts)
    if spec.crossing is not None:
        at = spec.where("crossing")
        facts.add(f'gate("{name}",{spec.crossing.kind})', at)
        if spec.crossing.operand is not None:
            facts.add(f'gate_reads("{name}",{specs.constant(spec.crossing.operand)})', at)
        if spec.crossing.result is not None:
            facts.add(f'gate_writes("{name}",{specs.constant(spec.crossing.result)})', at)


def _lane(spec: OpSpec, facts: SpecFacts) -> None:
    at = spec.where("lane")
    if spec.lane is not None:
        facts.add(f'op_lane("{spec.name}",{spec.lane})', at)
    if spec.lane_by is not None:
        for value, lane in spec.lane_by.lanes.items():
            facts.add(f'keyword_lane("{spec.name}","{spec.lane_by.kwarg}","{value}",{lane})', at)
        facts.add(f'lane_otherwise("{spec.name}","{spec.lane_by.kwarg}",{spec.lane_by.otherwise})', at)
