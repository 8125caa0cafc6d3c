"""Messages as documents: files, the commands run on them, and what these print, to the character.

A document in `tests/messages/` is Markdown. Below each heading stand files and transcripts:

    ```python kernel.py          a file, written into an empty folder (any language; the second word is its name)
    ...
    ```
    ```console                   commands, each followed by what it prints; `[2]` is an exit status other than 0
    $ tilewhy infer kernel.py
    kernel.py:3:1: error[TW0105]: ...
    [2]
    ```

The text of a section says what the author did and what the message is to make clear. A heading that is one code is about it.
`python -m tests.message_runner --update NAME...` writes the transcripts of the documents whose path contains NAME anew.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tilewhy.engine.cli import main as tilewhy

FOLDER = Path(__file__).resolve().parent / "messages"
_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
_HEADING = re.compile(r"^## (.+)$", re.M)
_RULE_LINE = re.compile(r"(\brules/\w+\.lp):\d+")
"""Where a built-in rule stands: shown as `rules/space.lp:N`, or each new rule would change these documents."""


class Section(NamedTuple):
    """A heading and the text below it."""

    document: Path
    title: str
    text: str

    @property
    def name(self) -> str:
        """`document/title`, for the names of tests."""
        return f"{self.document.stem}/{self.title}"


def documents() -> list[Path]:
    """Every document, in the order of the paths."""
    return sorted(FOLDER.glob("*.md"))


def sections(document: Path) -> Iterator[Section]:
    """The sections of a document; what stands above the first heading is none."""
    parts = _HEADING.split(document.read_text(encoding="utf-8"))
    for title, text in zip(parts[1::2], parts[2::2], strict=True):
        yield Section(document, title, text)


def replay(section: Section) -> str:
    """The text of a section with the output of every command as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        for language, name, text in _FENCE.findall(section.text):
            if language != "console":
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode().replace(b"\\x00", b"\0"))
        return _FENCE.sub(lambda fence: _console(fence, folder), section.text)


def _console(fence: re.Match[str], folder: str) -> str:
    if fence[1] != "console":
        return fence[0]
    commands = [line for line in fence[3].splitlines() if line.startswith("$ ")]
    return "```console\n" + "".join(f"{line}\n{_run(line, folder)}" for line in commands) + "```"


def _run(line: str, folder: str) -> str:
    program, *words = shlex.split(line.removeprefix("$ "))
    assert program == "tilewhy", f"a transcript runs only tilewhy: {line}"
    printed, here = io.StringIO(), os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = tilewhy(words)
    finally:
        os.chdir(here)
    return _RULE_LINE.sub(r"\1:N", printed.getvalue()) + (f"[{status}]\n" if status else "")


def main() -> None:
    """Update the documents named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.message_runner", description="Write the transcripts of documents anew.")
    parser.add_argument("--update", nargs="+", metavar="NAME", required=True, help="a part of the path of a document")
    names = parser.parse_args().update
    for document in documents():
        if any(name in document.as_posix() for name in names):
            head = _HEADING.split(document.read_text(encoding="utf-8"))[0]
            text = head + "".join(f"## {section.title}{replay(section)}" for section in sections(document))
            document.write_text(text, encoding="utf-8")
            print(document.name)


if __name__ == "__main__":
    main()
