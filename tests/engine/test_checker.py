"""The checker refuses what proves nothing."""

from __future__ import annotations

import pytest

from tilewhy.engine.checker import BadProof
from tilewhy.engine.proofs import ABSENT, GIVEN, Node, derived, leaf

from .proving import Toy, toy

RULES = "reach(A, B) :- edge(A, B).\nreach(A, C) :- reach(A, B), edge(B, C), A != C.\nlonely(A) :- node(A), not reach(A, _).\n"


@pytest.fixture
def t() -> Toy:
    return toy(RULES, 'edge(a,b). edge(b,c). edge(c,a). node("k.x"). node(c).')


def step(t: Toy, rule: int, relation: str, row: tuple[str, ...], binding: dict[str, str], *because: Node) -> Node:
    return derived(relation, row, t.rulebook.rules[rule], dict(binding), because)


def edge(a: str, b: str) -> Node:
    return leaf(GIVEN, "edge", (a, b))


def test_a_true_proof_passes(t: Toy) -> None:
    t.checker.check(step(t, 0, "reach", ("a", "b"), {"A": "a", "B": "b"}, edge("a", "b")))
    t.checker.check(step(t, 2, "lonely", ("k.x",), {"A": "k.x"}, leaf(GIVEN, "node", ("k.x",)), leaf(ABSENT, "reach", ("k.x", None))))


def test_an_invented_fact(t: Toy) -> None:
    with pytest.raises(BadProof, match=r"edge\(a, c\) is not among the facts"):
        t.checker.check(step(t, 0, "reach", ("a", "c"), {"A": "a", "B": "c"}, edge("a", "c")))


def test_an_absence_of_what_is_there(t: Toy) -> None:
    with pytest.raises(BadProof, match="but there is one"):
        t.checker.check(step(t, 2, "lonely", ("c",), {"A": "c"}, leaf(GIVEN, "node", ("c",)), leaf(ABSENT, "reach", ("c", None))))


def test_an_absence_that_was_not_asked_for(t: Toy) -> None:
    narrow = leaf(ABSENT, "reach", ("c", "k"))
    with pytest.raises(BadProof, match="nothing supports not reach"):
        t.checker.check(step(t, 2, "lonely", ("c",), {"A": "c"}, leaf(GIVEN, "node", ("c",)), narrow))


def test_a_head_that_the_rule_does_not_give(t: Toy) -> None:
    with pytest.raises(BadProof, match="is not the head"):
        t.checker.check(step(t, 0, "reach", ("a", "c"), {"A": "a", "B": "b"}, edge("a", "b")))


def test_conditions_that_do_not_meet(t: Toy) -> None:
    first = step(t, 0, "reach", ("a", "b"), {"A": "a", "B": "b"}, edge("a", "b"))
    with pytest.raises(BadProof, match="nothing supports edge"):
        t.checker.check(step(t, 1, "reach", ("a", "a"), {"A": "a", "B": "b", "C": "a"}, first, edge("c", "a")))


def test_a_comparison_that_fails(t: Toy) -> None:
    first = step(t, 0, "reach", ("a", "b"), {"A": "a", "B": "b"}, edge("a", "b"))
    second = step(t, 1, "reach", ("a", "c"), {"A": "a", "B": "b", "C": "c"}, first, edge("b", "c"))
    t.checker.check(second)
    with pytest.raises(BadProof, match="A != C does not hold"):
        t.checker.check(step(t, 1, "reach", ("a", "a"), {"A": "a", "B": "c", "C": "a"}, second, edge("c", "a")))


def test_a_condition_left_out_and_one_too_many(t: Toy) -> None:
    with pytest.raises(BadProof, match="nothing supports edge"):
        t.checker.check(step(t, 0, "reach", ("a", "b"), {"A": "a", "B": "b"}))
    with pytest.raises(BadProof, match="more supports"):
        t.checker.check(step(t, 0, "reach", ("a", "b"), {"A": "a", "B": "b"}, edge("a", "b"), edge("b", "c")))


def test_a_variable_left_open(t: Toy) -> None:
    with pytest.raises(BadProof, match="leaves B"):
        t.checker.check(step(t, 0, "reach", ("a", "b"), {"A": "a"}, edge("a", "b")))


def test_a_rule_that_is_not_in_the_book(t: Toy) -> None:
    other = toy("reach(A, B) :- edge(B, A).", "")
    with pytest.raises(BadProof, match="is no rule"):
        t.checker.check(derived("reach", ("b", "a"), other.rulebook.rules[0], {"A": "b", "B": "a"}, (edge("a", "b"),)))


def test_a_proof_that_meets_an_atom_again(t: Toy) -> None:
    rules = toy("on(A) :- on(B), link(B, A).\non(A) :- start(A).", "start(a). link(a,b). link(b,a).")
    link = {("a", "b"): leaf(GIVEN, "link", ("a", "b")), ("b", "a"): leaf(GIVEN, "link", ("b", "a"))}
    start = step(rules, 1, "on", ("a",), {"A": "a"}, leaf(GIVEN, "start", ("a",)))
    once = step(rules, 0, "on", ("b",), {"A": "b", "B": "a"}, start, link["a", "b"])
    rules.checker.check(once)
    with pytest.raises(BadProof, match="supports itself"):
        rules.checker.check(step(rules, 0, "on", ("a",), {"A": "a", "B": "b"}, once, link["b", "a"]))


def test_a_leaf_that_claims_to_be_derived(t: Toy) -> None:
    with pytest.raises(BadProof, match="neither derived"):
        t.checker.check(Node("0", "derived", "edge", ("a", "b")))
