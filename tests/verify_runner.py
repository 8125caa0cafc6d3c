"""Kernels beside what the verifiers say of them.

    tests/verify/<check>/<lesson>.py            a kernel, placed or not; options in its first lines, as in `tests/case_runner.py`
    tests/verify/<check>/<lesson>.violations    what `tilewhy verify` prints for it, to the character; empty: nothing is wrong

All checks run on every kernel; the folder is named after the one that the lesson is about.
`python -m tests.verify_runner --update NAME...` writes the violations of the kernels whose path contains NAME anew.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tilewhy.engine.diagnostics import render
from tilewhy.engine.verify import Verifier
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.opspecs import load_specs

from .case_runner import Case, options

FOLDER = Path(__file__).resolve().parent / "verify"


def kernels() -> list[Path]:
    """Every kernel, in the order of the paths."""
    return sorted(FOLDER.rglob("*.py"))


def expectation(kernel: Path) -> Path:
    """The file that says what is wrong with `kernel`."""
    return kernel.with_suffix(".violations")


def violations(kernel: Path, engine: str = "clingo") -> str:
    """What `tilewhy verify` prints for `kernel`, naming it without its folder."""
    how = options(Case(kernel))
    specs = load_specs(*how.opspecs)
    program = parse_program(kernel.read_text(encoding="utf-8"), path=kernel.name, specs=specs)
    return "".join(f"{render(one)}\n" for one in Verifier(how.target, specs, engine=engine).run(program).diagnostics)


def main() -> None:
    """Update the expectations of the kernels named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.verify_runner", description="Write the expected violations anew.")
    parser.add_argument("--update", nargs="+", metavar="NAME", required=True, help="a part of the path of a kernel")
    names = parser.parse_args().update
    for kernel in kernels():
        if any(name in kernel.as_posix() for name in names):
            expectation(kernel).write_text(violations(kernel), encoding="utf-8")
            print(expectation(kernel).relative_to(FOLDER).as_posix())


if __name__ == "__main__":
    main()
