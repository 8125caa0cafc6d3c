"""All laws by name. A name is a sentence about programs; the docstring of the function says it in full."""

from __future__ import annotations

from collections.abc import Callable

from . import laws_change as change
from . import laws_result as result
from .cases import Case

Law = Callable[[Case], None]

LAWS: dict[str, Law] = {
    "every placed tile has exactly one space": result.one_space,
    "the types say what was derived": result.types_say_where,
    "operands are where their op wants them": result.operands_are_where_their_op_wants_them,
    "a second run changes nothing": result.idempotent,
    "every result passes verification": result.verified,
    "a named target_memory stays": result.named_memory_stays,
    "every move is read": result.every_move_is_read,
    "moves keep shape, dtype and valid shape": result.moves_keep_the_tile,
    "other functions pass through": result.other_functions_pass_through,
    "the printed result reads back": result.reads_back,
    "hoisting stays within boundaries": result.hoisting_stays_within_boundaries,
    "the private marker disappears": result.marker_disappears,
    "every derived atom is explained": result.every_atom_is_explained,
    "observing changes nothing": result.observing_changes_nothing,
    "the engines agree on every relation": change.engines_agree,
    "the order of facts does not matter": change.fact_order,
    "the order of rules does not matter": change.rule_order,
    "names do not matter": change.names_do_not_matter,
    "an unrelated statement changes nothing": change.unrelated_statement,
    "a demand never sends a tile back to the default memory": change.demand_never_lowers,
    "an unrelated function changes nothing": change.unrelated_function,
    "the target decides no space": change.target_decides_no_space,
}
