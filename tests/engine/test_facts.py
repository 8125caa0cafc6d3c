"""`facts` and `relations`: what is known, for other tools and for people."""

from __future__ import annotations

import csv
import importlib.util
import json
from pathlib import Path

import pytest

from tilewhy.engine.cli import main as tilewhy
from tilewhy.engine.fact_text import atoms
from tilewhy.engine.relations import books, document
from tilewhy.engine.rulebook import RULES

from ..conftest import ROOT
from .kernels import REFUSED, answers, panel, write


def clingo(facts: str) -> dict[str, set[tuple[str | int, ...]]]:
    """What clingo makes of all rule files and these facts, as a user calls it: `clingo rules/*.lp facts.lp`."""
    from clingo import Control

    control = Control(["--warn=none"])
    for path in sorted(Path(RULES).glob("*.lp")):
        control.load(str(path))
    control.add("base", [], facts)
    control.ground([("base", [])])
    found: dict[str, set[tuple[str | int, ...]]] = {}
    for atom in control.symbolic_atoms:
        for name, row in atoms(str(atom.symbol)):
            found.setdefault(name, set()).add(row)
    return found


@pytest.mark.parametrize(("text", "target"), [(None, "none"), (panel(), "ascend910b")])
def test_clingo_derives_from_the_facts_what_tilewhy_derives(
    text: str | None, target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path) if text is None else write(tmp_path, text)
    asked = answers(target=target) if text is None else answers(text, target)
    for stage in (asked.placement, asked.residency):
        assert stage is not None
        assert tilewhy(["facts", path, "--target", target, "--round", stage.name]) == 0
        found = clingo(capsys.readouterr().out)
        for relation in stage.rulebook.relations:
            assert found.get(relation, set()) == set(stage.model.rows(relation)), relation


def test_csv_has_a_file_for_each_relation_with_its_columns(tmp_path: Path) -> None:
    folder = tmp_path / "facts"
    assert tilewhy(["facts", write(tmp_path), "-o", str(folder), "--derived"]) == 0
    with open(folder / "needed_move.csv", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["Tile", "Space", "Consumer"]
    assert rows[1] == ["kernel.a_k", "left", "kernel@4"]


def test_given_relations_alone_unless_derived_ones_are_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "facts"
    assert tilewhy(["facts", write(tmp_path), "-o", str(folder), "--format", "csv"]) == 0
    assert (folder / "uses.csv").exists() and not (folder / "space.csv").exists()


def test_souffle_gets_declarations_and_fact_files(tmp_path: Path) -> None:
    folder = tmp_path / "facts"
    assert tilewhy(["facts", write(tmp_path), "-o", str(folder), "--format", "souffle"]) == 0
    declared = (folder / "relations.dl").read_text(encoding="utf-8")
    assert ".decl uses(Call: symbol, Index: number, Variable: symbol)\n.input uses\n" in declared
    assert (folder / "uses.facts").read_text(encoding="utf-8").split("\n")[0] == "kernel@4\t0\tkernel.acc"


def test_parquet_needs_an_extra(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "facts"
    status = tilewhy(["facts", write(tmp_path), "-o", str(folder), "--format", "parquet", "--derived"])
    if importlib.util.find_spec("pyarrow") is None:
        assert status == 2
        assert "error[TW0613]: --format parquet needs pyarrow" in capsys.readouterr().err
    else:
        from pyarrow.parquet import read_table

        assert status == 0
        assert {"Space": "vec", "Rank": 1} in read_table(folder / "rank.parquet").to_pylist()


def test_a_format_needs_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tilewhy(["facts", write(tmp_path), "--format", "csv"]) == 2
    assert "need -o DIR" in capsys.readouterr().err


def test_a_refused_kernel_has_facts_of_placement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, REFUSED)
    assert tilewhy(["facts", path]) == 1
    assert 'function("kernel","InCore").' in capsys.readouterr().out
    assert tilewhy(["facts", path, "--round", "residency"]) == 1
    assert capsys.readouterr().out == ""


def test_the_document_of_relations_is_current() -> None:
    text = (ROOT / "docs" / "relations.md").read_text(encoding="utf-8")
    assert text == document(), "python -m tilewhy.engine.relations > docs/relations.md"


def test_relations_are_listed_with_columns_and_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert tilewhy(["relations"]) == 0
    out = capsys.readouterr().out
    assert "  space(Tile, Space)" in out and "Tile is placed in Space" in out
    for book in books():
        for relation in book.rulebook.relations.values():
            assert f"{relation.name}({', '.join(relation.columns)})" in out


def test_one_relation_comes_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert tilewhy(["relations", "decisive_demand"]) == 0
    out = capsys.readouterr().out
    assert "special-demand (rules/demand.lp:" in out and "absent: no demand for Tile to be in Space counts" in out
    assert tilewhy(["relations", "space", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["columns"] == ["Tile", "Space"] and told["rounds"] == ["placement"]


def test_an_unknown_relation(capsys: pytest.CaptureFixture[str]) -> None:
    assert tilewhy(["relations", "spaces"]) == 2
    assert "did you mean `space`?" in capsys.readouterr().err
