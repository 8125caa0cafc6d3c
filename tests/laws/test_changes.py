"""What can be changed in a kernel, its facts or its rules without changing the result. Each law is a test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tilewhy.engine.fuzz import laws_change as laws
from tilewhy.engine.fuzz.cases import summary
from tilewhy.ir_facts.opspecs import Specs, load_specs

from .strategies import PROGRAMS, Case, every_case, sample, specs


@every_case()
def test_the_engines_agree_on_every_relation(case: Case) -> None:
    laws.engines_agree(case)


@every_case()
def test_the_order_of_facts_does_not_matter(case: Case) -> None:
    laws.fact_order(case)


@every_case()
def test_the_order_of_rules_does_not_matter(case: Case) -> None:
    laws.rule_order(case)


@every_case()
def test_names_do_not_matter(case: Case) -> None:
    laws.names_do_not_matter(case)


@every_case()
def test_an_unrelated_statement_changes_nothing(case: Case) -> None:
    laws.unrelated_statement(case)


@every_case()
def test_a_demand_never_sends_a_tile_back_to_the_default_memory(case: Case) -> None:
    laws.demand_never_lowers(case)


@every_case()
def test_an_unrelated_function_changes_nothing(case: Case) -> None:
    laws.unrelated_function(case)


@every_case()
def test_the_target_decides_no_space(case: Case) -> None:
    laws.target_decides_no_space(case)


UNUSED = """\
version: 1
ops:
  tile.never_called: {args: [tile, other], inputs: {tile: Left, other: Vec}, output: Mat}
"""


@pytest.fixture(scope="module")
def with_an_unused_op(tmp_path_factory: pytest.TempPathFactory) -> Specs:
    path = tmp_path_factory.mktemp("overlay") / "unused.yaml"
    path.write_text(UNUSED, encoding="utf-8")
    return load_specs(path)


def test_an_unused_op_changes_nothing(with_an_unused_op: Specs) -> None:
    @every_case()
    def holds(case: Case) -> None:
        case.alike(Case(case.program, case.target, with_an_unused_op).outcome, "an op that nobody calls")

    holds()


PLACE = """
import sys
from tilewhy.engine.fuzz.cases import Case, summary
from tilewhy.ir_facts.opspecs import load_specs
from tilewhy.ir_facts.reader import parse_program
specs = load_specs()
for text in sys.stdin.read().split("\\x00"):
    print(summary(Case(parse_program(text, path="kernel.py", specs=specs), "ascend910b", specs).outcome), end="\\x00")
"""


def test_the_hash_seed_does_not_matter() -> None:
    grown = [str(program) for program in sample(specs(), min(PROGRAMS, 200), 1)]

    def placed(hash_seed: str) -> str:
        paths = os.pathsep.join([entry for entry in sys.path if entry and Path(entry).is_dir()])
        run = subprocess.run(
            [sys.executable, "-c", PLACE],
            input="\x00".join(grown),
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
        )
        return run.stdout

    first = placed("1")
    assert first.count("\x00") == len(grown)
    assert first == placed("2") == placed("77")


def test_a_run_is_the_same_every_time() -> None:
    """In one process too: nothing of an earlier run is left behind."""
    case = Case(sample(specs(), 5, 2)[-1], "ascend910b", specs())
    assert summary(case.outcome) == summary(case.run(case.program))
