"""`query`: conjunctions over all relations, and what helps whoever misspells one."""

from __future__ import annotations

import csv
import io
import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewhy.engine.answers import Answers
from tilewhy.engine.cli import main as tilewhy
from tilewhy.engine.join import compare, solutions
from tilewhy.engine.model import Model
from tilewhy.engine.query import parse_query
from tilewhy.engine.rules_ast import Comparison, Literal, Variable
from tilewhy.ir_facts.diagnostic import Diagnostic, DiagnosticError

from .kernels import MATMUL, REFUSED, answers, write


@pytest.fixture(scope="module")
def matmul() -> Answers:
    return answers()


def refusal(asked: Answers, query: str) -> Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        asked.query(query)
    return caught.value.diagnostics[0]


def test_conditions_negation_and_wildcards(matmul: Answers) -> None:
    table = matmul.query("space(T, mat), not target_memory(C, _), defines(C, T)")
    assert table.columns == ("T", "C")
    assert table.rows == (("kernel.a_k", "kernel@2"), ("kernel.b_k", "kernel@3"))
    assert [table.where(index) for index in range(2)] == ["k.py:10", "k.py:11"]


def test_comparisons(matmul: Answers) -> None:
    assert matmul.query("rank(S, R), R < 2").rows == (("ddr", 0), ("vec", 1))
    assert matmul.query("space(T, S), S != mat, S != vec").columns == ("T", "S")
    assert matmul.query('space(T, S), S = acc, T = "kernel.total"').rows == (("kernel.total", "acc"),)


def test_a_query_without_variables_is_answered_by_yes_or_no(matmul: Answers) -> None:
    assert str(matmul.query("space(_, acc)")) == "yes"
    assert str(matmul.query("space(_, bias)")).startswith("no\nnote: no row of space has bias as Space")


def test_variables_that_begin_with_an_underscore_only_join(matmul: Answers) -> None:
    assert matmul.query("needed_move(T, S, _C), call(_C, Op, _, _)").columns == ("T", "S", "Op")


def test_the_text_is_a_table_with_places(matmul: Answers) -> None:
    assert str(matmul.query("needed_move(T, S, C)")).split("\n") == [
        "T               S      C         where",
        "kernel.a_k      left   kernel@4  k.py:10, 12",
        "kernel.b_k      right  kernel@4  k.py:11, 12",
        "kernel.product  vec    kernel@5  k.py:13, 14",
        "",
        "3 answers",
    ]


def test_residency_and_verification_can_be_asked_too(matmul: Answers) -> None:
    assert matmul.query("declined(T, L, R)").rows == (("kernel.a_k", "kernel.k", "not_marked"), ("kernel.b_k", "kernel.k", "not_marked"))
    assert matmul.query("located(T), not violation(_, T)").rows != ()


def test_the_round_may_be_chosen_where_several_know_the_relations(matmul: Answers) -> None:
    assert len(matmul.query("call(C, Op, _, _)", "verify").rows) > len(matmul.query("call(C, Op, _, _)").rows)
    told = matmul.why("located(T)", round_="verify")
    assert {answer.stage.name for answer in told.answers} == {"verify"}


def test_an_unknown_relation_comes_with_the_columns_of_the_nearest(matmul: Answers) -> None:
    told = refusal(matmul, "tile(T), spaces(T, mat)")
    assert (told.code, told.message, told.help) == ("TW0703", "there is no relation `spaces`", "did you mean `space(Tile, Space)`?")
    assert told.labels[0].span[:4] == (1, 9, 1, 15)


def test_a_wrong_number_of_columns_comes_with_them(matmul: Answers) -> None:
    told = refusal(matmul, "space(T)")
    assert (told.code, told.message, told.help) == ("TW0704", "space has 2 columns, not 1", "they are space(Tile, Space)")


def test_relations_of_different_rounds(matmul: Answers) -> None:
    assert refusal(matmul, "space(T, S), declined(T, L, R)").code == "TW0720"


