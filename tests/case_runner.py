"""Cases: small kernels beside what must come out of them, as files that read on their own.

    tests/cases/<topic>/<name>.before.py        what the author wrote: hand-written DSL or printed IR
    tests/cases/<topic>/<name>.after.py         what must come out, to the character ...
    tests/cases/<topic>/<name>.error            ... or the diagnostics with which it is refused, to the character
    tests/cases/<topic>/<name>.warnings         the warnings that come with the result; without this file there are none
    tests/cases/<topic>/<name>.residency        what leaves which loop, what does not, and every reason why
    tests/cases/<topic>/<name>.why              a transcript: `$ tilewhy ...` lines, each followed by what it prints
    tests/cases/<topic>/<name>.opspecs.yaml     an overlay for this case alone

The before file may begin with options, one a line: `# target: ascend950`, `# opspecs: tests/overlays/x.yaml` (relative to
the checkout, or `builtin:NAME`; may be repeated), `# strict: true`. In printed IR they stand below its header line, which
must be the first.
Other comments above the kernel are free, as long as they do not look like an option.

`python -m tests.case_runner --update NAME...` writes the expected files of the cases whose path contains NAME anew, for a
look at `git diff`. It never turns a case that passes into one that is refused, nor the other way round: delete the old
expectation by hand if that is what you mean.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import io
import os
import re
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

from tilewhy.engine.cli import main as tilewhy
from tilewhy.engine.diagnostics import render
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.engine.residency import Residency
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import Diagnostic, DiagnosticError
from tilewhy.ir_facts.opspecs import load_specs

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"
BEFORE = ".before.py"
_OPTION = re.compile(r"# ([a-z_]+): (.*)")


class Options(NamedTuple):
    """How a case is run."""

    target: str = "none"
    opspecs: tuple[str, ...] = ()
    strict: bool = False


class Outcome(NamedTuple):
    """What came out of a case: `after` or `error`, the warnings, and what the second round said if a file asks for it."""

    after: str | None
    error: str | None
    warnings: str
    residency: str = ""


class Case(NamedTuple):
    """A before file and the files beside it."""

    before: Path

    @property
    def name(self) -> str:
        """`topic/name`, relative to `tests/cases`."""
        return self.before.relative_to(CASES).as_posix().removesuffix(BEFORE)

    def file(self, suffix: str) -> Path:
        """The neighbour of the before file that ends in `suffix`."""
        return self.before.with_name(self.before.name.removesuffix(BEFORE) + suffix)

    def expected(self, suffix: str) -> str | None:
        """The text of a neighbour, or None where there is no such file."""
        path = self.file(suffix)
        return path.read_text(encoding="utf-8") if path.exists() else None


def cases(folder: Path = CASES) -> list[Case]:
    """All cases, in the order of their paths."""
    return [Case(path) for path in sorted(folder.rglob(f"*{BEFORE}"))]


def options(case: Case) -> Options:
    """The options in the first comment lines of the before file, and the overlay beside it."""
    found = Options()
    for line in case.before.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        if not (match := _OPTION.fullmatch(line.rstrip())):
            continue
        key, value = match.groups()
        if key == "target":
            found = found._replace(target=value)
        elif key == "opspecs":
            found = found._replace(opspecs=(*found.opspecs, value if value.startswith("builtin:") else str(ROOT / value)))
        elif key == "strict" and value in ("true", "false"):
            found = found._replace(strict=value == "true")
        else:
            raise ValueError(f"{case.before}: no option '{line}'; options are target, opspecs and strict: true|false")
    if (overlay := case.file(".opspecs.yaml")).exists():
        found = found._replace(opspecs=(*found.opspecs, str(overlay)))
    return found


def run(case: Case) -> Outcome:
    """Place the kernel, as `tilewhy infer` does. Diagnostics name the before file without its folder."""
    how = options(case)
    try:
        specs = load_specs(*how.opspecs)
        program = parse_program(case.before.read_text(encoding="utf-8"), path=case.before.name, specs=specs)
        infer = infer_tile_memory_space(how.target, specs, how.strict)
        result = infer.run(program)
    except DiagnosticError as refused:
        return Outcome(None, _rendered(refused.diagnostics), "")
    asked = case.file(".residency").exists()
    residency = _told(result.residency or infer.residency(result.placed)) if asked else ""
    return Outcome(f"{result.program}\n", None, _rendered(result.diagnostics), residency)


def transcript(case: Case, text: str) -> str:
    """`text` with the output of each `$ tilewhy ...` line replaced by what the command prints now."""
    commands = [line for line in text.splitlines() if line.startswith("$ ")]
    return "\n".join(f"{line}\n{_output(line, case.before.parent)}" for line in commands)


def difference(expected: str, got: str, path: Path) -> str:
    """A unified diff from `expected` to `got`; empty where they are the same."""
    if expected == got:
        return ""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), name, "what came out", lineterm="")
    return "\n".join(lines) or f"{name}: only the end of the file differs"


def update(case: Case) -> list[str]:
    """Write the expected files of `case` anew; returns what was changed. Raises `ValueError` where the outcome's kind changed."""
    outcome = run(case)
    stale = case.file(".error" if outcome.error is None else ".after.py")
    if stale.exists():
        came = "a result" if outcome.error is None else "a refusal"
        raise ValueError(f"{case.name}: {came} came out, but {stale.name} exists; delete it if that is what you mean")
    wanted = {".after.py": outcome.after, ".error": outcome.error, ".warnings": outcome.warnings or None}
    if case.expected(".residency") is not None:
        wanted[".residency"] = outcome.residency
    if (why := case.expected(".why")) is not None:
        wanted[".why"] = transcript(case, why)
    changed: list[str] = []
    for suffix, text in wanted.items():
        path = case.file(suffix)
        if text is None:
            path.unlink(missing_ok=True)
        elif case.expected(suffix) != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path.relative_to(ROOT).as_posix())
    return changed


def _told(residency: Residency) -> str:
    """One row a line: `hoisted variable loop`, `declined variable loop reason` or `stays variable loop reason`."""
    relations = {"hoisted": "preheader", "declined": "declined", "stays": "stays"}
    return "".join(
        " ".join((word, *map(str, row))) + "\n" for word, relation in relations.items() for row in residency.model.rows(relation)
    )


def _rendered(diagnostics: tuple[Diagnostic, ...]) -> str:
    return "".join(f"{render(diagnostic)}\n" for diagnostic in diagnostics)


def _output(line: str, folder: Path) -> str:
    program, *words = shlex.split(line.removeprefix("$ "))
    if program != "tilewhy":
        raise ValueError(f"a transcript runs only tilewhy: {line}")
    printed, here = io.StringIO(), os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            tilewhy(words)
    finally:
        os.chdir(here)
    return printed.getvalue()


def main() -> int:
    """Update the cases named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.case_runner", description="Write the expected files of cases anew.")
    parser.add_argument("--update", nargs="+", metavar="NAME", required=True, help="a part of the path of a case")
    names = parser.parse_args().update
    chosen = [case for case in cases() if any(name in case.before.as_posix() for name in names)]
    if not chosen:
        parser.error(f"no case matches {' '.join(names)}")
    status = 0
    for case in chosen:
        try:
            print("\n".join(update(case)) or f"{case.name}: unchanged")
        except ValueError as refused:
            print(refused, file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
