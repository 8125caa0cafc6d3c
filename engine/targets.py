"""The name of a target in, an error out where the op specs describe no such one. Imports nothing that the start has to wait for."""

from __future__ import annotations

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.opspecs import Specs


def known_target(target: str, specs: Specs) -> str:
    """`target` itself. Raises DiagnosticError TW0714 where `specs` have no target of that name."""
    if target in specs.targets:
        return target
    from ..ir_facts.spelling import did_you_mean

    help_ = did_you_mean(target, specs.targets) or f"targets are {', '.join(specs.targets)}"
    raise DiagnosticError(Diagnostic("TW0714", f"the op specs describe no target `{target}`", help=help_))
