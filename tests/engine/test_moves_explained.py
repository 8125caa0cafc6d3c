"""Moves that are not one step, and branches that are brought together, tell their reasons."""

from __future__ import annotations

import re

import pytest

from tilewhy.engine.cli import main

from ..conftest import ROOT

CASES = ROOT / "tests" / "cases"


def why(case: str, tile: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The sentences of `tilewhy why`, without their places."""
    assert main(["why", str(CASES / f"{case}.before.py"), tile]) == 0
    return [re.split(r"  +", line.strip())[0] for line in capsys.readouterr().out.splitlines() if line.strip()]


def test_a_detour_is_explained_by_the_path_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    told = why("moves/illegal_pair_takes_the_legal_path", "z", capsys)
    assert "z reaches Left through Mat" in told
    assert "nothing moves Acc to Left, but there is a path, and Mat is its last stop" in told
    assert "a path leads from Acc to Mat, and the hardware moves Mat to Left" in told


def test_the_result_of_branches_that_disagree_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    told = why("branches/then_in_vec_else_in_acc", "r", capsys)
    assert told[:2] == ["r is placed in Vec", "the then-branch yields it in Vec, and the other branch can be moved there from Acc"]


def test_the_move_in_the_other_branch_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    told = why("branches/then_in_vec_else_in_acc", "z", capsys)
    assert "one branch yields z in Acc, but the result is in Vec" in told
