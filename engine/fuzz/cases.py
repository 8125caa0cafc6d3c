"""A grown program together with what the pass makes of it: what every law is given.

In come a program, a target and op specs; the runs are made when a law asks, and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache

from ...ir_facts.diagnostic import Diagnostic, DiagnosticError
from ...ir_facts.nodes import Assign, Call, Function, Program, Stmt
from ...ir_facts.opspecs import Specs
from ...ir_facts.walk import statements
from ..passes import InferTileMemorySpace, Result, infer_tile_memory_space


class Broken(AssertionError):
    """A law does not hold, and how that shows."""


@lru_cache(maxsize=32)
def the_pass(target: str, specs: Specs, engine: str = "clingo") -> InferTileMemorySpace:
    """The pass for this target and these op specs; its rules are read once."""
    return infer_tile_memory_space(target, specs, engine=engine)


class Case:
    """A program on a target. `wild` tells that its loops may carry tiles that do not fit together."""

    def __init__(self, program: Program, target: str, specs: Specs, wild: bool = False) -> None:
        self.program = program
        self.target = target
        self.specs = specs
        self.wild = wild

    def __repr__(self) -> str:
        """What a test that fails shows: the kernel, and what it is run for."""
        return f"<for {self.target}{', wild' if self.wild else ''}>\n{self.text}"

    @cached_property
    def text(self) -> str:
        """The program as printed."""
        return str(self.program)

    @cached_property
    def outcome(self) -> Result | tuple[Diagnostic, ...]:
        """The result of the pass, or the diagnostics with which it refused the program."""
        return self.run(self.program)

    @property
    def result(self) -> Result | None:
        """The result of the pass, None where it refused the program."""
        return None if isinstance(self.outcome, tuple) else self.outcome

    def run(self, program: Program, engine: str = "clingo") -> Result | tuple[Diagnostic, ...]:
        """What the pass makes of another program, for the same target with the same op specs."""
        try:
            return the_pass(self.target, self.specs, engine).run(program)
        except DiagnosticError as refused:
            if any(diagnostic.code == "TW0710" for diagnostic in refused.diagnostics):
                raise Broken(str(refused)) from None
            return refused.diagnostics

    def alike(self, other: Result | tuple[Diagnostic, ...], what: str) -> None:
        """Raise `Broken` unless `other` is the same kernel, or refused for the same reasons, as the case itself."""
        mine, theirs = summary(self.outcome), summary(other)
        if mine != theirs:
            raise Broken(f"{what} changes the result\n{difference(mine, theirs)}")


def summary(outcome: Result | tuple[Diagnostic, ...], spell: Callable[[str], str] = str) -> str:
    """An outcome as text: the printed program, or codes and messages in the order of their words. `spell` writes either differently."""
    if isinstance(outcome, tuple):
        return "\n".join(sorted(spell(f"{told.code}: {told.message}") for told in outcome))
    return spell(str(outcome.program))


def difference(before: str, after: str) -> str:
    """The lines that differ."""
    from difflib import unified_diff

    return "\n".join(unified_diff(before.splitlines(), after.splitlines(), "expected", "found", lineterm="", n=1))


def functions(program: Program) -> dict[str, Function]:
    """The functions of a program by name."""
    return {function.name: function for function in program.functions}


def assignments(function: Function) -> Iterator[tuple[Assign, Call]]:
    """Every assignment of a call, in the order of the text."""
    for stmt in statements(function.body):
        if isinstance(stmt, Assign) and isinstance(stmt.value, Call):
            yield stmt, stmt.value


def every(program: Program) -> Iterator[Stmt]:
    """Every statement of a program."""
    for function in program.functions:
        yield from statements(function.body)
