"""Documents that run: files and command lines in Markdown, held against what the commands print now.

    ```yaml file=mine.yaml      a file of the tutorial; the same name again replaces it
    ```console                  `$ tilewhy ...` lines, each followed by what it prints on both streams

Everything of one document happens in one folder, in the order of the page.

`python -m tests.document_runner docs/opspecs.md` writes the outputs anew, for a look at `git diff`.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from tilewhy.engine.cli import main as tilewhy

_BLOCK = re.compile(r"(?ms)^```(\w+)([^\n]*)\n(.*?)^```$")


def rerun(document: str, folder: Path) -> str:
    """`document` with the output of every command as it is now. Files are written into `folder`, commands run there."""
    here = os.getcwd()
    os.chdir(folder)
    try:
        return _BLOCK.sub(_block, document)
    finally:
        os.chdir(here)


def _block(match: re.Match[str]) -> str:
    language, options, body = match.groups()
    if language == "console":
        commands = [line for line in body.splitlines() if line.startswith("$ ")]
        return f"```console{options}\n" + "".join(f"{line}\n{_output(line)}" for line in commands) + "```"
    name = re.search(r"\bfile=(\S+)", options)
    if name:
        Path(name[1]).write_text(body, encoding="utf-8")
    return match[0]


def _output(line: str) -> str:
    program, *words = shlex.split(line.removeprefix("$ "))
    if program != "tilewhy":
        raise ValueError(f"a document runs only tilewhy: {line}")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        tilewhy(words)
    # Lines of built-in files change with everything that is added there, and mean nothing to a reader of the page.
    text = re.sub(r"\b(opspecs\.yaml|rules/\w+\.lp):\d+(, \d+)*", r"\1:…", printed.getvalue())
    return text if text.endswith("\n") or not text else f"{text}\n"


def main() -> int:
    """Rewrite the documents named on the command line."""
    for name in sys.argv[1:]:
        path = Path(name)
        with tempfile.TemporaryDirectory() as folder:
            path.write_text(rerun(path.read_text(encoding="utf-8"), Path(folder)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
