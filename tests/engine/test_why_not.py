"""`why-not`: the nearest miss first, and suggestions that work."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewhy.engine.answers import Answers
from tilewhy.engine.cli import main as tilewhy
from tilewhy.engine.near_misses import near_misses
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.engine.rules_ast import Literal
from tilewhy.engine.why_not import WhyNot
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.opspecs import load_specs

from .kernels import MATMUL, PURE, REFUSED, STORE, answers, panel, write
from .proving import toy


@pytest.fixture(scope="module")
def matmul() -> Answers:
    return answers()


def first_lines(told: WhyNot, count: int = 3) -> list[str]:
    return [line.split("  k.py")[0].split("  opspecs")[0].strip() for line in str(told).split("\n")[:count]]


def placed(text: str, tile: str, folder: Path, overlay: str | None = None, target: str = "none") -> str:
    """Where `tile` is after a run of the edited kernel, seen by a run of its own."""
    specs = load_specs()
    if overlay is not None:
        (folder / "overlay.yaml").write_text(overlay)
        specs = load_specs(folder / "overlay.yaml")
    result = infer_tile_memory_space(target, specs).run(parse_program(text, path="k.py", specs=specs))
    return ", ".join(str(row[1]) for row in result.model.match("space", (tile, None)))


def test_the_rule_that_placed_the_tile_is_the_nearest_miss(matmul: Answers) -> None:
    assert first_lines(matmul.why_not("kernel.a_k", "Vec")) == [
        "a_k is not in Vec: it is in Mat",
        "nothing wants a_k in Vec, or in what is filled through it",
        "Left is not filled through Vec",
    ]


def test_a_value_forced_by_a_loop_is_followed_to_what_is_yielded(matmul: Answers) -> None:
    assert first_lines(matmul.why_not("product", "vec"), 2) == ["product is not in Vec: it is in Acc", "total is not in Vec"]


def test_every_rule_is_in_the_data_nearest_first(matmul: Answers) -> None:
    told = json.loads(json.dumps(matmul.why_not("kernel.a_k", "Vec").json()))
    (only,) = told["misses"]
    assert only["rule"]["name"] == "placed"
    rules = {rule.name for rule in matmul.placement.rulebook.by_head["holds"]}
    assert {miss["rule"]["name"] for miss in only["missing"]} == rules
    assert [miss["open"] for miss in only["missing"]] == sorted(miss["open"] for miss in only["missing"])


def test_each_suggestion_does_what_it_says(matmul: Answers, tmp_path: Path) -> None:
    told = matmul.why_not("kernel.a_k", "Vec")
    assert [one.says for one in told.suggestions] == [
        "let tile.load in line 10 name target_memory Vec",
        "an op-spec entry, if tile.matmul_acc can indeed read lhs in Vec",
        "an op-spec entry, if tile.load can indeed write Vec",
    ]
    for one in told.suggestions:
        assert placed(one.text or MATMUL, "kernel.a_k", tmp_path, one.overlay) == "vec"
    assert told.suggestions[0].lines == ("   10 | a_k = pl.load(a, [0, k], [64, 64], target_memory=pl.Mem.Vec)",)


def test_a_move_that_the_hardware_cannot_do_is_no_suggestion(matmul: Answers) -> None:
    assert not any("move it" in one.says for one in matmul.why_not("kernel.a_k", "Vec").suggestions)
    told = matmul.why_not("scaled", "Mat")
    assert [one.says for one in told.suggestions] == ["move it there yourself, and read scaled_Mat where you want it"]


def test_a_keyword_that_is_there_may_be_left_out_or_replaced(tmp_path: Path) -> None:
    asked = answers(MATMUL.replace("a_k = pl.load(a, [0, k], [64, 64])", "a_k = pl.load(a, [0, k], [64, 64], target_memory=pl.Mem.Vec)"))
    told = asked.why_not("kernel.a_k", "Mat")
    says = [one.says for one in told.suggestions]
    assert says[:2] == [
        "leave out target_memory in line 10, so that demand decides",
        "let tile.load in line 10 name target_memory Mat instead of Vec",
    ]
    for one in told.suggestions[:2]:
        assert placed(one.text or "", "kernel.a_k", tmp_path) == "mat"


def test_what_is_so_needs_no_reason(matmul: Answers) -> None:
    told = matmul.why_not("kernel.a_k", "Mat")
    assert told.holds
    assert first_lines(told, 1) == ["a_k is in Mat; `why` tells why"]


@pytest.mark.parametrize(("space", "help_"), [("Matt", "did you mean `Mat`?"), ("DDR", "memories are Vec, Mat, Left")])
def test_an_unknown_memory(matmul: Answers, space: str, help_: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        matmul.why_not("kernel.a_k", space)
    assert caught.value.diagnostics[0].code == "TW0614"
    assert caught.value.diagnostics[0].help.startswith(help_)


def hoisted(text: str, tile: str) -> bool:
    result = infer_tile_memory_space("ascend910b").run(parse_program(text, path="k.py"))
    return result.residency is not None and bool(result.residency.model.match("preheader", (tile, None)))


@pytest.mark.parametrize(
    ("text", "reason", "says"),
    [
        (panel(STORE), "prefix closed", "put the load at the top of loop step"),
        (panel(STORE), "prefix closed", f"move `{STORE}` behind loop step"),
        (panel("pl.system.fence()"), "synchronises", "move `pl.system.fence()` behind loop step"),
        (panel(PURE, "parallel"), "not sequential", "let the iterations of loop step run one after the other"),
        (panel(STORE, "parallel"), "not sequential", "put the load at the top of loop step, and let the iterations"),
    ],
)
def test_a_load_that_stays_in_its_loop(text: str, reason: str, says: str) -> None:
    told = answers(text, "ascend910b").why_not_hoisted("left")
    assert f"left is loaded in every iteration of loop step ({reason})" in str(told)
    one = next(one for one in told.suggestions if one.says.startswith(says))
    assert not hoisted(text, "project.left")
    assert hoisted(one.text or "", "project.left")


def test_a_load_without_marker_is_moved_by_hand_where_nothing_else_speaks_against_it() -> None:
    plain = panel().replace(', attrs={"__compiler_tensor_to_tile_mat_bridge": True}', "")
    told = answers(plain, "ascend910b").why_not_hoisted("left")
    assert [one.says for one in told.suggestions] == ["load it in front of loop step yourself"]
    text = told.suggestions[0].text or ""
    assert text.index("left = ") < text.index("for step in")
    unsafe = plain.replace(PURE, "pl.system.fence()")
    assert answers(unsafe, "ascend910b").why_not_hoisted("left").suggestions == ()


def test_a_hoisted_load_and_what_is_no_load(matmul: Answers) -> None:
    assert answers(panel(), "ascend910b").why_not_hoisted("left").holds
    assert str(matmul.why_not_hoisted("scaled")).startswith("scaled is not hoisted")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path)
    assert tilewhy(["why-not", path, "kernel.a_k", "Vec"]) == 0
    assert "what would change it (each was tried)" in capsys.readouterr().out
    assert tilewhy(["why-not", path, "kernel.a_k", "Vec", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["suggestions"][0]["overlay"] is None
    assert tilewhy(["why-not", write(tmp_path, panel(STORE), "p.py"), "--hoist", "left", "--target", "ascend910b"]) == 0
    assert "put the load at the top of loop step" in capsys.readouterr().out


@pytest.mark.parametrize("words", [[], ["a_k"], ["a_k", "Vec", "--hoist", "a_k"]])
def test_wrong_arguments(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tilewhy(["why-not", write(tmp_path), *words]) == 2
    assert "name a TILE and a SPACE, or --hoist TILE" in capsys.readouterr().err


def test_a_refused_kernel_has_near_misses_too() -> None:
    assert "it is not placed" in str(answers(REFUSED).why_not("acc", "Vec"))


def test_misses_of_a_toy_rulebook() -> None:
    t = toy(
        "goal(X) :- one(X), two(X), not three(X).\ngoal(X) :- other(X, Y), one(Y).\ngoal(X) :- one(X), deep(X).\ndeep(X) :- four(X, Y), Y > 3.",
        "one(a). two(a). three(a). four(a, 2).",
    )
    misses = near_misses(t.explainer, "goal", ("a",))
    assert [(str(miss.condition), miss.met, miss.open) for miss in misses] == [
        ("not three(X)", 2, 1),
        ("deep(X)", 1, 1),
        ("other(X, Y)", 0, 2),
    ]
    assert misses[0].there is not None and str(misses[0].there) == "three(a)"
    assert [str(miss.condition) for miss in misses[1].missing] == ["Y > 3"]
    assert all(isinstance(miss.condition, Literal) for miss in misses)
