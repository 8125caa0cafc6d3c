"""One kernel as a task: its text in, everything that `tilewhy infer` says and writes about it out. Reads and writes no file.

A task can run anywhere: in this process, in another one, on another machine. What all tasks of a call have in common are the
`Settings`; they hold the op specs as a table, so that who places kernels needs no file of ours. Settings and outcomes can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from ..ir_facts import parse_program
from ..ir_facts.diagnostic import Diagnostic
from ..ir_facts.nodes import Program, Source
from ..ir_facts.opspecs import Specs
from ..ir_facts.record import record
from ..ir_facts.walk import statements
from .failures import diagnostics_of, exit_status
from .passes import Result, infer_tile_memory_space


@record
class Settings:
    """What decides an outcome besides the kernel. `table` is that of the op specs (`opspecs_load.load_table`)."""

    target: str
    table: dict[str, Any]
    engine: str
    strict: bool = False
    verify: bool = False
    format: bool = False
    diff: bool = False
    remarks: bool = False


@record
class Outcome:
    """What came of one kernel. `text` is None where it was refused; `status` is the exit status that it calls for."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]
    status: int
    diff: str = ""
    remarks: str = ""
    statements: int = 0


Kernels: TypeAlias = "Iterable[tuple[int, Source]]"
"""Numbered kernels. They are asked for one by one, when there is somebody to place them."""


def refused(diagnostics: tuple[Diagnostic, ...]) -> Outcome:
    """The outcome of a kernel without a result."""
    return Outcome(None, diagnostics, exit_status(diagnostics))


class Placer:
    """Places kernels with the same settings, one after the other. Raises DiagnosticError TW0609 where no formatter is there."""

    def __init__(self, settings: Settings, specs: Specs | None = None) -> None:
        """`specs` are those of the settings, where somebody has made them already."""
        self._settings = settings
        self._specs = Specs(settings.table) if specs is None else specs
        self._infer = infer_tile_memory_space(settings.target, self._specs, settings.strict, settings.engine, settings.verify)
        self._finish = _finisher(settings.format)

    def __call__(self, source: Source) -> Outcome:
        """The outcome of one kernel. Never raises for what is wrong with it."""
        try:
            return self._placed(source)
        except Exception as error:
            return refused(diagnostics_of(error, source.path))

    def _placed(self, source: Source) -> Outcome:
        program = parse_program(source.text, path=source.path, specs=self._specs)
        result = self._infer.run(program)
        text = self._finish(str(result.program))
        diff = _diff(self._finish(str(program)), text, source.path) if self._settings.diff else ""
        remarks = _remarks(result, source.path) if self._settings.remarks else ""
        return Outcome(text, result.diagnostics, exit_status(result.diagnostics), diff, remarks, _size(program))


def place_here(settings: Settings, specs: Specs, kernels: Kernels) -> Iterator[tuple[int, Outcome]]:
    """The outcomes of `kernels` in this process. Raises DiagnosticError as `Placer` does."""
    place = Placer(settings, specs)
    for number, source in kernels:
        yield number, place(source)


def _size(program: Program) -> int:
    """The number of statements of a program."""
    return sum([1 for function in program.functions for _ in statements(function.body)])


def _finisher(formatted: bool) -> Callable[[str], str]:
    """What makes a text file of a print."""
    if formatted:
        from .formatting import formatter

        return formatter()
    return lambda text: f"{text}\n"


def _diff(before: str, after: str, path: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), path, f"{path} (placed)")
    return "".join(lines)


def _remarks(result: Result, path: str) -> str:
    from .remarks import remarks
    from .remarks_yaml import remarks_yaml

    return remarks_yaml(remarks(result), path)
