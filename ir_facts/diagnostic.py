"""What can be wrong, as data: a code, a sentence, the places, the way out. Rendering is in `engine/diagnostics.py`."""

from __future__ import annotations

from .nodes import Source, Span
from .record import record, replace


@record
class Label:
    """A place and what it shows. The first label of a diagnostic is its primary place."""

    span: Span
    text: str = ""
    source: Source | None = None


@record
class Diagnostic:
    """`severity` is `error`, `warning` or `note`; `code` is stable (`TW0104`)."""

    code: str
    message: str
    labels: tuple[Label, ...] = ()
    help: str = ""
    severity: str = "error"
    source: Source | None = None


class DiagnosticError(Exception):
    """Raised where reading or a pass cannot go on. Carries every diagnostic that is known by then."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(f"{d.code}: {d.message}" for d in diagnostics))
        self.diagnostics = diagnostics

    def located_in(self, source: Source | None) -> DiagnosticError:
        """The same error where a module raised it that knows spans but not the text they are in."""
        return DiagnosticError(*[one if one.source is not None else replace(one, source=source) for one in self.diagnostics])
