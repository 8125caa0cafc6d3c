"""`infer --remarks`: one record for each decision, in the shape of LLVM's and MLIR's remarks, readable by any YAML reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tilewhy.engine.cli import main
from tilewhy.engine.remarks import Remark, remarks
from tilewhy.engine.remarks_yaml import quoted, remarks_yaml
from tilewhy.engine.residency import residency_rulebook
from tilewhy.engine.suggestions import SUGGESTIONS
from tilewhy.ir_facts.nodes import Span

from .residency_programs import BRIDGE, LOAD, PRODUCT, STAGE, caller, kernel, placed, program

KINDS = ("Passed", "Missed", "Analysis")
OPEN = program(kernel(f"{LOAD.replace('target_memory=pl.Mem.Mat, ', '')}\nproduct = pl.tile.matmul(tokens_mat, weights_mat)"), caller())
MOVED = program(kernel(f"{LOAD}\nproduct = pl.tile.matmul(tokens_mat, weights_mat)"), caller())
WINDOW = f"{LOAD}\ntokens_left = pl.tile.extract(tokens_mat, 0, step, [32, 16], target_memory=pl.Mem.Left)\npart = pl.tile.matmul(tokens_left, few_right)"
STAYS = program(
    kernel(WINDOW, before="few_mat = pl.tile.load(weights, [0, 0], [16, 96], target_memory=pl.Mem.Mat)\nfew_right = pl.tile.move(few_mat, target_memory=pl.Mem.Right)"),
    caller(),
)  # fmt: skip
DECLINED = program(kernel(f"{LOAD.replace('[0, 0]', '[0, step]')}\n{STAGE}\n{PRODUCT}"))


class Tagged(yaml.SafeLoader):
    """A reader that keeps the kind of each document."""


for kind in KINDS:
    Tagged.add_constructor(f"!{kind}", lambda loader, node: (node.tag[1:], loader.construct_mapping(node, deep=True)))


def read(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The documents of a remark file with their kinds."""
    return list(yaml.load_all(text, Tagged))


def found(text: str, name: str, target: str = "ascend910b") -> list[Remark]:
    """The remarks of that name about a program."""
    return [remark for remark in remarks(placed(text, target)[1]) if remark.name == name]


def sentence(remark: Remark) -> str:
    """The text of a remark before its reasons, as viewers show it."""
    return "".join(value for key, value in remark.args if key not in ("Reason", "Suggestion"))


def told(remark: Remark, key: str) -> list[str]:
    return [value for name, value in remark.args if name == key]


def test_a_placement_that_demand_decided_names_who_wanted_it() -> None:
    (remark,) = found(OPEN, "PlacedByDemand")
    assert remark.kind == "Analysis"
    assert sentence(remark) == "tokens_mat of tile.load is placed in Mat: tile.matmul wants its operand lhs in Left, line 13"
    assert told(remark, "Reason") == ["tile.load names no target_memory, and tokens_mat is wanted in Left, which is filled through Mat"]
    assert remark.span is not None
    assert (remark.function, remark.span.line) == ("project", 12)


def test_a_move_that_was_inserted_names_its_tile_and_its_consumer() -> None:
    remark = found(MOVED, "MoveInserted")[0]
    assert remark.kind == "Passed"
    assert sentence(remark) == "tokens_mat is moved from Mat to Left as tokens_mat_Left for tile.matmul"
    assert remark.span is not None
    assert remark.span.line == 13


def test_what_left_its_loop() -> None:
    (load,), (staging,) = found(MOVED, "LoadHoisted"), found(MOVED, "StagingHoisted")
    assert (load.kind, staging.kind) == ("Passed", "Passed")
    assert sentence(load) == "tokens_mat is computed once, in front of loop step"
    assert sentence(staging) == "tokens_mat_Left is computed once, in front of loop step"
    assert staging.span is not None, "a move that stands nowhere in the text is told where it was inserted"


def test_a_load_that_stays_is_told_once_with_every_reason_and_what_to_do() -> None:
    (remark,) = found(DECLINED, "LoadNotHoisted")
    assert remark.kind == "Missed"
    assert sentence(remark) == "tokens_mat is loaded in every iteration of loop step"
    assert told(remark, "Reason") == [
        "no_call_site: nothing in the program calls project, so anything may be handed in",
        "varying_address: tile.load depends on step, which changes in loop step",
    ]
    assert told(remark, "Suggestion") == [SUGGESTIONS["no_call_site"], SUGGESTIONS["varying_address"]]


