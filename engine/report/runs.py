"""One run of the pass as a report needs it: everything that was derived, also where the kernel is refused.

In come a kernel and what decides its placement, out comes a `Run`. Raises DiagnosticError where the kernel cannot be read at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...ir_facts import parse_program
from ...ir_facts.diagnostic import Diagnostic
from ...ir_facts.nodes import Program, Source
from ...ir_facts.opspecs import load_specs
from ...ir_facts.opspecs_layers import decoded, layers
from ...ir_facts.record import record
from ..answers import Answers
from ..arguments import check_target
from ..passes import InferTileMemorySpace, Result, infer_tile_memory_space


@record
class Run:
    """A kernel and what became of it. `result` is None for a refused kernel; `diagnostics` say why it was refused.

    `spec_texts` are the op-spec files that decided, by the names that places cite.
    """

    source: Source
    program: Program
    answers: Answers
    result: Result | None
    diagnostics: tuple[Diagnostic, ...]
    spec_texts: Mapping[str, str]

    @property
    def infer(self) -> InferTileMemorySpace:
        """The pass as it was configured."""
        return self.answers.infer


def run(source: Source, overlays: Sequence[str], target: str, engine: str, house: Sequence[Source] = ()) -> Run:
    """Read and place one kernel by the built-in op specs with these overlays. `house` are rules of the user's own."""
    specs = load_specs(*overlays)
    check_target(target, specs)
    spec_texts = {name: decoded(name, text) for name, text in layers(overlays)}
    infer = infer_tile_memory_space(target, specs, engine=engine)
    program = parse_program(source.text, path=source.path, specs=specs)
    derived = infer.derive(program)
    told = infer.complaints(derived)
    if any(diagnostic.severity == "error" for diagnostic in told):
        return Run(source, program, Answers(infer, derived, refused=True, house=house), None, tuple(told), spec_texts)
    result = infer.finish(derived, told)
    answers = Answers(infer, derived, placed=result.placed, residency=result.residency, house=house)
    return Run(source, program, answers, result, result.diagnostics, spec_texts)
