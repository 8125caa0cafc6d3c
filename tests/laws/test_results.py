"""What holds of the result of every program. Each law is a test; what it says in full stands at the function it calls."""

from __future__ import annotations

from tilewhy.engine.fuzz import laws_result as laws

from .strategies import Case, every_case


@every_case()
def test_every_placed_tile_has_exactly_one_space(case: Case) -> None:
    laws.one_space(case)


@every_case()
def test_types_say_what_was_derived(case: Case) -> None:
    laws.types_say_where(case)


@every_case()
def test_operands_are_where_their_op_wants_them(case: Case) -> None:
    laws.operands_are_where_their_op_wants_them(case)


@every_case(tame=True)
def test_a_second_run_changes_nothing(case: Case) -> None:
    laws.idempotent(case)


@every_case(tame=True)
def test_every_result_passes_verification(case: Case) -> None:
    laws.verified(case)


@every_case()
def test_a_named_target_memory_stays(case: Case) -> None:
    laws.named_memory_stays(case)


@every_case()
def test_every_move_is_read(case: Case) -> None:
    laws.every_move_is_read(case)


@every_case()
def test_moves_keep_shape_dtype_and_valid_shape(case: Case) -> None:
    laws.moves_keep_the_tile(case)


@every_case()
def test_other_functions_pass_through(case: Case) -> None:
    laws.other_functions_pass_through(case)


@every_case()
def test_what_is_printed_reads_back(case: Case) -> None:
    laws.reads_back(case)


@every_case()
def test_hoisting_stays_within_boundaries(case: Case) -> None:
    laws.hoisting_stays_within_boundaries(case)


@every_case()
def test_the_private_marker_disappears(case: Case) -> None:
    laws.marker_disappears(case)


@every_case()
def test_every_derived_atom_is_explained(case: Case) -> None:
    laws.every_atom_is_explained(case)


@every_case()
def test_observing_changes_nothing(case: Case) -> None:
    laws.observing_changes_nothing(case)
