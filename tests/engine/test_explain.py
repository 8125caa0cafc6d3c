"""Proofs: smallest first, through negation and recursion, never circular, and accepted by the checker."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewhy.engine.proofs import Node, walk

from .proving import stages, toy

REACH = """
reach(A, B) :- edge(A, B).
reach(A, C) :- reach(A, B), edge(B, C).
far(A, B) :- reach(A, B), not edge(A, B).
"""


def lines(node: Node, depth: int = 0) -> list[str]:
    """A proof as indented atoms."""
    return ["  " * depth + str(node)] + [line for child in node.because for line in lines(child, depth + 1)]


def test_a_proof_goes_down_to_facts() -> None:
    t = toy(REACH, "edge(a,b). edge(b,c).")
    proof = t.explainer.prove("reach", ("a", "c"))
    t.checker.check(proof)
    assert lines(proof) == ["reach(a, c)", "  reach(a, b)", "    edge(a, b)", "  edge(b, c)"]


def test_an_absent_atom_says_what_was_looked_for() -> None:
    t = toy(REACH + "lonely(A) :- node(A), not edge(A, _).", "edge(a,b). edge(b,c). node(c).")
    proof = t.explainer.prove("far", ("a", "c"))
    t.checker.check(proof)
    assert lines(proof)[-1] == "  not edge(a, c)"
    assert lines(t.explainer.prove("lonely", ("c",))) == ["lonely(c)", "  node(c)", "  not edge(c, _)"]


def test_the_smallest_proof_comes_first() -> None:
    t = toy(REACH, "edge(a,b). edge(b,c). edge(c,d). edge(a,x). edge(x,d).")
    proof = t.explainer.prove("reach", ("a", "d"))
    t.checker.check(proof)
    assert proof.height == 2
    assert "edge(x, d)" in " ".join(lines(proof))


def test_a_circle_of_edges_gives_no_circular_proof() -> None:
    t = toy(REACH, "edge(a,b). edge(b,a).")
    for row in t.model.rows("reach"):
        for proof in t.explainer.proofs("reach", row, 10):
            t.checker.check(proof)


def test_alternatives_come_by_height_and_end() -> None:
    t = toy(REACH, "edge(a,b). edge(b,d). edge(a,c). edge(c,d). edge(a,d).")
    proofs = t.explainer.proofs("reach", ("a", "d"), 10)
    for proof in proofs:
        t.checker.check(proof)
    assert [proof.height for proof in proofs] == [1, 2, 2]
    assert len({proof.id for proof in proofs}) == 3
    assert [proof.id for proof in t.explainer.proofs("reach", ("a", "d"), 2)] == [proof.id for proof in proofs[:2]]


def test_alternatives_may_differ_deep_inside() -> None:
    t = toy("top(A) :- mid(A). mid(A) :- one(A). mid(A) :- two(A).", "one(a). two(a).")
    assert [str(p.because[0].because[0]) for p in t.explainer.proofs("top", ("a",), 5)] == ["one(a)", "two(a)"]


def test_what_does_not_hold_has_no_proof() -> None:
    t = toy(REACH, "edge(a,b).")
    with pytest.raises(KeyError):
        t.explainer.prove("reach", ("b", "a"))
    with pytest.raises(KeyError):
        t.explainer.prove_absence("edge", ("a", None))
    assert str(t.explainer.prove_absence("edge", ("b", None))) == "not edge(b, _)"


def test_ids_depend_on_content_alone() -> None:
    one, two = toy(REACH, "edge(a,b). edge(b,c)."), toy("\n\n" + REACH, "edge(z,z). edge(b,c). edge(a,b).")
    ids = [[node.id for node in walk(t.explainer.prove("reach", ("a", "c")))] for t in (one, two)]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 4


def test_a_chain_of_thousands_of_steps_is_no_recursion() -> None:
    facts = " ".join(f"next({i},{i + 1})." for i in range(3000))
    t = toy("on(0) :- next(0, _). on(B) :- on(A), next(A, B).", facts)
    proof = t.explainer.prove("on", (3000,))
    assert proof.height == 3001
    t.checker.check(proof)


RULES = [
    "p(A, B) :- e(A, B).",
    "p(A, C) :- p(A, B), p(B, C).",
    "p(A, B) :- q(B, A), not f(A, B).",
    "q(A, B) :- p(A, B), f(B, A).",
    "q(A, A) :- p(A, B), q(B, A).",
    "q(A, B) :- f(A, B).",
    "r(A) :- p(A, A).",
    "r(A) :- q(A, B), r(B).",
]
PAIRS = st.lists(st.tuples(st.sampled_from("ef"), st.sampled_from("abc"), st.sampled_from("abc")), max_size=7, unique=True)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(RULES), min_size=1, unique=True), PAIRS)
def test_heights_are_those_of_a_naive_evaluation(rules: list[str], pairs: list[tuple[str, str, str]]) -> None:
    t = toy("\n".join(rules), " ".join(f"{name}({a},{b})." for name, a, b in pairs))
    heights = stages(t.rulebook.rules, {(name, (a, b)): 0 for name, a, b in pairs}, ["a", "b", "c"])
    for relation in ("p", "q", "r"):
        assert set(t.model.rows(relation)) == {row for name, row in heights if name == relation}
        for row in t.model.rows(relation):
            proofs = t.explainer.proofs(relation, row, 4)
            assert proofs[0].height == heights[relation, row]
            assert [proof.height for proof in proofs] == sorted(proof.height for proof in proofs)
            for proof in proofs:
                t.checker.check(proof)
