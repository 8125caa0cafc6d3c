"""Every line of the op specs of the ops that kernels use most matters: take one away, and something notices.

Checked for a sample by default; `TILEWHY_MUTANTS=all` checks every mutant (some minutes). `python -m tests.spec_mutants OP` shows who
notices what.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from tilewhy.engine.spec_diff import op_meaning
from tilewhy.ir_facts.opspecs import load_specs

from .spec_mutants import MOST_USED, Damaged, Mutant, Watch, World

WORLD = World()
EVERY = 1 if os.environ.get("TILEWHY_MUTANTS") == "all" else 47
"""One mutant of so many is checked. The step is prime, so that every kind of entry comes up among forty ops."""

MUTANTS = [mutant for op in MOST_USED for mutant in WORLD.mutants(op)]


@pytest.mark.parametrize("op", MOST_USED)
def test_what_is_missing_is_noticed(op: str) -> None:
    chosen = [mutant for mutant in MUTANTS[::EVERY] if mutant.op == op]
    watch = Watch(WORLD, op) if chosen else None
    assert [str(mutant) for mutant in chosen if watch is not None and watch.notices(mutant) is None] == []


def test_a_tree_with_nothing_missing_means_what_the_file_means() -> None:
    again, specs = Damaged(WORLD, WORLD.tree).load(), load_specs()
    assert {name: op_meaning(op) for name, op in again.ops.items()} == {name: op_meaning(op) for name, op in specs.ops.items()}


def test_a_mutant_lacks_one_entry_and_nothing_else() -> None:
    mutant = Mutant("tile.matmul", ("inputs", "rhs"))
    specs = Damaged(WORLD, WORLD.without(mutant)).load()
    assert specs.ops["tile.matmul"].inputs == {0: ("Left",)}
    assert op_meaning(specs.ops["tile.matmul_acc"]) == op_meaning(load_specs().ops["tile.matmul_acc"])


def test_there_are_hundreds_of_entries_and_every_op_has_some() -> None:
    assert len(MUTANTS) > 400 and {mutant.op for mutant in MUTANTS} == set(MOST_USED)


def test_these_are_the_ops_that_the_corpus_uses_most(corpus: Path) -> None:
    calls = re.compile(r"\bpl\.((?:tile|tensor|array|system)\.[a-z_0-9]+)\(")
    count = Counter(op for path in corpus.rglob("*.before.py") for op in calls.findall(path.read_text(encoding="utf-8")))
    known = load_specs().ops
    found = [op.removesuffix("_") for op, _ in count.most_common() if op.removesuffix("_") in known]
    assert set(found[: len(MOST_USED)]) == set(MOST_USED)
