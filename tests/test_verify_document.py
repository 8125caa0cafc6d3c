"""`docs/verify.md` shows what the product prints, and names every check."""

from __future__ import annotations

import re
from pathlib import Path

from tilewhy.engine.properties import CHECKS, PRODUCED, REQUIRED

from .case_runner import difference
from .conftest import ROOT
from .document_runner import rerun

DOCUMENT = ROOT / "docs" / "verify.md"


def test_it_shows_what_is_printed(tmp_path: Path) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert difference(text, rerun(text, tmp_path), DOCUMENT) == ""


def test_its_table_is_the_list_of_checks() -> None:
    rows = re.findall(r"^\| (\w+) \| .* \| ?(.*)\|$", DOCUMENT.read_text(encoding="utf-8"), re.M)
    told = {name: asked for name, asked in rows if name not in ("check",)}
    assert sorted(told) == sorted(CHECKS)
    assert {name for name, asked in told.items() if "before" in asked} == set(REQUIRED)
    assert {name for name, asked in told.items() if "after" in asked} - {"FitsTarget"} == set(PRODUCED)
