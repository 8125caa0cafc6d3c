"""The language of `result:` entries: what it can say, and how it refuses nonsense."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.ir_facts.one_call import SPECS, VEC, result, tile
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.opspecs import Specs, load_specs
from tilewhy.ir_facts.results_docs import document
from tilewhy.ir_facts.results_rules import check_result_rule, rule_of
from tilewhy.ir_facts.results_vocabulary import WORDS


def problem(rule: object) -> tuple[tuple[str | int, ...], str, str]:
    [found] = check_result_rule(rule, ("lhs", "rhs"), ("dtype", "target_memory"), SPECS)
    return found.path, found.message, found.help


@pytest.mark.parametrize("op", sorted(SPECS.ops))
def test_every_built_in_rule_makes_sense(op: str) -> None:
    rule_of(SPECS.ops[op], SPECS)


@pytest.mark.parametrize("op", sorted(name for name in SPECS.ops if name.startswith("tile.")))
def test_every_tile_op_has_a_rule(op: str) -> None:
    assert SPECS.ops[op].result is not None


def test_an_unknown_word_is_named_with_its_neighbour() -> None:
    path, message, help = problem({"view": "inherits(lhs)"})
    assert (path, message, help) == (("view",), "`inherits` is not a word for a view", "did you mean `inherit`?")


def test_an_unknown_operand_is_named_with_its_neighbour() -> None:
    path, message, help = problem({"view": "inherit(lsh)"})
    assert (path, message, help) == (("view",), "`lsh` is not an operand", "did you mean `lhs`?")


def test_a_mistake_inside_rows_and_requirements_is_found() -> None:
    rows = [{"when": "target_memory = Mat", "then": "of_shape"}, {"then": "inherit(lhs)"}]
    assert "no expression" in problem({"view": rows, "shape": "lhs", "dtype": "lhs"})[1]
    assert problem({"view": "inherit(lhs)", "require": ["rank(lhs) == 2", "rnk(lhs) == 2"]})[0] == ("require", 1)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("inherit(lhs)", "is a mapping"),
        ({"shape": "lhs", "dtype": "lhs"}, "exactly one key"),
        ({"view": "inherit(lhs)", "layout": "ND"}, "has no key `layout`"),
        ({"view": "row_major/none_box/512", "dtype": "lhs"}, "`shape:` is missing"),
        ({"view": "row_major/none_box", "shape": "lhs", "dtype": "lhs"}, "is no layout"),
        ({"view": "inherit(lhs)", "dtype": "FP15"}, "stands for anything"),
        ({"view": "inherit(lhs)", "shape": "lhs[0]"}, "is no shape"),
        ({"view": "inherit(lhs)", "shape": ["lhs[:1]"]}, "is no extent"),
        ({"view": "inherit(lhs)", "shape": "broadcast()"}, "takes broadcast(shape, shape...)"),
        ({"view": "inherit(lhs)", "require": ["lhs == rhs"]}, "alone cannot be compared"),
        ({"view": "inherit(lhs)", "require": ["dtype(lhs) < dtype(rhs)"]}, "no order"),
        ({"view": "inherit(lhs)", "require": ["rank(lhs) == dtype(rhs)"]}, "cannot be compared"),
        ({"view": "inherit(lhs)", "require": [{"when": "integer(lhs)"}]}, "{when, that, says}"),
        ({"view": [{"when": "integer(lhs)"}]}, "{when: condition, then: value}"),
        ({"scalar": "dtype(lhs"}, "no expression"),
    ],
)
def test_nonsense_is_refused(rule: object, message: str) -> None:
    found = check_result_rule(rule, ("lhs", "rhs"), ("dtype",), SPECS)
    assert any(message in problem.message for problem in found), found


def test_every_word_is_documented() -> None:
    assert all(word.says for word in WORDS.values())


# ---------------------------------------------------------------------------------------------- a rule of one's own


def specs_with(folder: Path, rule: str) -> Specs:
    file = folder / "mine.yaml"
    file.write_text(f"version: 1\nops:\n  tile.softcap:\n    args: [tile, cap: Scalar]\n    inputs: {{tile: Vec}}\n    output: Vec\n{rule}")
    return load_specs(file)


def test_an_op_without_a_rule_has_an_unknown_type(tmp_path: Path) -> None:
    assert result("pl.tile.softcap(x, 30.0)", specs_with(tmp_path, ""), x=VEC) == "pl.UnknownType"


def test_an_op_of_an_overlay_states_its_result(tmp_path: Path) -> None:
    specs = specs_with(tmp_path, "    result:\n      view: inherit(tile)\n      shape: '[tile[0], tile[1] // 2]'\n      valid: full\n")
    assert result("pl.tile.softcap(x, 30.0)", specs, x=VEC) == tile("pl.Mem.Vec", "[16, 32]")


def test_a_wrong_rule_is_reported_where_it_stands(tmp_path: Path) -> None:
    specs = specs_with(tmp_path, "    result:\n      view: inherit(tiel)\n")
    with pytest.raises(DiagnosticError) as refused:
        result("pl.tile.softcap(x, 30.0)", specs, x=VEC)
    [found] = refused.value.diagnostics
    assert found.code == "TW0250" and "`tiel` is not an operand" in found.message
    assert found.labels[0].span.line == 8 and found.source is not None and found.source.path.endswith("mine.yaml")


def test_the_reference_is_up_to_date() -> None:
    assert (ROOT / "docs" / "result_rules.md").read_text() == document(), (
        "run `python -m tilewhy.ir_facts.results_docs > docs/result_rules.md`"
    )
