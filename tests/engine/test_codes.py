"""Codes, their pages and the document agree: what can be raised is explained, and what is explained can be raised."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewhy.engine.codes import PARTS, Page, document, pages

from ..conftest import ROOT

PAGES = pages()
CODE = re.compile(r"\bTW\d{4}\b")


def raised() -> set[str]:
    """Every code that is written in the product outside of documentation."""
    found: set[str] = set()
    for path in [*ROOT.glob("engine/**/*.py"), *ROOT.glob("ir_facts/**/*.py"), *ROOT.glob("rules/*.lp")]:
        code = re.sub(r'"""[\s\S]*?"""', "", path.read_text(encoding="utf-8"))
        code = re.sub(r"(?m)^\s*[#%](?!!).*$", "", code)
        found.update(CODE.findall(code))
    return found - {"TW0000"}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert sorted(raised() ^ set(PAGES)) == []


@pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))
def test_a_page_says_cause_example_and_fix(page: Page) -> None:
    places = [page.body.find(part) for part in PARTS]
    assert -1 not in places and places == sorted(places)
    assert page.title and not page.title.endswith(".")


def test_codes_are_unique_and_in_order() -> None:
    written = [
        code
        for path in sorted(Path(ROOT, "engine", "code_pages").glob("*.md"))
        for code in re.findall(r"^## (TW\d{4})", path.read_text(), re.M)
    ]
    assert written == sorted(set(written))
    assert written == list(PAGES)


def test_the_document_is_up_to_date() -> None:
    assert (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8") == document()
