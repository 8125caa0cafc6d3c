"""The words of a command line in, an exit status out: finds the command, parses its arguments, runs it.

Nothing is imported here that `tilewhy --help` does not need; each command, the argument parser and the rendering of
diagnostics come in when they are used. Exit status: 0 fine, 1 a kernel is wrong, 2 bad usage or unreadable input; and,
as in any shell, 130 after Ctrl-C and 141 when nobody reads the output any more.
"""

from __future__ import annotations

import gc
import os
import sys

from .commands import COMMANDS, load

TYPE_CHECKING = False  # importing `typing` would double the time of --help
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED, BROKEN_PIPE = 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run `tilewhy` with `argv`. Returns the exit status, never raises `SystemExit`.

    Without `argv` the arguments are those of the process, which then belongs to `tilewhy`: it may end without returning.
    """
    if argv is None:
        return _whole_process(sys.argv[1:])
    return _guarded(list(argv))


def _whole_process(words: list[str]) -> int:
    """`_guarded` in a process that does nothing else, where next to all that is made lasts to the end: the collector would look for
    garbage among modules, and the interpreter take them down one by one, for a third of the time that a small kernel takes."""
    gc.set_threshold(200_000)
    status = _guarded(words)
    if not _awaited():
        import atexit

        atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]  # what they hold must be given back, and there is no public way
        sys.stderr.flush()
        os._exit(status)
    gc.freeze()
    return status


def _awaited() -> bool:
    """Whether somebody waits for the interpreter's own end: other threads, a debugger, a profiler."""
    return "threading" in sys.modules or sys.gettrace() is not None or sys.getprofile() is not None


def _guarded(words: list[str]) -> int:
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # What is still buffered can go nowhere; without this the interpreter complains about it on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        sys.stderr.write("tilewhy: interrupted\n")
        return INTERRUPTED
    except SystemExit as leaving:  # argparse leaves this way after --help
        return leaving.code if isinstance(leaving.code, int) else 0
    except Exception as error:
        from .failures import diagnostics_of, exit_status
        from .reporting import report

        diagnostics = diagnostics_of(error)
        report(diagnostics)
        return exit_status(diagnostics)


def usage() -> str:
    """What `tilewhy --help` prints."""
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:{width}}  {summary}" for name, summary in COMMANDS.items())
    return f"""\
usage: tilewhy COMMAND ...

Decides in which on-chip memory every tile of an NPU kernel lives, and proves each decision.

commands:
{commands}

tilewhy COMMAND --help shows the arguments of a command, tilewhy --version the version.
exit status: 0 fine, 1 a kernel is wrong, 2 bad usage or unreadable input
"""


def _run(words: list[str]) -> int:
    name = words[0] if words else ""
    if name in COMMANDS:
        from .arguments import CommandParser

        parser, command = CommandParser(name, COMMANDS[name]), load(name)
        command.arguments(parser)
        return command.run(parser.parse_args(words[1:]))
    if name in ("-h", "--help", "help"):
        sys.stdout.write(usage())
        return 0
    if name == "--version":
        from importlib.metadata import version

        sys.stdout.write(f"tilewhy {version('tilewhy')}\n")
        return 0
    from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
    from ..ir_facts.spelling import did_you_mean

    message = f"tilewhy has no command `{name}`" if words else "no command given"
    raise DiagnosticError(Diagnostic("TW0601", message, help=did_you_mean(name, COMMANDS) or "tilewhy --help lists the commands"))
