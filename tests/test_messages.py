"""Every document in `tests/messages` is what the product prints, and every code is shown exactly somewhere in the tests."""

from __future__ import annotations

import re

import pytest

from tilewhy.engine.codes import pages

from .case_runner import difference
from .conftest import ROOT
from .message_runner import Section, documents, replay, sections

ALL = [section for document in documents() for section in sections(document)]
CODE = re.compile(r"TW\d{4}")
SHOWN = re.compile(r"(?:error|warning|note)\[(TW\d{4})\]: \S")
"""A message with its text, as people see it."""


@pytest.mark.parametrize("section", ALL, ids=lambda section: section.name)
def test_section(section: Section) -> None:
    if wrong := difference(section.text, replay(section), section.document):
        pytest.fail(wrong, pytrace=False)


@pytest.mark.parametrize("section", ALL, ids=lambda section: section.name)
def test_a_section_shows_the_code_that_it_is_about(section: Section) -> None:
    about = CODE.match(section.title)
    assert about is not None and f"[{about[0]}]" in section.text


def test_every_code_is_shown_exactly() -> None:
    files = [path for path in ROOT.glob("tests/**/*") if path.suffix in (".py", ".md", ".error", ".warnings", ".violations")]
    shown = {code for path in files for code in SHOWN.findall(path.read_text(encoding="utf-8"))}
    assert sorted(set(pages()) - shown) == []
