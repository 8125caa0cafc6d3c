"""Every rule has a name and a sentence, every relation columns, a meaning and a place, every fact a sentence and a location."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewhy.engine.answers import Answers
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.engine.places import Places
from tilewhy.engine.relations import books
from tilewhy.engine.rulebook import Rulebook, Template
from tilewhy.engine.rules_ast import Literal, Rule, Variable
from tilewhy.engine.stages import Stage
from tilewhy.engine.wording import Wording
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.opspecs import load_specs

from ..case_runner import Case, cases, options

BOOKS = {book.round: book.rulebook for book in books()}


def fills(template: Template, known: set[str]) -> bool:
    """A sentence with one `%` for each of its variables, all of which are known."""
    return bool(template[0]) and template[0].count("%") == len(template[1]) and set(template[1]) <= known


def names(rule: Rule) -> set[str]:
    atoms = [rule.head, *(item.atom for item in rule.body if isinstance(item, Literal))]
    return {term.name for atom in atoms for term in atom.terms if isinstance(term, Variable)}


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_every_rule_has_a_name_and_a_sentence(book: Rulebook) -> None:
    assert [str(rule) for rule in book.rules if not rule.name] == []
    assert [rule.name for rule in book.rules if not fills(rule.says, names(rule))] == []
    assert [name for name, count in Counter(rule.name for rule in book.rules).items() if count > 1] == []


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_every_relation_has_columns_a_meaning_and_a_place(book: Rulebook) -> None:
    for relation in book.relations.values():
        assert relation.columns, relation.name
        assert fills(relation.means, set(relation.columns)), relation.name
        assert relation.at in relation.columns, relation.name
        assert not relation.lacks[0] or fills(relation.lacks, set(relation.columns)), relation.name


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_what_rules_look_for_in_vain_has_a_sentence_for_its_absence(book: Rulebook) -> None:
    negated = {item.atom.relation for rule in book.rules for item in rule.body if isinstance(item, Literal) and not item.positive}
    assert sorted(name for name in negated if not book.relations[name].lacks[0]) == []


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_every_relation_is_given_or_derived_and_not_both(book: Rulebook) -> None:
    derived = set(book.by_head)
    assert sorted(name for name, relation in book.relations.items() if relation.given == (name in derived)) == []


PLACED = [case for case in cases() if case.expected(".after.py") is not None]


@pytest.mark.parametrize("case", PLACED[::9], ids=lambda case: case.name)
def test_every_fact_has_a_sentence_and_a_location(case: Case) -> None:
    how = options(case)
    specs = load_specs(*how.opspecs)
    program = parse_program(case.before.read_text(encoding="utf-8"), path=case.before.name, specs=specs)
    infer = infer_tile_memory_space(how.target, specs)
    derived = infer.derive(program)
    answers = Answers(infer, derived)
    for stage in (answers.placement, answers.residency, answers.verification):
        if stage is not None:
            check_facts(stage)


def check_facts(stage: Stage) -> None:
    places, wording = Places(stage), Wording(stage)
    for relation in stage.rulebook.relations.values():
        for row in stage.model.rows(relation.name) if relation.given else ():
            place = places.atom(relation.name, row)
            assert place is not None and place.line > 0, f"{relation.name}{row} has no place"
            assert "%" not in wording.atom(relation.name, row)