def test_staging_that_stays_is_told_where_its_load_left() -> None:
    (remark,) = found(STAYS, "StagingNotHoisted")
    assert sentence(remark) == "tokens_left stays in loop step"
    assert told(remark, "Reason") == ["varying_address: tile.extract depends on step, which changes in loop step"]
    assert found(DECLINED, "StagingNotHoisted") == [], "where the load stays, its staging goes without saying"


def test_a_load_of_the_author_is_told_too() -> None:
    text = program(kernel(f"{LOAD.replace(', ' + BRIDGE, '')}\n{STAGE}\n{PRODUCT}"), caller())
    (remark,) = found(text, "LoadNotHoisted")
    assert [reason.partition(":")[0] for reason in told(remark, "Reason")] == ["not_marked"]


def test_every_reason_has_a_suggestion_and_no_suggestion_is_left_over() -> None:
    reasons: set[str] = set()
    for rule in residency_rulebook().rules:
        columns = residency_rulebook().relations[rule.head.relation].columns
        reasons |= {term for column, term in zip(columns, rule.head.terms, strict=True) if column == "Reason" and isinstance(term, str)}
    assert sorted(reasons ^ set(SUGGESTIONS)) == []


def test_remarks_come_in_the_order_of_the_text() -> None:
    spans = [remark.span for remark in remarks(placed(MOVED)[1])]
    assert spans == sorted(spans, key=lambda span: span or Span(0, 0, 0, 0))


# ---------------------------------------------------------------------------------------------- the file


def test_the_shape_is_that_of_llvm_and_mlir() -> None:
    text = remarks_yaml(found(DECLINED, "LoadNotHoisted"), "kernel.py")
    assert text.splitlines()[:9] == [
        "--- !Missed",
        "Pass:            infer-tile-memory-space",
        "Name:            LoadNotHoisted",
        'DebugLoc:        { File: "kernel.py", Line: 12, Column: 13 }',
        'Function:        "project"',
        "Args:",
        '  - Load:            "tokens_mat"',
        '  - String:          " is loaded in every iteration of loop "',
        '  - Loop:            "step"',
    ]
    assert text.endswith("...\n")


def test_every_record_has_its_kind_and_its_keys() -> None:
    documents = read("".join(remarks_yaml(remarks(placed(text)[1]), "kernel.py") for text in (OPEN, MOVED, STAYS, DECLINED)))
    assert {kind for kind, _ in documents} == set(KINDS)
    for _, record in documents:
        assert list(record) == ["Pass", "Name", "DebugLoc", "Function", "Args"]
        assert list(record["DebugLoc"]) == ["File", "Line", "Column"]
        assert all(len(argument) == 1 for argument in record["Args"])


@pytest.mark.parametrize("text", ["no", "1e5", "null", "~", "!tag", "a: b # c", "- x", '"', "\\", "\x85\u2028\ufeff", "tab\tnew\nline", "größe", "\U0001f600", ""])  # fmt: skip
def test_no_text_is_taken_for_anything_else(text: str) -> None:
    assert yaml.safe_load(quoted(text)) == text
    assert quoted(text).isascii()


def test_a_plain_safe_reader_can_read_the_file_without_its_tags() -> None:
    text = remarks_yaml(remarks(placed(MOVED)[1]), "kernel.py")
    untagged = "".join(f"{line.partition(' !')[0]}\n" for line in text.splitlines())
    assert [record["Name"] for record in yaml.safe_load_all(untagged)] == [record["Name"] for _, record in read(text)]


def test_several_kernels_give_one_file_in_the_order_of_the_command_line(tmp_path: Path) -> None:
    names = ["second.py", "first.py", "broken.py"]
    for name, text in zip(names, (MOVED, STAYS, "not a kernel"), strict=True):
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in names]
    status = main(["infer", "--target", "ascend910b", "--remarks", str(tmp_path / "all.yaml"), "-o", f"{tmp_path}/out/", *files])
    assert status == 2
    paths = [record["DebugLoc"]["File"] for _, record in read((tmp_path / "all.yaml").read_text())]
    assert list(dict.fromkeys(paths)) == files[:2]


def test_the_result_is_the_same_with_and_without_remarks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "kernel.py"
    source.write_text(STAYS)
    printed: list[str] = []
    for words in ([], ["--remarks", str(tmp_path / "remarks.yaml")]):
        assert main(["infer", "--target", "ascend910b", *words, str(source)]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_a_remark_file_that_cannot_be_written_is_bad_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "kernel.py"
    source.write_text(MOVED)
    assert main(["infer", "--remarks", str(tmp_path / "missing" / "remarks.yaml"), str(source)]) == 2
    assert "TW0607" in capsys.readouterr().err
