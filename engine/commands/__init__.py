"""The commands of `tilewhy`: one module each, imported when its command runs.

A command `why-not` is the module `why_not.py` with two functions,

    def arguments(parser: ArgumentParser) -> None: ...    declares its arguments
    def run(options: Namespace) -> int: ...               does the work and returns the exit status

and a line in `COMMANDS`. `run` writes its product to standard output, reports diagnostics through `engine.reporting`,
and raises `DiagnosticError` where it cannot go on.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` would double the time of --help
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any, Protocol

    class Command(Protocol):
        """What the module of a command offers."""

        def arguments(self, parser: ArgumentParser) -> None:
            """Declare the arguments of the command."""
            ...

        def run(self, options: Namespace) -> int:
            """Do the work; returns the exit status."""
            ...


COMMANDS = {
    "infer": "place every tile of the kernels and insert the moves they need",
    "verify": "check what kernels promise, before or after placement",
    "why": "tell why a tile is in the memory it is in, and which moves it needs",
    "ops": "show, list, check and compare op specs",
    "impact": "say what other op specs would change in the kernels",
    "why-not": "tell why a tile is not elsewhere, or not hoisted, and what would change it",
    "query": "list everything in a kernel that fulfils some conditions",
    "facts": "write what is known about a kernel, for clingo and other tools",
    "relations": "list the relations that queries and rules can use",
    "fuzz": "grow kernels from the op specs and look for one that breaks a law",
    "report": "write one HTML file that shows a kernel and answers questions about it",
    "explain": "say what a diagnostic code means and what to do about it",
}
"""Each command and the line that `tilewhy --help` says about it. `--help` must not import the commands themselves."""


def load(name: str) -> Command:
    """The module of the command `name`, which must be a key of `COMMANDS`."""
    module: Any = __import__(f"{__name__}.{name.replace('-', '_')}", fromlist=["run"])  # `importlib` costs more than the module
    return module
