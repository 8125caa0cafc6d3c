"""What the pass makes, the verifiers accept: all cases, and all checks."""

from __future__ import annotations

import pytest

from tilewhy.engine.verify import Verifier
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.opspecs import load_specs

from ..case_runner import Case, cases, options

FORCED = {"TW0502", "TW0504", "TW0507", "TW0508", "TW0520"}
"""What may break where a loop forces a memory upon a producer (decision 13): the pass has warned of it."""

KNOWN = {
    # decision 13 again: what was looked at before the loop stays where it was
    "carry/use_before_the_loop_sees_the_first_state": {"TW0507"},
    # nothing is placed there, so nothing is put right
    "mutants/operands_where_nothing_is_placed": {"TW0506"},
    "mutants/pair_keywords_beat_the_consumers": {"TW0510"},
    # kernels that are wrong in the very way that keeps their operands from becoming resident
    "residency/a17_the_loop_may_stand_in_another_block": {"TW0511", "TW0514"},
    "residency/d06_load_in_a_nested_block": {"TW0511", "TW0514"},
    "residency/d10_talk_with_the_other_core": {"TW0517"},
    "residency/d57_memory_of_size_zero": {"TW0519"},
    "residency/d58_operand_memory_without_capacity": {"TW0519"},
}
"""What is wrong with cases that are about something else."""


@pytest.mark.parametrize("case", [case for case in cases() if case.file(".after.py").exists()], ids=lambda case: case.name)
def test_placed_case(case: Case) -> None:
    how = options(case)
    specs = load_specs(*how.opspecs)
    program = parse_program(case.expected(".after.py") or "", path=case.name, specs=specs)
    broken = {one.code for one in Verifier(how.target, specs).run(program).diagnostics}
    forced = FORCED if "warning[TW031" in (case.expected(".warnings") or "") else set()
    assert broken - forced == KNOWN.get(case.name, set())
