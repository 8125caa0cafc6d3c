"""The ops of a set of specs that can stand in a kernel, in groups of which each is drawn as often as the others.

In come op specs, out come lists of ops. What an op is grown for follows from what its spec says of its operands and its result.
"""

from __future__ import annotations

from ...ir_facts.opspecs import OpSpec
from ...ir_facts.results_rules import rule_of
from .scope import Machine

GIVEN = {"Tile", "Tensor", "Scalar", "Tuple"}
"""The kinds of operands that are grown."""


class Ops:
    """Ops in groups. The gates of split regions are in none: they stand only where a region is.

    `tensors` compute on whole tensors, which only functions do that orchestrate.
    """

    def __init__(self, machine: Machine) -> None:
        specs = machine.specs
        self.machine = machine
        every = sorted(specs.ops.values(), key=lambda spec: spec.name)
        self.gates = [spec for spec in every if spec.crossing is not None and spec.crossing.operand is not None]
        known = [spec for spec in every if spec.crossing is None and all(GIVEN & set(arg.kinds) for arg in spec.args[: spec.required])]
        usable = [spec for spec in known if self._makes_tile(spec) or any("Tile" in arg.kinds for arg in spec.args)]
        self.loads = [spec for spec in usable if spec.residency == "load"]
        self.creates = [spec for spec in usable if spec.retargetable and spec.memory_access == "none"]
        self.sources = [spec for spec in usable if not any("Tile" in arg.kinds for arg in spec.args[: spec.required])]
        special = [spec for spec in usable if any(spaces[0] != specs.permissive for spaces in spec.inputs.values() if spaces)]
        following = [spec for spec in usable if spec.output.kind in ("inherit", "follow", "kwarg") and spec not in self.sources]
        self.stores = [spec for spec in usable if spec.stores is not None]
        self.stationary = [spec for spec in usable if spec.stationary]
        rest = [spec for spec in usable if spec not in self.sources and spec not in special and spec not in following]
        own = [spec for spec in usable if any(place[0] for place in spec.places.values())]  # said in an overlay
        self.born = [spec for spec in usable if spec.fixed is not None and spec not in self.sources]
        others = [spec for spec in known if spec not in usable]
        views = [spec for spec in others if self._what(spec) in ("tensor", "type") and shares_storage(spec)]
        plain = [spec for spec in others if self._what(spec) in ("scalar", "marker") and spec not in views]
        self.tensors = [spec for spec in others if self._what(spec) == "tensor" or any("Tensor" in arg.kinds for arg in spec.args)]
        groups = [self.loads, special, rest, following, own, self.stores, rest, following, self.sources, special, rest, rest, views, plain]
        self.groups: list[list[OpSpec]] = [group for group in groups if group]

    def always_in(self, space: str) -> list[OpSpec]:
        """The ops that make a tile in `space` out of others, whatever they are given."""
        return [spec for spec in self.born if spec.fixed == space]

    def _what(self, spec: OpSpec) -> str | None:
        rule = rule_of(spec, self.machine.specs)
        return None if rule is None else rule.what

    def _makes_tile(self, spec: OpSpec) -> bool:
        return self._what(spec) == "view" or self.machine.written_space(spec) is not None


def shares_storage(spec: OpSpec) -> bool:
    """Whether a tensor that the op gives back is memory that was there before: such an op may stand on the device."""
    stored = spec.storage is not None and not spec.storage.fresh
    return stored or spec.view or bool(spec.writes) or spec.reuses is not None