@pytest.mark.parametrize(
    ("query", "code", "column"),
    [
        ("space(T, S) tile(T)", "TW0701", 12),
        ("space(T,", "TW0701", 8),
        ("space(T, S), not tile(X)", "TW0702", 0),
        ("space(f(T), S)", "TW0702", 6),
        ("", "TW0701", 0),
    ],
)
def test_what_is_no_query_is_refused_where_it_stands(matmul: Answers, query: str, code: str, column: int) -> None:
    told = refusal(matmul, query)
    assert told.code == code
    assert told.source is not None and told.source.path == "query"
    assert told.labels[0].span.column == column


def test_several_rules_are_no_query(matmul: Answers) -> None:
    assert refusal(matmul, "space(T, S). bad(T) :- tile(T)").code == "TW0701"


def test_a_constant_that_no_row_has_gets_a_did_you_mean(matmul: Answers) -> None:
    assert matmul.query('space("b_k", S)').notes == ("no row of space has b_k as Tile; did you mean `kernel.b_k`?",)
    assert matmul.query("annotated(T, left)").notes == ("no row of annotated has left as Space",)


def test_json_and_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path)
    assert tilewhy(["query", path, "needed_move(T, S, C)", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["columns"] == ["T", "S", "C"]
    assert told["rows"][0] == ["kernel.a_k", "left", "kernel@4"]
    assert told["places"][0][0]["line"] == 10
    assert tilewhy(["query", path, "needed_move(T, S, C)", "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["T", "S", "C", "where"]
    assert rows[1][:3] == ["kernel.a_k", "left", "kernel@4"]


def test_a_refused_kernel_answers_about_placement_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, REFUSED)
    assert tilewhy(["query", path, "unloadable(T, S, C)"]) == 1
    assert "kernel.acc" in capsys.readouterr().out
    assert tilewhy(["query", path, "declined(T, L, R)"]) == 2
    assert "TW0724" in capsys.readouterr().err


VALUES = ["a", "b", 1, 2]
TERMS = st.sampled_from(["X", "Y", "Z", "_", "a", "1"])
ATOMS = st.tuples(st.sampled_from(["p", "q"]), TERMS, TERMS).map(lambda atom: f"{atom[0]}({atom[1]}, {atom[2]})")
OPS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
TESTS = st.one_of(
    ATOMS.map(lambda atom: f"not {atom}"), st.tuples(st.sampled_from("XYZ"), OPS, st.sampled_from(["X", "Y", "a", "1"])).map(" ".join)
)
ROWS = st.lists(st.tuples(st.sampled_from(VALUES), st.sampled_from(VALUES)), max_size=6, unique=True)


@settings(max_examples=150, deadline=None)
@given(st.lists(ATOMS, min_size=1, max_size=3), st.lists(TESTS, max_size=2), ROWS, ROWS)
def test_answers_are_those_of_trying_everything(
    atoms: list[str], tests: list[str], p: list[tuple[object, object]], q: list[tuple[object, object]]
) -> None:
    try:
        query = parse_query(", ".join([*tests, *atoms]))
    except DiagnosticError:
        return  # a variable that nothing binds
    rows: dict[str, list[tuple[object, object]]] = {"p": p, "q": q}
    model = Model(lambda name: rows[name])  # type: ignore[arg-type,return-value]  # values of both kinds
    names = query.columns
    expected = {
        values
        for values in product(VALUES, repeat=len(names))
        if all(_true(item, dict(zip(names, values, strict=True)), rows) for item in query.conditions)
    }
    assert {tuple(found[name] for name in names) for found in solutions(model, query.conditions, {})} == expected


def _true(item: Literal | Comparison, given_: dict[str, object], rows: dict[str, list[tuple[object, object]]]) -> bool:
    def value(term: object) -> object:
        return given_.get(term.name) if isinstance(term, Variable) else term

    if isinstance(item, Comparison):
        return compare(value(item.left), item.op, value(item.right))  # type: ignore[arg-type]  # bound, as every query is safe
    wanted = [value(term) for term in item.atom.terms]
    found = any(all(want is None or want == got for want, got in zip(wanted, row, strict=True)) for row in rows[item.atom.relation])
    return found == item.positive


def test_the_kernel_is_not_changed_by_questions(matmul: Answers) -> None:
    assert matmul.query("tile(T)").rows == answers(MATMUL).query("tile(T)").rows
