"""`why`: the story of a tile, in the words of a kernel author."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tilewhy.engine.answers import Answers
from tilewhy.engine.checker import Checker
from tilewhy.engine.cli import main as tilewhy
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.engine.proofs import walk
from tilewhy.engine.story import Story
from tilewhy.engine.tree import TreeRenderer
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import Diagnostic, DiagnosticError

from .kernels import MATMUL, REFUSED, STORE, answers, panel, write


@pytest.fixture(scope="module")
def matmul() -> Answers:
    return answers()


def refusal(asked: Answers, tile: str) -> Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        asked.why(tile)
    return caught.value.diagnostics[0]


def check(story: Story) -> None:
    for answer in story.answers:
        Checker(answer.stage.rulebook, answer.stage.text, answer.stage.model).check(answer.proof)


def test_the_story_tells_where_why_who_wants_it_and_which_moves_are_made(matmul: Answers) -> None:
    story = matmul.why("kernel.a_k")
    check(story)
    assert [answer.about for answer in story.answers] == ["placement", "demand", "move", "residency"]
    lines = str(story).split("\n")
    assert lines[0].split() == ["a_k", "is", "placed", "in", "Mat", "k.py:10"]
    assert "tile.load names no target_memory, and a_k is wanted in Left, which is filled through Mat" in lines[1]
    assert "tile.matmul_acc wants its operand lhs in Left" in lines[2]
    assert "k.py:12 · opspecs.yaml:" in lines[2]
    assert "  a_k must be moved to Left for tile.matmul_acc" in str(story)
    assert "its author placed it here" in str(story)


def test_what_a_loop_does_to_an_accumulator(matmul: Answers) -> None:
    text = str(matmul.why("started"))
    assert text.startswith("started is placed in Acc")
    assert "started enters loop k as acc, so what the loop wants of acc falls on started" in text


@pytest.mark.parametrize("name", ["kernel.a_k", "10", "k.py:10", "some/where/k.py:10"])
def test_ways_to_name_a_tile(matmul: Answers, name: str) -> None:
    assert matmul.why(name).tile == "kernel.a_k"


def test_a_line_that_assigns_no_tile_names_those_that_it_reads() -> None:
    text = MATMUL.replace(
        "result = pl.store(scaled, [0, 0], out)\n        return result\n\n    @pl.function(type=pl.FunctionType.AIV)",
        "return pl.store(scaled, [0, 0], out)\n\n    @pl.function(type=pl.FunctionType.AIV)",
    )
    assert answers(text).why("15").tile == "kernel.scaled"


def test_a_copy_is_told_with_the_tile_that_it_is_a_copy_of(matmul: Answers) -> None:
    story = matmul.why("product_Vec")
    assert story.tile == "kernel.product"
    assert str(story).startswith("product_Vec is the copy of product in Vec\n\nproduct is placed in Acc")


def test_an_ambiguous_name_lists_its_candidates(matmul: Answers) -> None:
    told = refusal(matmul, "a_k")
    assert told.code == "TW0612"
    assert told.help == "say which one:\nkernel.a_k (line 10)\nother.a_k (line 20)"


def test_an_unknown_name_lists_the_nearest_first(matmul: Answers) -> None:
    told = refusal(matmul, "produkt")
    assert told.code == "TW0611"
    assert told.help.startswith("did you mean\nkernel.product (line 13)")
    assert refusal(matmul, "qqqqqq").help == "`tilewhy query FILE 'tile(T)'` lists all tiles"


def test_a_tensor_is_no_tile(matmul: Answers) -> None:
    assert refusal(matmul, "out").message == "`out` is no tile, but a tensor or a scalar"


def test_a_line_without_tiles_lists_those_nearby(matmul: Answers) -> None:
    told = refusal(matmul, "k.py:1")
    assert told.message == "no tile is assigned or read in line 1"
    assert told.help.startswith("did you mean\nkernel.started (line 8)")


def test_a_name_that_is_assigned_again_has_a_number() -> None:
    text = MATMUL.replace("scaled = pl.mul(product, 0.125)", "scaled = pl.mul(product, 0.125)\n        scaled = pl.mul(scaled, 2.0)")
    asked = answers(text)
    names = [str(row[0]) for row in asked.placement.model.rows("tile") if "scaled" in str(row[0])]
    assert len(names) == 2
    for name in names:
        assert asked.why(name.partition(".")[2]).tile == name


def test_a_refused_kernel_answers_too() -> None:
    story = answers(REFUSED).why("acc")
    check(story)
    assert "what is wrong\n  acc must be in Acc, which tile.load cannot write" in str(story)


def test_a_hoisted_load_says_so_and_a_kept_one_says_why() -> None:
    assert "left is computed once, before loop step" in str(answers(panel(), "ascend910b").why("left"))
    kept = str(answers(panel(STORE), "ascend910b").why("left"))
    assert "left is loaded in every iteration of loop step (prefix closed)" in kept
    assert "tile.store has an effect" in kept


def test_json_holds_every_node_with_place_and_rule(matmul: Answers) -> None:
    story = matmul.why("kernel.a_k")
    told = json.loads(json.dumps(story.json()))
    assert told["tile"] == "kernel.a_k"
    for answer, said in zip(story.answers, told["answers"], strict=True):
        assert said["root"] == answer.proof.id
        for node in walk(answer.proof):
            data = told["nodes"][node.id]
            assert data["relation"] == node.relation
            assert data.get("because", []) == [child.id for child in node.because]
            assert (data["kind"] == "derived") == ("rule" in data)
    demand = next(node for node in told["nodes"].values() if node["relation"] == "constraint")
    assert demand["place"]["path"] == "opspecs.yaml"


def test_ids_are_the_same_in_every_run(matmul: Answers) -> None:
    assert [a.proof.id for a in answers().why("started").answers] == [a.proof.id for a in matmul.why("started").answers]


def test_depth_cuts_and_says_how_much(matmul: Answers) -> None:
    text = matmul.why("kernel.a_k").render(TreeRenderer(depth=1))
    assert text.split("\n")[:3][2] == "    ... 1 more step"


def test_a_terminal_gets_a_tree_with_colours(matmul: Answers) -> None:
    text = matmul.why("kernel.a_k").render(TreeRenderer(branches=True, color=True))
    assert "└─ " in text
    assert text.startswith("\033[1ma_k is placed in Mat\033[0m")
    assert "\033" not in str(matmul.why("kernel.a_k"))


def test_show_writes_plain_text_to_what_is_no_terminal(matmul: Answers) -> None:
    stream = io.StringIO()
    matmul.why("kernel.a_k").show(stream)
    assert stream.getvalue() == f"{matmul.why('kernel.a_k').render(TreeRenderer())}\n"


def test_an_atom_has_its_proofs(matmul: Answers) -> None:
    story = matmul.why("needed_move(T, left, C)")
    check(story)
    assert [answer.proof.row[0] for answer in story.answers] == ["kernel.a_k"]
    assert (
        str(matmul.why("stranded(T, S, C)")) == "nothing says that any tile is needed in any space by any consumer, but no move leads there"
    )


def test_there_may_be_more_than_one_proof(matmul: Answers) -> None:
    assert matmul.why('space("kernel.product", vec)', 5).answers == ()
    text = MATMUL.replace("scaled = pl.mul(product, 0.125)", "scaled = pl.mul(product, 0.125)\n        other = pl.add(product, product)")
    story = answers(text).why('demand("kernel.product", vec)', 5)
    check(story)
    assert len(story.answers) == 3
    assert str(story).count("product is wanted in Vec") == 3


def test_the_command_prints_the_story(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path)
    assert tilewhy(["why", path, "started", "--rules"]) == 0
    out = capsys.readouterr().out
    assert "rules/space.lp:" in out and "(carry-forced)" in out
    assert "holds(State, Space) :- forced(State, Yield, Loop), holds(Yield, Space)." in out
    assert tilewhy(["why", path, "started", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tile"] == "kernel.started"


def test_a_refused_kernel_is_told_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tilewhy(["why", write(tmp_path, REFUSED), "acc"]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("acc is not placed") or "what is wrong" in printed.out
    assert "error[TW0303]" in printed.err


def test_asking_changes_nothing() -> None:
    program = parse_program(MATMUL, path="k.py")
    plain = infer_tile_memory_space().run(program)
    asked = infer_tile_memory_space().run(program)
    before = str(plain.program)
    for tile in asked.model.rows("tile"):
        asked.why(str(tile[0]))
    asked.why_not("kernel.a_k", "Vec")
    asked.query("space(T, S)")
    assert str(asked.program) == before == str(infer_tile_memory_space().run(program).program)


def test_both_engines_give_the_same_story() -> None:
    ours, theirs = answers(), answers(engine="pydatalog")
    for tile in ("kernel.a_k", "started", "product", "other.a_k"):
        story = theirs.why(tile)
        check(story)
        assert str(story) == str(ours.why(tile))
