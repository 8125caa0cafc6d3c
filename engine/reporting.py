"""Diagnostics in, their text on standard error out, in the form that suits it. Decides nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..ir_facts.diagnostic import Diagnostic


def report(diagnostics: tuple[Diagnostic, ...]) -> None:
    """Write `diagnostics` to standard error, in the order given."""
    if not diagnostics:
        return
    from .diagnostics import renderer_for

    renderer = renderer_for(sys.stderr)
    sys.stderr.write("".join(f"{renderer.render(diagnostic)}\n" for diagnostic in diagnostics))
    sys.stderr.flush()
