"""What people are told about rules, engines and packages that are not there, to the character."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tilewhy.engine.cli import main
from tilewhy.engine.diagnostics import render
from tilewhy.engine.engines import ENGINES, compare, engine_named
from tilewhy.engine.model import Model
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.engine.rulebook import Rulebook
from tilewhy.engine.solver_clingo import solve
from tilewhy.engine.verify import Verifier
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.nodes import Source
from tilewhy.ir_facts.opspecs import load_specs

from ..conftest import ROOT

HEAD = """%!relation on_vec(Tile)
%!means {"% is in Vec", Tile}
%!at Tile
%!relation space(Tile, Space)
%!means {"% is in %", Tile, Space}
%!at Tile
#defined space/2.
"""


def refusal(rule: str) -> str:
    with pytest.raises(DiagnosticError) as refused:
        Rulebook((Source("house.lp", f"{HEAD}{rule}\n"),)).check()
    return "\n".join(map(render, refused.value.diagnostics))


def test_a_rule_that_is_none() -> None:
    assert refusal("on_vec(Tile) :- :- space(Tile, vec).") == (
        "house.lp:8:17: error[TW0701]: this is not a rule: syntax error, unexpected :-\n"
        "    8 | on_vec(Tile) :- :- space(Tile, vec).\n"
        "      |                 ^"
    )


def test_a_rule_with_a_choice() -> None:
    assert refusal("{ on_vec(Tile) } :- space(Tile, vec).") == (
        "house.lp:8:1: error[TW0702]: a head that is not one plain atom is outside plain Datalog with stratified negation\n"
        "    8 | { on_vec(Tile) } :- space(Tile, vec).\n"
        "      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   help: use one atom as head, and atoms, `not` atoms and comparisons of plain terms as conditions"
    )


def test_a_relation_that_nobody_declared() -> None:
    assert refusal("on_vec(Tile) :- spaces(Tile, vec).") == (
        "house.lp:8:1: error[TW0703]: spaces is declared nowhere\n"
        "    8 | on_vec(Tile) :- spaces(Tile, vec).\n"
        "      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   help: declare it with %!relation"
    )


def test_a_relation_with_a_column_too_few() -> None:
    assert refusal("on_vec(Tile) :- space(Tile).") == (
        "house.lp:8:1: error[TW0704]: space has 2 columns, not 1\n"
        "    8 | on_vec(Tile) :- space(Tile).\n"
        "      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   help: its columns are Tile, Space"
    )


def test_a_relation_that_depends_on_its_absence() -> None:
    assert refusal("on_vec(Tile) :- space(Tile, vec), not on_vec(Tile).") == (
        "house.lp:8:1: error[TW0705]: on_vec depends on its own absence, so the rulebook is not stratified\n"
        "    8 | on_vec(Tile) :- space(Tile, vec), not on_vec(Tile).\n"
        "      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   help: break the circle: let the negated relation be derived without this one"
    )


def test_facts_that_forbid_every_answer() -> None:
    """The rules are fine; a fact file can still hold what no fact is."""
    with pytest.raises(DiagnosticError) as refused:
        solve(Rulebook((Source("house.lp", HEAD),)), ":- not space(x, vec).")
    assert render(refused.value.diagnostics[0]) == "error[TW0706]: the rules have no model for this kernel"


def test_engines_that_disagree() -> None:
    ours, theirs = (Model({"space": rows, "on_vec": []}.__getitem__) for rows in ([("x", "vec")], [("x", "mat")]))
    with pytest.raises(DiagnosticError) as refused:
        compare(Rulebook((Source("house.lp", HEAD),)), ours, theirs)
    assert render(refused.value.diagnostics[0]) == (
        "error[TW0710]: the engines disagree on space: only clingo has (x, vec); only pydatalog has (x, mat)\n"
        "   help: this is a fault in tilewhy; please report it with the kernel"
    )


def test_an_engine_that_is_slow_for_a_kernel() -> None:
    (told,) = engine_named("pydatalog").warnings("edge(1, 2)." * 5000)
    assert render(told) == (
        "warning[TW0711]: the engine pydatalog is several times slower than clingo, and this kernel has 5000 facts\n"
        "   help: leave out --engine: clingo gives the same answer"
    )


def test_an_engine_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyDatalog", "pyDatalog.pyEngine"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(DiagnosticError) as refused:
        ENGINES["pydatalog"].solve(Rulebook((Source("house.lp", HEAD),)), "")
    assert render(refused.value.diagnostics[0]) == (
        "error[TW0712]: the engine pydatalog needs the package pyDatalog, which is not installed\n   help: pip install pyDatalog"
    )


def test_an_engine_that_does_not_exist() -> None:
    with pytest.raises(DiagnosticError) as refused:
        engine_named("souffle")
    assert render(refused.value.diagnostics[0]) == (
        "error[TW0713]: there is no engine `souffle`\n   help: engines are clingo, pydatalog, both"
    )


@pytest.mark.parametrize("make", [infer_tile_memory_space, lambda target: Verifier(target, load_specs())], ids=["pass", "verifier"])
def test_a_target_that_does_not_exist(make: Callable[[str], object]) -> None:
    with pytest.raises(DiagnosticError) as refused:
        make("ascend910")
    assert render(refused.value.diagnostics[0]) == (
        "error[TW0714]: the op specs describe no target `ascend910`\n   help: did you mean `ascend910b`?"
    )


def test_a_format_that_needs_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    kernel = ROOT / "tests" / "cases" / "producers" / "load_for_a_vector_op.before.py"
    assert main(["facts", str(kernel), "-o", "facts", "--format", "parquet"]) == 2
    assert capsys.readouterr().err == (
        "error[TW0613]: --format parquet needs pyarrow, which is not installed\n   help: pip install 'tilewhy[parquet]'\n"
    )
