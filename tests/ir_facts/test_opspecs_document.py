"""docs/opspecs.md: the tutorial does what it says, and the reference says every key there is."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import ROOT
from tests.document_runner import rerun
from tilewhy.ir_facts.opspecs_document import MARKER, reference, rewritten
from tilewhy.ir_facts.opspecs_schema import FILE, OP

DOCUMENT = (ROOT / "docs" / "opspecs.md").read_text(encoding="utf-8")


def test_the_tutorial_prints_what_stands_on_the_page(tmp_path: Path) -> None:
    assert rerun(DOCUMENT, tmp_path) == DOCUMENT, "python -m tests.document_runner docs/opspecs.md"


def test_the_tutorial_shows_each_command_at_work() -> None:
    for words in ("ops check", "ops show", "ops diff", "impact", "infer", "why"):
        assert f"\n$ tilewhy {words} " in DOCUMENT


def test_the_reference_is_up_to_date() -> None:
    assert DOCUMENT == rewritten(DOCUMENT), "python -m tilewhy.ir_facts.opspecs_document docs/opspecs.md"


def test_the_reference_has_every_key() -> None:
    for fields in (FILE, OP):
        for key, field in fields.fields.items():
            assert f"`{key}`" in reference() and field.says in DOCUMENT.partition(MARKER)[2]
