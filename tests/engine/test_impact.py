"""`tilewhy impact`: what other op specs would change, before anyone ships them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewhy.engine.cli import main

from ..conftest import ROOT

PADDED = "tests/cases/producers/fillpad_keeps_the_memory_of_its_input.before.py"
MATMUL = "examples/matmul.py"
PRINTED = "tests/cases/moves/out_of_the_accumulator_is_always_unboxed.after.py"
RESIDENT = "tests/cases/residency/a01_left_operand_is_loaded_once.before.py"


@pytest.fixture
def impact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs `tilewhy impact` from the checkout, with the text of an overlay."""
    monkeypatch.chdir(ROOT)

    def run(*words: str, opspecs: str = "") -> tuple[int, str, str]:
        if opspecs:
            (tmp_path / "new.yaml").write_text(opspecs)
            words = (*words, "--opspecs", str(tmp_path / "new.yaml"))
        status = main(["impact", *words])
        return status, *capsys.readouterr()

    return run


def test_the_same_specs_change_nothing(impact) -> None:
    assert impact(MATMUL, PADDED) == (0, "2 kernels, none changes\n", "")


def test_a_correction_is_seen_in_spaces_and_moves(impact) -> None:
    status, out, err = impact(MATMUL, PADDED, "--opspecs", "builtin:pypto-2026-08")
    assert (status, err) == (1, "")
    assert out == (
        f"{PADDED}\n"
        "  main.padded: Mat -> Vec\n"
        "  + move main.t Mat -> Vec, 2048 bytes\n"
        "  + move main.padded Vec -> Left, 2048 bytes\n"
        "  - move main.padded Mat -> Left, 2048 bytes\n"
        "\n"
        "1 of 2 kernels changes, 1 tile elsewhere, 2 moves more (4096 bytes), 1 move less (2048 bytes)\n"
    )


def test_the_same_as_json(impact) -> None:
    status, out, _ = impact(PADDED, "--opspecs", "builtin:pypto-2026-08", "--json")
    told = json.loads(out)
    [kernel] = told["kernels"]
    assert status == 1 and kernel["path"] == PADDED and kernel["changed"]
    assert kernel["spaces"] == [{"tile": "main.padded", "old": "Mat", "new": "Vec"}]
    assert kernel["moves_removed"] == [{"tile": "main.padded", "from": "Mat", "to": "Left", "bytes": 2048}]
    assert (told["totals"]["moves_added"], told["totals"]["bytes_added"], told["totals"]["kernels_changed"]) == (2, 4096, 1)


def test_a_new_error_is_told_with_its_place(impact) -> None:
    status, out, _ = impact(MATMUL, opspecs="ops: {tile.muls: {inputs: {lhs: Acc}, output: Bias}}")
    assert status == 1
    assert f"  + {MATMUL}:" in out and "error[TW03" in out and "1 error more" in out


def test_an_error_that_goes_away_is_told_too(impact) -> None:
    status, out, _ = impact("tests/cases/demand/order_of_users_plays_no_role.before.py", "--opspecs", "builtin:pypto-2026-08")
    assert status == 1 and "  - tests/cases/demand/order_of_users" in out and out.endswith("1 error less\n")


def test_a_warning_counts_as_a_change(impact) -> None:
    status, out, _ = impact(PRINTED, opspecs="ops: {tile.neg: null}")
    assert status == 1 and "  + tests/cases/" in out and "warning[TW0310]: no op spec describes tile.neg" in out and "1 warning more" in out


def test_what_is_used_now_may_be_an_overlay_itself(impact) -> None:
    assert impact(PADDED, "--base", "builtin:pypto-2026-08")[0] == 0
    status, out, _ = impact(PADDED, "--base", "builtin:pypto-2026-08", opspecs="ops: {tile.fillpad: {output: inherit, inputs: null}}")
    assert status == 1 and "  main.padded: Vec -> Mat\n" in out


def test_a_hoist_that_is_lost_is_told(impact) -> None:
    stays = "ops: {tile.matmul: {stationary: null}, tile.matmul_acc: {stationary: null}, tile.matmul_bias: {stationary: null}}"
    status, out, _ = impact(RESIDENT, "--target", "ascend910b", opspecs=stays)
    assert status == 1 and "  - hoist project.tokens_left out of project.step\n" in out and "2 hoists lost" in out


def test_a_kernel_that_cannot_be_read_is_reported_and_the_others_go_on(impact, tmp_path: Path) -> None:
    status, out, err = impact(str(tmp_path / "none.py"), MATMUL)
    assert status == 2 and "TW0605" in err and out == "1 kernel, none changes\n"


def test_a_kernel_that_neither_can_read_is_no_difference_but_told(impact, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("class (:\n")
    status, out, err = impact(str(tmp_path / "broken.py"))
    assert (status, out) == (2, "0 kernels, none changes\n") and "error[TW0101]" in err


def test_a_kernel_that_both_refuse_for_the_same_reason_is_unchanged(impact) -> None:
    assert impact("tests/cases/demand/order_of_users_plays_no_role.before.py")[:2] == (0, "1 kernel, none changes\n")
