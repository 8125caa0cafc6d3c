"""A sample of the mutants of the rules: each is killed by a kernel of the suite, or is known to be equivalent.

`python -m tests.mutation.run` holds all of them against the whole fast part of the suite.
"""

from __future__ import annotations

from random import Random

import pytest

from tilewhy.engine.rulebook import Rulebook
from tilewhy.ir_facts.nodes import Source

from .bundle import STAGES, rulebook
from .mutants import mutants
from .run import Stage, equivalents, stages, survives_apart

RULES = """\
%!relation edge(From, To)
%!means {"% leads to %", From, To}
%!at From
#defined edge/2.

%!relation end(Node, Kind)
%!means {"% is an end", Node}
%!at Node

%!name dead-end
%!says {"nothing leads on from %", Node}
end(Node, dead) :-
    edge(From, Node), not edge(Node, _), From != 3.

%!name loose-end
%!says {"% is loose", Node}
end(Node, loose) :-
    edge(Node, 7).
"""


def test_every_small_change_of_a_rule_is_a_mutant() -> None:
    names = [mutant.name for mutant in mutants(Rulebook((Source("r.lp", RULES),)))]
    assert names == [
        "r.lp: end dead-end: deleted",
        "r.lp: end dead-end: without edge(From,Node)",
        "r.lp: end dead-end: without not edge(Node,_)",
        "r.lp: end dead-end: edge(Node,_) instead of not edge(Node,_)",
        "r.lp: end dead-end: without From != 3",
        "r.lp: end dead-end: From = 3 instead of From != 3",
        "r.lp: end dead-end: end(Node,loose) instead of end(Node,dead)",
        "r.lp: end loose-end: deleted",
        "r.lp: end loose-end: without edge(Node,7)",
        "r.lp: end loose-end: edge(Node,8) instead of edge(Node,7)",
        "r.lp: end loose-end: end(Node,dead) instead of end(Node,loose)",
    ]


def test_a_mutant_changes_one_rule_and_no_line_of_another() -> None:
    book = Rulebook((Source("r.lp", RULES),))
    for mutant in mutants(book):
        changed = mutant.apply(book)
        before = {(rule.line, str(rule)) for rule in book.rules}
        assert len(changed.text.splitlines()) == len(RULES.splitlines())
        try:
            after = {(rule.line, str(rule)) for rule in changed.rules}
        except Exception:
            continue  # what the rulebook refuses needs no kernel
        assert len(before - after) == 1


def test_every_equivalent_has_a_proof_and_exists() -> None:
    known = equivalents()
    names = {mutant.name for stage in STAGES for mutant in mutants(rulebook(stage))}
    assert all(proof for proof in known.values())
    assert sorted(set(known) - names) == []


@pytest.fixture(scope="module")
def placement() -> Stage:
    """The placement rules, with the kernels of the cases."""
    return stages(0, ["placement"], ("test_cases.py",))["placement"]


def test_a_sample_of_mutants_is_killed(placement: Stage) -> None:
    known = equivalents()
    placing = [mutant for mutant in mutants(placement.rules) if "verify" not in mutant.path and mutant.name not in known]
    sample = Random(6).sample(placing, 40)
    assert [mutant.name for mutant in sample if survives_apart(mutant, placement)] == []
