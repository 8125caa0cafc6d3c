"""The runner of cases itself: its options, its transcripts, and what `--update` refuses to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import case_runner
from .case_runner import Case, Outcome, cases, difference, options, transcript, update


@pytest.fixture
def case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Case:
    """An empty case in a folder of its own."""
    monkeypatch.setattr(case_runner, "CASES", tmp_path)
    monkeypatch.setattr(case_runner, "ROOT", tmp_path)
    (tmp_path / "topic").mkdir()
    made = Case(tmp_path / "topic" / "lesson.before.py")
    made.before.write_text("import pypto.language as pl\n")
    return made


def comes_out(monkeypatch: pytest.MonkeyPatch, after: str | None = None, error: str | None = None, warnings: str = "") -> None:
    monkeypatch.setattr(case_runner, "run", lambda case: Outcome(after, error, warnings))


def test_a_case_is_named_by_its_path(case: Case) -> None:
    assert [found.name for found in cases(case.before.parent.parent)] == ["topic/lesson"]


def test_options_stand_in_the_first_comment_lines(case: Case) -> None:
    header = ["# pypto.program: K", "# target: ascend950", "# The lesson: none.", "# strict: true", "# opspecs: x.yaml"]
    case.before.write_text("\n".join([*header, "", "# target: below the header nothing is an option"]))
    root = case.before.parent.parent
    assert options(case) == ("ascend950", (str(root / "x.yaml"),), True)


def test_an_overlay_may_lie_beside_the_case(case: Case) -> None:
    case.file(".opspecs.yaml").write_text("ops: {}\n")
    assert options(case).opspecs == (str(case.file(".opspecs.yaml")),)


@pytest.mark.parametrize("line", ["# traget: ascend950", "# strict: maybe"])
def test_an_option_that_does_not_exist_is_an_error(case: Case, line: str) -> None:
    case.before.write_text(f"{line}\n")
    with pytest.raises(ValueError, match="options are target, opspecs and strict"):
        options(case)


def test_a_transcript_shows_what_commands_print(case: Case) -> None:
    shown = transcript(case, "$ tilewhy explain TW0604\nold output\n$ tilewhy explain nothing\n")
    first, second = shown.split("\n$ ")
    assert first.startswith("$ tilewhy explain TW0604\nTW0604: unknown diagnostic code\n")
    assert second == (
        "tilewhy explain nothing\nerror[TW0604]: there is no diagnostic `nothing`\n   help: docs/diagnostics.md lists all codes\n"
    )


def test_a_difference_names_the_file(case: Case) -> None:
    assert difference("a\nb\n", "a\nc\n", case.file(".error")) == ("--- topic/lesson.error\n+++ what came out\n@@ -1,2 +1,2 @@\n a\n-b\n+c")
    assert difference("a\n", "a", case.file(".error")) == "topic/lesson.error: only the end of the file differs"
    assert difference("a\n", "a\n", case.file(".error")) == ""


def test_update_writes_what_came_out(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    comes_out(monkeypatch, after="placed\n", warnings="careful\n")
    assert update(case) == ["topic/lesson.after.py", "topic/lesson.warnings"]
    assert case.expected(".after.py") == "placed\n"
    assert update(case) == []

    comes_out(monkeypatch, after="placed\n")
    update(case)
    assert case.expected(".warnings") is None


@pytest.mark.parametrize(
    ("there", "outcome"),
    [(".error", {"after": "placed\n"}), (".after.py", {"error": "wrong\n"})],
)
def test_update_never_turns_a_result_into_a_refusal_or_back(case: Case, monkeypatch: pytest.MonkeyPatch, there, outcome) -> None:
    case.file(there).write_text("expected\n")
    comes_out(monkeypatch, **outcome)
    with pytest.raises(ValueError, match="delete it if that is what you mean"):
        update(case)
    assert case.expected(there) == "expected\n"
    assert sorted(path.name for path in case.before.parent.iterdir()) == sorted(["lesson.before.py", case.file(there).name])
