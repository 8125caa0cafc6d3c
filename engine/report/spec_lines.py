"""The places in op-spec files that a report cites, and what stands there.

In come places, out go numbers for them; at the end a table with the cited lines, so that a reader need not open the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...ir_facts.opspecs import At


class SpecLines:
    """Each place once, numbered in the order in which they were met."""

    def __init__(self) -> None:
        self._places: dict[At, int] = {}

    def add(self, at: At) -> int:
        """The number of a place."""
        return self._places.setdefault(at, len(self._places))

    def data(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """File names, for each place its file, line and column (0-based), and the cited lines of the files in `texts`."""
        files = list(dict.fromkeys(at.file for at in self._places))
        lines = {file: texts[file].split("\n") for file in files if file in texts}
        quoted = [lines[at.file][at.line - 1].strip() if at.file in lines and at.line <= len(lines[at.file]) else "" for at in self._places]
        return {"files": files, "at": [[files.index(at.file), at.line, at.column] for at in self._places], "quoted": quoted}
