"""docs/why.md says what the commands print."""

from __future__ import annotations

from pathlib import Path

from .conftest import ROOT
from .document_runner import rerun

DOCUMENT = (ROOT / "docs" / "why.md").read_text(encoding="utf-8")


def test_the_answers_on_the_page_are_those_of_the_commands(tmp_path: Path) -> None:
    assert rerun(DOCUMENT, tmp_path) == DOCUMENT, "python -m tests.document_runner docs/why.md"
