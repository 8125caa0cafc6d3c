"""`tilewhy fuzz` and what it stands on: ops of an overlay are grown, what breaks a law comes out small, and the output says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewhy.engine.cli import main
from tilewhy.engine.fuzz.cases import Broken, Case
from tilewhy.engine.fuzz.laws import LAWS
from tilewhy.engine.fuzz.search import search
from tilewhy.ir_facts.opspecs import load_specs

from .strategies import PROGRAMS, sample, specs

NEW_OP = """\
version: 1
ops:
  tile.softcap: {args: [tile, limit: Scalar], inputs: {tile: Vec}, output: Vec}
"""


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(NEW_OP, encoding="utf-8")
    return path


def test_an_op_of_an_overlay_is_grown(overlay: Path) -> None:
    """Nothing but its YAML entry says that it exists."""
    grown = sample(load_specs(overlay), 150, 3)
    assert any("pl.tile.softcap(" in str(program) for program in grown)


def test_most_ops_are_grown() -> None:
    """The ops of the specs take part, not a dozen of favourites."""
    texts = "\n".join(str(program) for program in sample(specs(), 300, 4))
    ops = [name for name in specs().ops if name.startswith("tile.")]
    grown = [name for name in ops if f"pl.{name}(" in texts]
    assert len(grown) > 0.75 * len(ops), sorted(set(ops) - set(grown))


@pytest.mark.parametrize(
    "construct", [" in pl.range(", " in pl.while_(", "if ", "with pl.scope()", "self.kernel(", "mat_bridge", "pl.yield_("]
)
def test_every_construct_is_grown(construct: str) -> None:
    assert sum(construct in str(program) for program in sample(specs(), 100, 5)) > 5


def test_what_breaks_a_law_comes_out_small() -> None:
    """A made-up law that every loop with a carry breaks: the finding is one such loop and little else."""

    def no_carries(case: Case) -> None:
        """No loop carries a tile."""
        if "init_values=" in case.text:
            raise Broken("a loop carries something")

    finding, tried = search(specs(), 30, 1, {"no carries": no_carries})
    assert finding is not None and tried > 0
    assert finding.law == "no carries"
    assert len(finding.case.text.splitlines()) <= 14, finding.case.text


@pytest.mark.parametrize(("word", "lines"), [("pl.split_aiv(", 16), ("pl.tile.aic_gather(", 20), ("MX_B_NN", 16)])
def test_what_was_made_to_order_comes_out_small_too(word: str, lines: int) -> None:
    """A region with the product that it needs, or a product with its scales, and nothing else."""

    def without(case: Case) -> None:
        """Never holds of a kernel with `word`."""
        if word in case.text:
            raise Broken(word)

    finding, _ = search(specs(), 60, 1, {"without": without})
    assert finding is not None
    assert len(finding.case.text.splitlines()) <= lines, finding.case.text


def test_a_broken_law_is_printed_with_its_kernel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def never(case: Case) -> None:
        """Never holds."""
        raise Broken("as expected")

    monkeypatch.setattr("tilewhy.engine.fuzz.laws.LAWS", {"never": never})
    assert main(["fuzz", "--seconds", "5"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("broken: never\ntarget: none\nas expected\n\n# pypto.program: Grown\n")


def test_laws_that_hold_are_counted(overlay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--seconds", "1", "--opspecs", str(overlay), "--law", "named target_memory"]) == 0
    assert capsys.readouterr().out.endswith("kernels, 1 laws: all hold\n")


def test_the_laws_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--laws"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == len(LAWS)
    assert all(law.__doc__ for law in LAWS.values())


def test_an_unknown_law_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--law", "gravity"]) == 2
    assert "no law is called gravity" in capsys.readouterr().err


def test_the_default_profile_is_large_enough() -> None:
    """The laws are held against at least 2,000 programs in the test command: 25 of them, each against as many."""
    if PROGRAMS >= 90:
        assert (len(LAWS) + 2) * PROGRAMS >= 2000
