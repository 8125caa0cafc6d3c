"""The pages of the diagnostic codes: `code_pages/*.md` in, what `tilewhy explain` and `docs/diagnostics.md` say out.

A file holds one family of codes, each page a section: its heading is the code and a title, its text says the cause, shows
an example and tells the fix. Who raises a new code writes its page. `python -m tilewhy.engine.codes` prints
`docs/diagnostics.md`; a test holds code, pages and document together.
"""

from __future__ import annotations

import os
from typing import NamedTuple

PARTS = ("**Cause.**", "**Example.**", "**Fix.**")
"""What every page says, in this order."""

_FOLDER = os.path.join(os.path.dirname(__file__), "code_pages")
_HEADING = "## TW"


class Page(NamedTuple):
    """One code: what it stands for in a few words, and the text that explains it (Markdown)."""

    code: str
    title: str
    body: str


class Family(NamedTuple):
    """The codes of one stage of the program, with a sentence about them."""

    title: str
    about: str
    pages: tuple[Page, ...]


def families() -> list[Family]:
    """All families, in the order of their codes."""
    return [_read(os.path.join(_FOLDER, name)) for name in sorted(os.listdir(_FOLDER)) if name.endswith(".md")]


def pages() -> dict[str, Page]:
    """All pages by code, in the order of the codes."""
    return {page.code: page for family in families() for page in family.pages}


def document() -> str:
    """The text of `docs/diagnostics.md`."""
    known = families()
    index = "\n".join(f"| [{p.code}](#{p.code.lower()}) | {p.title} |" for family in known for p in family.pages)
    return f"""\
# Diagnostics

Every message of tilewhy has a code that never changes its meaning. `tilewhy explain CODE` prints the page of one. A
message tells its severity itself: the same code may be a warning, and an error under `--strict`.

The exit status is 1 where all errors are about the kernel itself (TW03, TW04, TW05) and 2 where the input, the op specs
or the command line is at fault. This document is generated: `python -m tilewhy.engine.codes > docs/diagnostics.md`.

| code | meaning |
|---|---|
{index}

{chr(10).join(_section(family) for family in known)}"""


def _section(family: Family) -> str:
    parts = [f"## {family.title}\n\n{family.about}\n"]
    parts += [f'<a id="{p.code.lower()}"></a>\n\n### {p.code}: {p.title}\n\n{p.body}\n' for p in family.pages]
    return "\n".join(parts)


def _read(path: str) -> Family:
    """Parse one file: `# title`, a paragraph, then sections `## TW0000: title`."""
    with open(path, encoding="utf-8") as file:
        head, *sections = file.read().split(f"\n{_HEADING}")
    title, _, about = head.partition("\n")
    return Family(title.removeprefix("# "), about.strip(), tuple(map(_page, sections)))


def _page(section: str) -> Page:
    heading, _, body = section.partition("\n")
    code, _, title = heading.partition(": ")
    return Page(f"TW{code}", title, body.strip())


if __name__ == "__main__":
    import sys

    sys.stdout.write(document())
