"""From placed IR to the facts that residency reads (the relations are declared in `rules/facts_residency.lp`).

In comes a program whose tiles all have their space, out go facts as text and the entities they name. Sizes, counts and constants are
measured here; what follows from them is said by the rules. Of a program without loads in loops nothing is said.
"""

from __future__ import annotations

from .facts import Facts
from .nodes import Function, Program
from .opspecs import Specs
from .residency_scan import Roles, Scan
from .residency_scribe import Scribe
from .residency_storage import StorageFacts, tensor_facts
from .residency_tiles import TileFacts
from .types import TensorType


def extract_residency(program: Program, specs: Specs, target: str) -> Facts:
    """The residency facts of `program` on `target`."""
    return _Extractor(program, specs, target).run()


class _Extractor:
    """Decides which functions have a say, and lets the facts of each be written."""

    def __init__(self, program: Program, specs: Specs, target: str) -> None:
        self.facts = Facts()
        self.specs = specs
        self.target = target
        self.roles = Roles(specs)
        self.functions = {function.name: function for function in program.functions}
        self.scribes = {name: Scribe(function, specs, self.facts) for name, function in self.functions.items()}
        marker = specs.residency.marker
        self.scans = {name: Scan(function, self.roles, marker) for name, function in self.functions.items()}

    def run(self) -> Facts:
        kernels = [name for name, scan in self.scans.items() if scan.bridged]
        sought = set(kernels)
        callers = [name for name, scan in self.scans.items() if any(call.callee in sought for call in scan.invocations)]
        traced = list(dict.fromkeys((*kernels, *callers)))
        for name, scan in self.scans.items():
            self.scribes[name].begin(survey=scan.bridged or scan.placed or name in traced)
        called = {call.callee for name in traced for call in self.scans[name].invocations}
        for name in dict.fromkeys((*traced, *(name for name in self.functions if name in called))):
            self._signature(self.functions[name])
        for name, scan in self.scans.items():
            if scan.bridged or scan.placed:
                TileFacts(self.scribes[name], self.roles, self.target).run()
        for name in traced:
            StorageFacts(self.scribes[name], self.functions, looped=self.scans[name].bridged).run()
        self._entries(traced)
        return self.facts

    def _signature(self, function: Function) -> None:
        scribe, order = self.scribes[function.name], 0
        for index, param in enumerate(function.params):
            ident = scribe.variable(param.var)
            scribe.emit(f'param("{function.name}",{index},"{ident}","{param.direction}").')
            if isinstance(param.type, TensorType):
                scribe.emit(tensor_facts(ident, param.type))
            if param.direction != "In":
                scribe.emit(f'output("{function.name}",{order},{index}).')
                order += 1
        scribe.emit(f'outputs("{function.name}",{order}).')

    def _entries(self, traced: list[str]) -> None:
        """Calls in the functions that are not traced: whoever calls an orchestration matters."""
        for name, scan in self.scans.items():
            if name not in traced:
                for call in scan.invocations:
                    callee = self.functions.get(call.callee)
                    if callee is not None and self._orchestrates(callee):
                        self.scribes[name].call(call)

    def _orchestrates(self, function: Function) -> bool:
        """Whether it can matter that `function` is called: it calls a kernel in which a load is followed."""
        return any(self.scans[call.callee].bridged for call in self.scans[function.name].invocations if call.callee in self.scans)
