"""A machine that is no Ascend NPU: its description, its kernels, and that nothing else knows about it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewhy.engine.cli import main

from .conftest import ROOT

FOLDER = ROOT / "examples" / "trainium"
MACHINE = str(FOLDER / "neuroncore.yaml")
KERNELS = sorted(FOLDER.glob("*.py"))


def test_the_description_has_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ops", "check", MACHINE]) == 0
    assert capsys.readouterr().out == f"{MACHINE}: nothing wrong\n"


@pytest.mark.parametrize("target", ["none", "trn1", "trn2", "trn3"])
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: path.stem)
def test_its_kernels_are_placed_and_keep_their_promises(
    kernel: Path, target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = ["--opspecs", MACHINE, "--target", target]
    placed = tmp_path / kernel.name
    assert main(["infer", str(kernel), "--strict", "-o", str(placed), *machine]) == 0
    assert main(["verify", str(placed), *machine]) == 0
    assert main(["infer", str(placed), *machine]) == 0, "a placed kernel stays as it is"
    told = capsys.readouterr()
    assert (told.out, told.err) == (placed.read_text(), "")


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: path.stem)
def test_both_engines_agree_on_it(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["infer", str(kernel), "--opspecs", MACHINE, "--engine", "both"]) == 0
    assert capsys.readouterr().err == ""


def test_a_proof_cites_its_description(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", str(FOLDER / "matmul.py"), "stationary", "--opspecs", MACHINE]) == 0
    assert re.search(r"nki\.load always writes SBUF .*neuroncore\.yaml:\d+", capsys.readouterr().out)


def test_nothing_else_names_its_ops_and_memories() -> None:
    known = re.compile(r"\bnki\b|\bpsum\b|\bsbuf\b", re.IGNORECASE)
    for path in [*ROOT.glob("engine/**/*.py"), *ROOT.glob("ir_facts/**/*.py"), *ROOT.glob("rules/*.lp"), ROOT / "opspecs.yaml"]:
        assert not known.search(path.read_text(encoding="utf-8")), path
