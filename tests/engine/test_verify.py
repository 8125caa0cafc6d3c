"""The verifiers: what only a program built in Python can break, the corpus, and the properties of the pass."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewhy.engine.diagnostics import render
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.engine.properties import CHECKS
from tilewhy.engine.rulebook import load_rulebook
from tilewhy.engine.verify import VERIFY_RULES, Verifier, verify
from tilewhy.engine.violations import checks
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.nodes import Carry, For, Function, If, Int, Param, Phi, Program, Return, Stmt, Var, Yield
from tilewhy.ir_facts.opspecs import load_specs
from tilewhy.ir_facts.types import ScalarType, TileType, TileView

from ..conftest import ROOT, corpus_dir

SPECS = load_specs()
INDEX = ScalarType("INDEX")
N = Var("n")


def program(*body: Stmt, kind: str = "InCore", param: TileType | ScalarType = INDEX) -> Program:
    """A program of one function `f(n)` without a text."""
    return Program("P", "P", (), (Function("f", kind, None, None, (Param(N, param),), (), body),), {})


def told(*body: Stmt) -> list[str]:
    """What the verifiers say of such a program."""
    return [render(one) for one in verify(program(*body), SPECS)]


def loop(*body: Stmt, results: int = 1) -> For:
    """A loop that carries `results` values, all beginning as `n`."""
    carries = tuple(Carry(Var(f"i{k}"), N, Var(f"r{k}"), INDEX, INDEX) for k in range(results))
    return For("range", Var("k"), Int(0), Int(4), Int(1), carries, body)


# ------------------------------------------------------------------------------- what a text cannot say


def test_a_well_formed_program_breaks_nothing() -> None:
    assert told(loop(Yield((N,))), Return((N,))) == []


def test_a_loop_with_results_ends_in_a_yield() -> None:
    assert told(loop()) == [
        "error[TW0522]: the body does not end in a yield, although its statement has results\n"
        "   help: end the body with one yield of a value for each result"
    ]


def test_an_if_with_results_has_an_else() -> None:
    assert told(If(Var("n"), (Yield((N,)),), None, (Phi(Var("p"), INDEX),))) == [
        "error[TW0522]: an `if` with results has no else-branch to yield them\n   help: add an else-branch that yields as many values",
        "error[TW0524]: n is used where it is not defined\n   help: yield the value out of the loop or branch that defines it",
    ]


def test_both_branches_end_in_a_yield() -> None:
    assert [one.splitlines()[0] for one in told(If(N, (Yield((N,)),), (), (Phi(Var("p"), INDEX),)))] == [
        "error[TW0522]: the else-branch does not end in a yield, although its statement has results"
    ]


def test_a_body_yields_as_many_values_as_there_are_results() -> None:
    assert told(loop(Yield((N,)), results=2)) == [
        "error[TW0523]: the number of values that the body yields is 1, not 2\n   help: yield one value for each result"
    ]


def test_a_body_yields_once_and_last() -> None:
    assert told(loop(Yield((N,)), Yield((N,)))) == [
        "error[TW0525]: a yield stands before the end of the body\n   help: a body yields once, in its last statement",
        "error[TW0526]: a yield is not the last statement of its block\n   help: move the yield to the end of the block",
    ]


def test_a_stray_yield_of_a_function_is_no_matter_of_ssa() -> None:
    assert [one[:13] for one in told(Yield((N,)), Return(()))] == ["error[TW0526]"]


def test_a_loop_result_is_visible_after_the_loop_and_an_iter_arg_is_not() -> None:
    carried = loop(Yield((N,)))
    assert told(carried, Return((carried.carries[0].result,))) == []
    assert [one.splitlines()[0] for one in told(carried, Return((carried.carries[0].iter_arg,)))] == [
        "error[TW0524]: i0 is used where it is not defined"
    ]


def test_a_stored_view_says_more_than_its_type() -> None:
    built = program(Return(()), kind="AIV", param=TileType((16, 64), "FP32", "Vec", TileView()))
    assert [render(one) for one in verify(built, SPECS)] == [
        "error[TW0505]: a tile type in f stores a view that says no more than its shape and memory\n"
        "   help: build tile types with `views.tile_type`, which leaves such a view out"
    ]


# ------------------------------------------------------------------------------- choosing checks


KERNEL = (ROOT / "tests" / "verify" / "SSAForm" / "assigned_twice.py").read_text(encoding="utf-8")


def test_checks_can_be_chosen() -> None:
    kernel = parse_program(KERNEL, specs=SPECS)
    assert [one.code for one in verify(kernel, SPECS, wanted=["SSAForm"])] == ["TW0521"]
    assert verify(kernel, SPECS, wanted=["MoveLegal", "TileMemoryInferred"]) == []


def test_an_unknown_check_is_refused_with_a_guess() -> None:
    with pytest.raises(DiagnosticError) as refused:
        Verifier("none", SPECS, ["SSAFrom"])
    assert render(refused.value.diagnostics[0]) == "error[TW0610]: there is no check `SSAFrom`\n   help: did you mean `SSAForm`?"


def test_every_check_has_a_rule_and_every_rule_a_check() -> None:
    assert {check.name for check in checks(load_rulebook(*VERIFY_RULES))} == set(CHECKS)


# ------------------------------------------------------------------------------- the pass and its properties


def test_the_pass_states_its_properties() -> None:
    pass_ = infer_tile_memory_space()
    assert pass_.required == ("SSAForm", "IncoreTileOps", "SplitIncoreOrch", "NormalizedStmtStructure")
    assert pass_.produced == ("SSAForm", "TileMemoryInferred", "NormalizedStmtStructure", "AivSplitValid", "AccToGmStoreValid")
    assert pass_.invalidated == ("AivSplitValid",)


def test_the_pass_refuses_what_it_requires_to_be_otherwise() -> None:
    with pytest.raises(DiagnosticError) as refused:
        infer_tile_memory_space()(parse_program(KERNEL, specs=SPECS))
    assert [one.code for one in refused.value.diagnostics] == ["TW0521"]


def test_what_the_pass_promises_is_checked_on_request() -> None:
    kernel = (ROOT / "tests" / "verify" / "AccToGmStoreValid" / "product_into_int8.py").read_text(encoding="utf-8")
    read = parse_program(kernel, specs=SPECS)
    assert infer_tile_memory_space("ascend910b").run(read).diagnostics == ()
    with pytest.raises(DiagnosticError) as refused:
        infer_tile_memory_space("ascend910b", verify=True)(read)
    assert [one.code for one in refused.value.diagnostics] == ["TW0503"]


def test_a_kernel_that_cannot_fit_is_warned_about_and_refused_when_strict() -> None:
    kernel = (ROOT / "tests" / "verify" / "FitsTarget" / "two_big_tiles.py").read_text(encoding="utf-8")
    read = parse_program(kernel, specs=SPECS)
    assert [(one.code, one.severity) for one in infer_tile_memory_space("ascend910b").run(read).diagnostics] == [("TW0519", "warning")]
    assert infer_tile_memory_space("none").run(read).diagnostics == ()
    with pytest.raises(DiagnosticError) as refused:
        infer_tile_memory_space("ascend910b", strict=True)(read)
    assert [(one.code, one.severity) for one in refused.value.diagnostics] == [("TW0519", "error")]


# ------------------------------------------------------------------------------- the corpus

EXPLAINED = {"TW0502", "TW0503", "TW0504", "TW0507", "TW0508", "TW0520"}
"""Violations of right answers that `docs/decisions.md` explains (14): PyPTO places them so, and its own verifiers refuse some."""


def placed_kernels(folder: Path) -> Iterator[tuple[str, Path]]:
    for case in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        path = folder / f"{case['id']}.after.py"
        if path.exists():
            yield case["target"], path


@pytest.mark.parametrize("name", ["fuzz", "model", "unit", "unset", "written"])
def test_the_right_answers_verify(name: str) -> None:
    specs = load_specs(ROOT / "tests" / "overlays" / "pypto-2026-08.yaml")
    verifiers = {target: Verifier(target, specs) for target in specs.targets}
    wrong: dict[str, list[str]] = {}
    for target, path in placed_kernels(corpus_dir() / name):
        if name == "model" and path.stat().st_size > 200_000:
            continue  # the largest take seconds each; they are verified when the corpus is walked by hand
        for one in verifiers[target].run(parse_program(path.read_text(encoding="utf-8"), path=path.name, specs=specs)).diagnostics:
            wrong.setdefault(one.code, []).append(path.name)
    assert {code: files for code, files in wrong.items() if code not in EXPLAINED} == {}
    assert name == "fuzz" or len({file for files in wrong.values() for file in files}) <= 4
