"""The report: one HTML file per kernel for people who would rather look than read.

In come runs of the pass, out goes the text of a page that shows the kernel, its proofs, its data flow, its memory and its relations, and
that answers questions by itself. Nothing here decides anything; what the page derives equals what `engine/explain.py` derives.
"""

from __future__ import annotations

from .page import page
from .payload import payload
from .runs import Run, run

__all__ = ["Run", "page", "payload", "report", "run"]


def report(main: Run, against: Run | None = None, labels: tuple[str, str] = ("this run", "the other")) -> str:
    """The HTML file for one run, or for a run held against another."""
    runs = (main,) if against is None else (main, against)
    payloads = [payload(each, label) for each, label in zip(runs, labels, strict=False)]
    return page(payloads, f"{main.source.path}: report")
