"""The name of a target in, an error out where the op specs describe no such one. Imports nothing that the start has to wait for."""

from __future__ import annotations

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.opspecs import Specs


def known_target(target: str, specs: Specs) -> str:
    """`target` itself. Raises DiagnosticError TW0714 where `specs` have no target of that name."""
    if target in specs.targets:
        return target
    from ..ir_facts.spelling import nearest_or_all

    message = f"the op specs describe no target `{target}`"
    raise DiagnosticError(Diagnostic("TW0714", message, help=nearest_or_all(target, specs.targets, "targets")))
