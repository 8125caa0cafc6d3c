"""`tilewhy verify` on the command line: what is printed where, and which status comes back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tilewhy.engine.cli import main
from tilewhy.engine.sarif import sarif_log
from tilewhy.ir_facts.diagnostic import Diagnostic, Label
from tilewhy.ir_facts.nodes import Source, Span

from ..conftest import ROOT
from .sarif_essentials import check_log

KERNELS = ROOT / "tests" / "verify"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with a kernel that is fine, one that is not, and one that is no program."""
    shutil.copy(KERNELS / "FitsTarget" / "branches_do_not_add_up.py", tmp_path / "fine.py")
    shutil.copy(KERNELS / "MoveLegal" / "acc_to_left.py", tmp_path / "a wrong one.py")
    (tmp_path / "broken.py").write_text("def kernel(:\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nothing_is_said_about_a_kernel_that_keeps_its_promises(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "fine.py"]) == 0
    assert capsys.readouterr() == ("", "")


def test_violations_go_to_stderr_and_give_status_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "a wrong one.py", "fine.py"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("a wrong one.py:16:17: error[TW0506]: nothing moves Acc to Left\n")


def test_an_unreadable_kernel_gives_status_2_and_the_others_are_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "broken.py", "a wrong one.py"]) == 2
    err = capsys.readouterr().err
    assert "broken.py:1:" in err and "error[TW0506]" in err


def test_json_is_data_on_stdout_and_nothing_else(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--json", "fine.py", "a wrong one.py", "broken.py"]) == 2
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == "" and [one["path"] for one in found["files"]] == ["fine.py", "a wrong one.py", "broken.py"]
    assert [[one["code"] for one in file["diagnostics"]] for file in found["files"]] == [[], ["TW0506"], ["TW0101"]]
    assert found["files"][1]["diagnostics"][0]["labels"][0]["line"] == 16


def test_sarif_shows_violations_in_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--sarif", "found.sarif", "fine.py", "a wrong one.py"]) == 1
    log = json.loads(Path("found.sarif").read_text(encoding="utf-8"))
    check_log(log)
    (run,) = log["runs"]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][0]["shortDescription"]["text"] == "move that the hardware does not have"
    assert result["level"] == "error" and result["message"]["text"].startswith("nothing moves Acc to Left (go through")
    assert result["locations"][0]["physicalLocation"] == {
        "region": {"startLine": 16, "startColumn": 17, "endLine": 16, "endColumn": 60},
        "artifactLocation": {"uri": "a%20wrong%20one.py"},
    }
    assert result["relatedLocations"][0]["message"]["text"] == "in Acc"


def test_sarif_of_a_clean_run_has_no_results(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--sarif", "-", "fine.py"]) == 0
    log = json.loads(capsys.readouterr().out)
    check_log(log)
    assert log["runs"][0]["results"] == []


def test_sarif_of_messages_without_a_place_and_with_absolute_paths() -> None:
    source = Source("/kernels/k.py", "x\n")
    check_log(
        sarif_log(
            [
                Diagnostic("TW0601", "no command"),
                Diagnostic("TW0605", "unreadable", source=Source("missing.py", "")),
                Diagnostic("TW0310", "unknown", (Label(Span(1, 0, 1, 1)),), severity="warning", source=source),
            ]
        )
    )


def test_only_chosen_checks_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--check", "TileMemoryInferred", "--check", "SSAForm", "a wrong one.py"]) == 0
    assert main(["verify", "--check", "MoveLegal", "a wrong one.py"]) == 1
    assert main(["verify", "--check", "movelegal", "a wrong one.py"]) == 2
    assert capsys.readouterr().err.endswith("error[TW0610]: there is no check `movelegal`\n   help: did you mean `MoveLegal`?\n")


def test_what_is_legal_depends_on_the_op_specs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--opspecs", str(ROOT / "tests" / "overlays" / "pypto-2026-08.yaml"), "a wrong one.py"]) == 0


def test_infer_verifies_on_request_and_writes_nothing_where_a_promise_is_broken(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kernel = str(KERNELS / "AccToGmStoreValid" / "product_into_int8.py")
    assert main(["infer", "--target", "ascend910b", kernel]) == 0
    assert capsys.readouterr().out
    assert main(["infer", "--target", "ascend910b", "--verify", kernel]) == 1
    out, err = capsys.readouterr()
    assert out == "" and "error[TW0503]" in err
