"""A rulebook is checked before anyone trusts it: its fragment, its declarations, its strata."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewhy.engine.passes import PLACEMENT_RULES
from tilewhy.engine.rulebook import Rulebook, load_rulebook
from tilewhy.engine.rules_ast import Comparison, Literal, Variable
from tilewhy.engine.solver_clingo import solve
from tilewhy.ir_facts.diagnostic import Diagnostic, DiagnosticError
from tilewhy.ir_facts.nodes import Source

DECLARED = """\
%!relation edge(From, To)
%!means {"% leads to %", From, To}
%!at From
#defined edge/2.
%!relation path(From, To)
%!means {"% reaches %", From, To}
%!at From
"""


def book(rules: str) -> Rulebook:
    """A rulebook of one file: `edge` and `path`, and these rules from line 8 on."""
    return Rulebook((Source("mine.lp", DECLARED + rules),))


def refusal(rules: str) -> Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        book(rules).check()
    return caught.value.diagnostics[0]


def test_a_rule_has_a_name_a_sentence_and_a_place() -> None:
    rules = book('%!name step\n%!says {"% leads to %", From, To}\npath(From, To) :-\n    edge(From, To), From != To.\n').rules
    assert (rules[0].name, rules[0].says, rules[0].line) == ("step", ("% leads to %", ("From", "To")), 10)
    assert str(rules[0]) == "path(From, To) :- edge(From, To), From != To."
    assert isinstance(rules[0].body[0], Literal)
    assert rules[0].body[1] == Comparison(Variable("From"), "!=", Variable("To"))


def test_declarations_tell_columns_and_what_is_given() -> None:
    relations = book("").relations
    assert relations["edge"].columns == ("From", "To")
    assert relations["edge"].given
    assert not relations["path"].given
    assert relations["path"].means == ("% reaches %", ("From", "To"))


@pytest.mark.parametrize(
    ("rules", "code", "place"),
    [
        ("path(A, B) :- edge(A, B)", "TW0701", (9, 0)),
        ("path(A, B) ; edge(A, B) :- edge(B, A).", "TW0702", (8, 0)),
        ("{ path(A, B) } :- edge(A, B).", "TW0702", (8, 0)),
        (":- edge(A, A).", "TW0702", (8, 0)),
        ("path(A, N) :- edge(A, B), N = #count { C : edge(B, C) }.", "TW0702", (8, 26)),
        ("path(A, f(B)) :- edge(A, B).", "TW0702", (8, 8)),
        ("path(A, B + 1) :- edge(A, B).", "TW0702", (8, 8)),
        ("path(A, B) :- edge(A, C), not not edge(B, C).", "TW0702", (8, 26)),
        ("path(A, B) :- edges(A, B).", "TW0703", (8, 0)),
        ("path(A, B) :- edge(A, B, _).", "TW0704", (8, 0)),
        ("path(A, B) :- edge(A, B), not path(B, A).", "TW0705", (8, 0)),
    ],
)
def test_what_the_engines_could_not_agree_on_is_refused_where_it_stands(rules: str, code: str, place: tuple[int, int]) -> None:
    told = refusal(rules)
    assert told.code == code
    assert told.labels[0].span[:2] == place
    assert told.source is not None
    assert told.source.path == "mine.lp"


def test_a_circle_through_negation_is_found_across_relations() -> None:
    told = refusal(
        '%!relation stuck(At)\n%!means {"% is stuck", At}\n%!at At\npath(A, B) :- edge(A, B), not stuck(A).\nstuck(A) :- path(A, _).\n'
    )
    assert told.code == "TW0705"


def test_positive_recursion_and_negation_below_it_are_fine() -> None:
    book("path(A, B) :- edge(A, B), not edge(B, A).\npath(A, C) :- path(A, B), edge(B, C).").check()


def test_solving_gives_the_one_model() -> None:
    rules = book("path(A, B) :- edge(A, B).\npath(A, C) :- path(A, B), edge(B, C).")
    model = solve(rules, 'edge("a","b"). edge("b","c"). edge("c","d\\"e, f) ").', ("path",))
    assert model.rows("edge") == (("a", "b"), ("b", "c"), ("c", 'd\\"e, f) '))
    assert len(model.rows("path")) == 6
    assert model.holds("path", ("a", "c"))
    assert not model.holds("path", ("c", "a"))
    assert model.match("path", (None, "c")) == [("a", "c"), ("b", "c")]
    assert model.rows("nothing") == ()


def test_a_rulebook_with_several_answers_is_refused_by_the_rule_that_allows_them() -> None:
    with pytest.raises(DiagnosticError) as caught:
        solve(book("{ path(A, B) } :- edge(A, B)."), 'edge("a","b").')
    assert caught.value.diagnostics[0].code == "TW0702"


def test_the_built_in_rulebook_is_stratified_and_speaks() -> None:
    rules = load_rulebook(*PLACEMENT_RULES)
    rules.check()
    assert [rule for rule in rules.rules if not rule.name or not rule.says[0]] == []
    assert [name for name, count in Counter(rule.name for rule in rules.rules).items() if count > 1] == []
    for rule in rules.rules:
        known = {
            term.name
            for atom in [rule.head, *(x.atom for x in rule.body if isinstance(x, Literal))]
            for term in atom.terms
            if isinstance(term, Variable)
        }
        assert set(rule.says[1]) <= known, rule.name
        assert rule.says[0].count("%") == len(rule.says[1]), rule.name
    for relation in rules.relations.values():
        assert relation.at in relation.columns, relation.name
        assert set(relation.means[1]) <= set(relation.columns), relation.name
        assert relation.means[0].count("%") == len(relation.means[1]), relation.name
