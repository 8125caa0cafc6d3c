"""Text to IR to text, and IR to facts. Knows nothing of rules.

from tilewhy.ir_facts import parse_program, print_program

program = parse_program(text, path="kernel.py")
assert print_program(program) == str(program)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .printer import print_program
    from .reader import parse_program

__all__ = ["parse_program", "print_program"]


def __getattr__(name: str) -> object:
    """Load the reader or the printer when it is first asked for: `--help` needs neither."""
    if name == "parse_program":
        from .reader import parse_program

        return parse_program
    if name == "print_program":
        from .printer import print_program

        return print_program
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
