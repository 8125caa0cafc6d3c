"""Operands made to order: a tile of a given type in a given memory, loaded from a parameter of its own or allocated.

In comes the type that an operand must have, out come the calls that make it. Which load leads there, from a tensor in which layout and
through which memory, is tried out on the op specs; what was found once is kept.
"""

from __future__ import annotations

from ...ir_facts.diagnostic import DiagnosticError
from ...ir_facts.nodes import Param, Var
from ...ir_facts.opspecs import OpSpec, Specs
from ...ir_facts.read_views import TENSOR_LAYOUTS
from ...ir_facts.record import record
from ...ir_facts.types import TensorType, TensorView, TileType
from ...ir_facts.views import layout_of
from .calls import Made, grow_call, keywords
from .fits import DTYPES, Fit, fits
from .groups import Ops
from .regions import Gates
from .scope import Machine, Scope, Tile

PROBE = Var("probe")


@record
class Way:
    """How a tile gets where it must be: from a tensor, or by an allocation, into a memory that the call names, or does not."""

    tensor: TensorType | None
    target: str | None


class Stock:
    """What is known of a set of specs for growing, and the ways to every operand that was ordered so far."""

    def __init__(self, specs: Specs) -> None:
        self.machine = Machine(specs)
        self.ops = Ops(self.machine)
        self.gates = Gates(specs, self.ops.gates)
        self._ways: dict[tuple[TileType, bool], Way | None] = {}
        self._fits: dict[str, list[Fit]] = {}

    def fits(self, spec: OpSpec) -> list[Fit]:
        """How the operands of an op can be typed."""
        if spec.name not in self._fits:
            specs = self.machine.specs
            goals = self.machine.goals if spec.name == specs.move_op else (None,)
            said = [words for goal in goals for words in keywords(spec, specs, DTYPES[0], goal)]
            self._fits[spec.name] = fits(spec, said, specs)
        return self._fits[spec.name]

    def way(self, wanted: TileType, named: bool) -> Way | None:
        """The first way to `wanted`, if any. `named`: each call must name its memory, since nobody else says where the tile goes."""
        key = (wanted, named)
        if key not in self._ways:
            self._ways[key] = self._find(wanted, named)
        return self._ways[key]

    def load(self, var: Var, tensor: TensorType, target: str | None) -> Made | None:
        """A load of the whole tensor `var` into the memory `target`, or wherever it is wanted."""
        scope = Scope()
        scope.add_tensor(var, tensor, writable=False)
        return grow_call(self.ops.loads[0], scope, self.machine, 0, tensor.dtype, target)

    def create(self, wanted: TileType, target: str | None) -> Made | None:
        """An allocation of a tile of that shape and dtype."""
        scope = Scope()
        scope.add_tensor(PROBE, TensorType(wanted.shape, wanted.dtype), writable=False)
        return grow_call(self.ops.creates[0], scope, self.machine, 0, wanted.dtype, target)

    def _find(self, wanted: TileType, named: bool) -> Way | None:
        space, staging = wanted.space, self.machine.specs.staging
        if space is not None and space not in staging:
            return Way(None, space if named else None) if self.ops.creates else None
        stage = None if space is None else staging[space]
        for layout in TENSOR_LAYOUTS:
            tensor = TensorType(wanted.shape, wanted.dtype, None if layout == TENSOR_LAYOUTS[0] else TensorView(layout=layout))
            for target in dict.fromkeys((stage,) if named else (None, stage)):
                if self._leads(tensor, target, wanted):
                    return Way(tensor, target)
        return None

    def _leads(self, tensor: TensorType, target: str | None, wanted: TileType) -> bool:
        made = self.load(PROBE, tensor, target)
        if made is None or not isinstance(made.type, TileType) or made.type.shape != wanted.shape:
            return False
        if wanted.space is None:
            return True
        try:
            arrived = self.machine.arrived(Tile(PROBE, made.type, made.buffer), (wanted.space,))
        except DiagnosticError:
            return False
        return arrived.dtype == wanted.dtype and layout_of(arrived, self.machine.specs) == layout_of(wanted, self.machine.specs)


class Parameters:
    """The tensors that a function is given because an operand is loaded from them."""

    def __init__(self) -> None:
        self.params: list[Param] = []

    def tensor(self, type_: TensorType, scope: Scope) -> Var:
        """A parameter of that type, an earlier one if there is one."""
        var = next((param.var for param in self.params if param.type == type_), None)
        if var is None:
            var = scope.fresh("y")
            self.params.append(Param(var, type_))
        scope.types[var] = type_
        return var
