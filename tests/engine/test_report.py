"""What a report is made of, without a browser: texts with their marks, data flow, lifetimes, one file that needs nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tilewhy.engine import passes
from tilewhy.engine.cli import main
from tilewhy.engine.profiles import profiles
from tilewhy.engine.report import Run, payload, report, run
from tilewhy.engine.report.page import script
from tilewhy.engine.report.texts import CHANGED, HOISTED, INSERTED
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.nodes import Source

from ..conftest import ROOT
from .grown import grown

MATMUL = ROOT / "examples" / "matmul.py"
HOISTS = next((ROOT / "tests" / "cases" / "residency").glob("a01_*.before.py"))


def placed(path: Path, target: str = "ascend910b") -> Run:
    return run(Source(path.name, path.read_text("utf-8")), (), target, "clingo")


def summed(differences: list[int]) -> list[int]:
    return [sum(differences[: place + 1]) for place in range(len(differences))]


@pytest.fixture(scope="module")
def matmul() -> dict[str, Any]:
    return payload(placed(MATMUL), "this run")


# ------------------------------------------------------------------------------------------------------------------ texts


def test_inserted_moves_are_marked_and_nothing_else_is_new(matmul: dict[str, Any]) -> None:
    texts = matmul["texts"]
    lines = texts["after"].split("\n")
    inserted = [line.strip().split(":")[0] for line, mark in zip(lines, texts["marks"], strict=True) if mark & INSERTED]
    assert inserted == ["a_first_Left", "b_first_Right", "a_k_Left", "b_k_Right", "product_Vec"]
    assert [was < 0 for was in summed(texts["was"])] == [bool(mark & INSERTED) for mark in texts["marks"]]


def test_each_line_knows_the_line_of_the_file_that_it_comes_from(matmul: dict[str, Any]) -> None:
    texts = matmul["texts"]
    source, origin = texts["source"].split("\n"), summed(texts["lines"])
    for line, was in zip(texts["after"].split("\n"), summed(texts["was"]), strict=True):
        name = line.strip().split(":")[0]
        if " = pl.tile.load" in line:
            assert source[origin[was] - 1].strip().startswith(f"{name} = pl.load")


def test_what_left_its_loop_is_marked() -> None:
    texts = payload(placed(HOISTS), "")["texts"]
    moved = [line.strip() for line, mark in zip(texts["after"].split("\n"), texts["marks"], strict=True) if mark & HOISTED]
    assert moved != [] and all("pl.tile." in line for line in moved)


def test_a_kernel_that_is_placed_already_has_no_marks(tmp_path: Path) -> None:
    once = passes.infer_tile_memory_space("ascend910b")(parse_program(MATMUL.read_text("utf-8")))
    texts = payload(run(Source("placed.py", f"{once}\n"), (), "ascend910b", "clingo"), "")["texts"]
    assert not any(mark & (INSERTED | HOISTED | CHANGED) for mark in texts["marks"])
    assert "before" not in texts  # printed as it was written, so it is told once


# ------------------------------------------------------------------------------------------------------------------ pictures


def test_the_data_flow_of_a_loop_leads_in_round_and_out(matmul: dict[str, Any]) -> None:
    graph = next(each for each in matmul["functions"] if each["name"] == "scaled_matmul")["graph"]
    name = [node["name"] or node["op"] for node in graph["nodes"]]
    edges = {(name[source], name[target], kind) for source, target, kind, _ in graph["edges"]}
    assert edges >= {
        ("started", "partial", "init"),
        ("total", "partial", "back"),
        ("total", "product", "out"),
        ("a_k", "a_k_Left", "use"),
        ("product_Vec", "scaled", "use"),
        ("scaled", "result", "use"),
    }
    assert {node["name"]: node["kind"] for node in graph["nodes"]}["a_k_Left"] == "move"


def test_lifetimes_add_up_to_what_the_capacity_check_compares(matmul: dict[str, Any]) -> None:
    each = placed(MATMUL)
    assert each.result is not None
    (profile,) = profiles(each.result.program, each.infer.specs, "ascend910b")
    told = matmul["memory"]["functions"]["scaled_matmul"]["spaces"]
    assert list(told) == list(profile.spaces)
    for space, held in told.items():
        for place, used in enumerate(profile.used(space)):
            assert sum(size for _, _, size, first, last in held if first <= place <= last) == used


# ------------------------------------------------------------------------------------------------------------------ the file


def test_the_file_needs_nothing_but_itself() -> None:
    page = report(placed(MATMUL))
    assert "Content-Security-Policy" in page and "default-src 'none'" in page
    assert re.findall(r"""<(?:script|img|iframe)[^>]* src=|<link[^>]* href="(?!data:)|@import|url\((?!#)""", page) == []
    assert "Permission is hereby granted" in page  # dagre's licence travels with it
    assert str(ROOT) not in page


def test_the_same_kernel_gives_the_same_bytes() -> None:
    assert report(placed(MATMUL)) == report(placed(MATMUL))


def test_modules_come_after_those_that_they_import() -> None:
    seen: set[str] = set()
    for line in script().split("\n"):
        if begun := re.match(r"const module_(\w+) = ", line):
            seen.add(begun[1])
        elif used := re.match(r"const \{.*\} = module_(\w+);", line):
            assert used[1] in seen
    assert {"main", "near", "query", "flow"} <= seen
    assert "import " not in re.sub(r"//.*|\*.*", "", script()) and not re.search(r"(?m)^export ", script())


def test_a_kernel_of_a_thousand_lines_stays_below_three_megabytes() -> None:
    assert len(report(run(Source("grown.py", grown(1000)), (), "ascend910b", "clingo"))) < 3_000_000


def test_a_refused_kernel_gets_a_report_and_the_exit_status_of_infer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused = ROOT / "tests" / "cases" / "moves" / "no_path_at_all.before.py"
    assert main(["report", str(refused), "-o", str(tmp_path / "out.html")]) == 1
    assert "error[TW03" in capsys.readouterr().err
    assert (tmp_path / "out.html").stat().st_size > 100_000


@pytest.mark.parametrize("other", ["builtin:pypto-2026-08", str(ROOT / "examples" / "masked_scores.py")])
def test_against_takes_op_specs_or_another_kernel(other: str, tmp_path: Path) -> None:
    assert main(["report", str(MATMUL), "-o", str(tmp_path / "out.html"), "--against", other]) == 0
    assert (tmp_path / "out.html").read_text("utf-8").count('application/octet-stream">') == 2


# ------------------------------------------------------------------------------------------------------------------ notebooks


def test_a_notebook_shows_a_result_in_colours_with_reasons() -> None:
    result = passes.infer_tile_memory_space("ascend910b").run(parse_program(MATMUL.read_text("utf-8")))
    shown = result._repr_html_()
    assert "5 moves inserted" in shown and "<script" not in shown
    assert 'title="a_k is placed in Mat: tile.load names no target_memory, and a_k is wanted in Left' in shown
    assert shown.count("background:") > 20
