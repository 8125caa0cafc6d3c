"""Printed IR in, the same through `ruff format` out, as PyPTO's own dumps are formatted. Never changes what it says."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError

WIDTH = 200
"""The line length of PyPTO's dumps (ir_text.md 1.1)."""


def formatter() -> Callable[[str], str]:
    """The function that formats a text. Raises `DiagnosticError` TW0609 where no ruff is installed."""
    ruff = _find()
    if ruff is None:
        raise DiagnosticError(Diagnostic("TW0609", "--format needs ruff, which is not installed", help="pip install ruff"))
    # `--isolated`: the same text whatever ruff settings lie around the kernel.
    command = [ruff, "format", "--isolated", "--quiet", "--line-length", str(WIDTH), "--stdin-filename", "kernel.py", "-"]

    def apply(text: str) -> str:
        from subprocess import run

        done = run(command, input=text.encode(), capture_output=True, check=False)
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise DiagnosticError(Diagnostic("TW0609", f"ruff failed: {said[0] if said else f'exit status {done.returncode}'}"))
        return done.stdout.decode()

    return apply


def _find() -> str | None:
    """The ruff of this environment, also where the environment is not activated; else the one on PATH."""
    from shutil import which

    return which("ruff", path=os.path.dirname(sys.executable)) or which("ruff")
