"""What would happen: an edited kernel, or other op specs, through the pass. In: an edit. Out: what the pass makes of it, or None.

Nothing is written to any file.
"""

from __future__ import annotations

from ..ir_facts import parse_program
from ..ir_facts.diagnostic import DiagnosticError
from ..ir_facts.nodes import Source
from ..ir_facts.opspecs import Specs
from ..ir_facts.opspecs_layers import decoded, layers
from ..ir_facts.opspecs_load import build_table
from .answers import Answers
from .passes import InferTileMemorySpace, infer_tile_memory_space

OVERLAY = "overlay.yaml"
"""What the overlay of a trial is called where a place in it is told."""


class Trial:
    """Runs edited versions of one kernel. `left` is how many more runs are worth their time."""

    def __init__(self, infer: InferTileMemorySpace, source: Source, runs: int) -> None:
        self.infer = infer
        self.source = source
        self.left = runs

    def text(self, text: str | None) -> Answers | None:
        """The kernel with this text; None where it does not read, or is refused, or is one edit too many."""
        if text is None or text == self.source.text:
            return None
        return self._run(text, self.infer)

    def overlay(self, yaml: str) -> Answers | None:
        """The same kernel with one more overlay over its op specs; None where that is no spec, or the kernel is refused."""
        specs = _with_overlay(self.infer.specs, yaml)
        if specs is None:
            return None
        return self._run(self.source.text, infer_tile_memory_space(self.infer.target, specs, engine=self.infer.engine.name))

    def _run(self, text: str, infer: InferTileMemorySpace) -> Answers | None:
        if not self.left:
            return None
        self.left -= 1
        try:
            derived = infer.derive(parse_program(text, path=self.source.path, specs=infer.specs))
        except DiagnosticError:
            return None
        if any(told.severity == "error" for told in infer.complaints(derived)):
            return None
        return Answers(infer, derived)


def _with_overlay(specs: Specs, yaml: str) -> Specs | None:
    """`specs` made anew with `yaml` on top."""
    below = [Source(path, decoded(path, text)) for path, text in layers(specs.files[1:])]
    try:
        return Specs(build_table([*below, Source(OVERLAY, yaml)]))
    except DiagnosticError:
        return None
