"""Yields where none belong: a body with several faults is told the one that matters, not all that follow from it."""

from __future__ import annotations

from tilewhy.ir_facts.nodes import Assign, Int, Return, Var, Yield

from .test_verify import INDEX, N, loop, told


def codes(*messages: str) -> list[str]:
    return [message.partition("[")[2][:6] for message in messages]


def test_an_early_yield_is_told_where_the_body_ends_in_one() -> None:
    assert codes(*told(loop(Yield((N,)), Yield((N,))), Return((N,)))) == ["TW0525", "TW0526"]


def test_where_the_last_yield_is_missing_the_early_one_is_not_told_as_one_too_many() -> None:
    last = Assign(Var("s"), INDEX, Int(1))
    assert codes(*told(loop(Yield((N,)), last), Return((N,)))) == ["TW0522", "TW0526"]


def test_where_the_last_yield_has_the_wrong_count_the_early_one_is_not_told_as_one_too_many() -> None:
    assert codes(*told(loop(Yield((N,)), Yield((N, N))), Return((N,)))) == ["TW0523", "TW0526"]
