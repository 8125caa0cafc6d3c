"""Rules of a user's own: two lines give answers with proofs, and every fault points into the user's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewhy.engine.checker import Checker
from tilewhy.engine.cli import main as tilewhy
from tilewhy.ir_facts.diagnostic import Diagnostic, DiagnosticError
from tilewhy.ir_facts.nodes import Source

from .kernels import answers, write

CARRIED = """\
%!name carried-acc
%!says {"% is carried in Acc", Tile}
violation("no-carried-acc", Tile) :- carry(_, _, Tile, _, _, _), space(Tile, acc).
"""


def house(text: str) -> list[Source]:
    return [Source("house.lp", text)]


def refusal(text: str) -> Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        answers(house=house(text))
    told = caught.value.diagnostics[0]
    assert told.source is not None and told.source.path == "house.lp"
    return told


def test_new_relations_need_no_declaration() -> None:
    asked = answers(house=house("on(Tile, Space) :- space(Tile, Space).\nboth(Tile, 1) :- on(Tile, mat), on(Tile, mat)."))
    assert asked.query("both(T, N)").rows == (("kernel.a_k", 1), ("kernel.b_k", 1))
    assert asked.placement.rulebook.relations["both"].columns == ("Tile", "Column2")


def test_a_rule_without_a_sentence_is_told_by_its_conditions() -> None:
    asked = answers(house=house("bad(Tile) :- space(Tile, vec), needed_move(_, vec, _), not annotated(Tile, mat)."))
    text = str(asked.why("bad(T)"))
    assert "scaled is placed in Vec, and product must be moved to Vec for tile.muls" in text


def test_a_violation_of_the_house_has_a_proof() -> None:
    asked = answers(house=house(CARRIED))
    story = asked.why("violation(C, T)")
    stage = asked.placement
    for answer in story.answers:
        Checker(stage.rulebook, stage.text, stage.model).check(answer.proof)
    assert "acc is carried in Acc" in str(story)


def test_rules_about_residency_join_that_round() -> None:
    asked = answers(house=house("author_placed(Load) :- declined(Load, _, not_marked)."))
    assert asked.query("author_placed(L)").rows == (("kernel.a_k",), ("kernel.b_k",))
    assert asked.query("space(T, acc)").rows != ()


def test_a_built_in_relation_is_not_redefined() -> None:
    told = refusal("\nspace(T, mat) :- tile(T).")
    assert told.code == "TW0721"
    assert told.message.startswith("space is built in (rules/space.lp:")
    assert told.labels[0].span.line == 2


def test_a_given_relation_is_not_derived() -> None:
    assert refusal("tile(T) :- space(T, _).").message == "tile is given with the kernel, so no rule may derive it"
    assert refusal("%!replaces tile\ntile(T) :- space(T, _).").code == "TW0722"


def test_a_file_may_say_that_it_replaces_a_relation() -> None:
    asked = answers(house=house("%!replaces space\nspace(Tile, mat) :- tile(Tile)."))
    assert {row[1] for row in asked.query("space(T, S)").rows} == {"mat"}
    assert asked.query("holds(T, acc)").rows != ()


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("odd(T) :- tile(T)", "TW0701", 2),
        ("odd(T) ; even(T) :- tile(T).", "TW0702", 1),
        ("odd(T) :- tiles(T).", "TW0703", 1),
        ("odd(T) :- tile(T, _).", "TW0704", 1),
        ("odd(T) :- tile(T), not odd(T).", "TW0705", 1),
        ("odd(T) :- tile(T), space(T, _), declined(T, _, _).", "TW0720", 1),
        ("%!replaces spaces\nodd(T) :- tile(T).", "TW0722", 1),
        ('%!name x\n%!says {"% is odd", Tile}\nodd(T) :- tile(T).', "TW0723", 3),
        ('%!name x\n%!says {"it is odd", T}\nodd(T) :- tile(T).', "TW0723", 3),
        ('%!relation odd(Tile)\n%!means {"% is odd", T}\nodd(T) :- tile(T).', "TW0723", 1),
    ],
)
def test_faults_are_told_where_they_stand(text: str, code: str, line: int) -> None:
    told = refusal(text)
    assert (told.code, told.labels[0].span.line) == (code, line)


def test_a_misspelt_relation_gets_a_did_you_mean() -> None:
    assert refusal("odd(T) :- spaces(T, mat).").help == "did you mean `space`?"


def test_verify_reports_what_breaks_a_house_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, rules = write(tmp_path), write(tmp_path, CARRIED, "house.lp")
    assert tilewhy(["verify", path, "--rules", rules, "--check", "ProducerWrites"]) == 1
    err = capsys.readouterr().err
    assert "k.py:9:17: error[TW0590]: no-carried-acc: acc is carried in Acc" in err
    assert f"help: this is a house rule: {rules}:3" in err


def test_verify_takes_rules_about_what_verification_knows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path)
    rules = write(tmp_path, 'violation("unplaced", Tile) :- tile(Tile), assigned(Tile, _), not located(Tile).', "house.lp")
    assert tilewhy(["verify", path, "--rules", rules, "--check", "ProducerWrites"]) == 1
    assert "unplaced: a_k is a tile" in capsys.readouterr().err


def test_a_kernel_that_keeps_the_rules_verifies(tmp_path: Path) -> None:
    rules = write(tmp_path, 'violation("none", Tile) :- space(Tile, bias).', "house.lp")
    assert tilewhy(["verify", write(tmp_path), "--rules", rules, "--check", "ProducerWrites"]) == 0


def test_query_and_why_take_several_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path)
    first, second = (
        write(tmp_path, "one(T) :- space(T, mat).", "one.lp"),
        write(tmp_path, "two(T) :- one(T), not annotated(T, mat).", "two.lp"),
    )
    assert tilewhy(["query", path, "two(T)", "--rules", first, "--rules", second]) == 0
    assert "kernel.a_k" in capsys.readouterr().out
    assert tilewhy(["why", path, "two(T)", "--rules", first, "--rules", second, "--rules"]) == 0
    assert f"{second}:1" in capsys.readouterr().out


def test_what_is_no_rule_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tilewhy(["why", "--rules", write(tmp_path), "a_k"]) == 2
    assert "a --rules without a file comes last" in capsys.readouterr().err
