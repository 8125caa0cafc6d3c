"""Op specs as facts for residency: what `opspecs.yaml` says of the ops that occur, and how large the memories of the target are.

In come specs, the ops that occur and a target; out go facts in the relations that `rules/facts_residency.lp` declares, each with the
place in the YAML file that says it. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable

from .opspecs import OpSpec, Specs
from .residency_scribe import LARGEST
from .spec_facts import SpecFacts


def residency_spec_facts(specs: Specs, ops: Iterable[tuple[str, bool]], target: str) -> SpecFacts:
    """The facts of `ops` (name, and whether it is an op and not a function of the program) on `target`."""
    said = SpecFacts()
    chip = specs.targets[target]
    said.add(f'target("{target}")', chip.at)
    said.add(f'unit("{target}",{chip.alignment})', chip.at)
    for space, size in chip.capacity.items():
        said.add(f'room("{target}",{specs.constant(space)},{min(size // chip.alignment, LARGEST)})', chip.at)
    panel = specs.spaces[specs.residency.panel]
    said.add(f"panel_space({panel.constant})", panel.at)
    for name, is_op in sorted(ops):
        spec = specs.ops.get(name) if is_op else None
        if spec is not None:
            _op(spec, specs, said)
        elif is_op:
            said.chunks.append(f'unregistered("{name}").')
        else:
            said.chunks.append(f'program_function("{name}").')
    return said


def _op(spec: OpSpec, specs: Specs, said: SpecFacts) -> None:
    name, at = spec.name, spec.where
    said.add(f'category("{name}","{spec.category}")', at("category"))
    if spec.boundary:
        said.add(f'boundary("{name}")', at("boundary"))
    if spec.effect:
        said.add(f'effect("{name}")', at("effect"))
    if spec.residency is not None:
        said.add(f'residency("{name}",{spec.residency})', at("residency"))
    for index in spec.stationary:
        said.add(f'stationary("{name}",{index})', at("stationary"))
        for rank, space in enumerate(spec.inputs.get(index, ())):
            said.add(f'constraint("{name}",{index},{rank},{specs.constant(space)})', at("inputs", spec.args[index].name))
    for index in spec.writes:
        said.add(f'writes("{name}",{index})', at("writes"))
    if spec.reuses is not None:
        said.add(f'reuses("{name}",{spec.reuses})', at("reuses"))
    if spec.view:
        said.add(f'views("{name}")', at("view"))
    if spec.storage is not None and spec.storage.of is None:
        said.add(f'fresh_storage("{name}")', at("storage"))
    elif spec.storage is not None:
        said.add(f'storage_of("{name}",{spec.storage.of},{spec.storage.joins})', at("storage"))
