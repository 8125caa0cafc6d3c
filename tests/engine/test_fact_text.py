"""Facts and answers as text: split into relations and rows, whatever stands in a string."""

from __future__ import annotations

import pytest

from tilewhy.engine.fact_text import by_relation, rows, terms_by_relation

FACTS = 'tile("k.x"). uses("k@1",0,"k.x").\ntile("k.y").\n'
ANSWER = 'space("k.x",vec) moved("k.x",left) space("k.y",mat)'


def test_facts_and_answers_are_split_by_relation() -> None:
    assert by_relation(FACTS, ").") == {"tile": ['"k.x"', '"k.y"'], "uses": ['"k@1",0,"k.x"']}
    assert by_relation(ANSWER, ") ") == {"space": ['"k.x",vec', '"k.y",mat'], "moved": ['"k.x",left']}


@pytest.mark.parametrize("text", ["", "\n"])
def test_nothing_said_is_nothing_found(text: str) -> None:
    assert by_relation(text, ").") == {}


@pytest.mark.parametrize("string", [").", ") ", "(", "a, b", r"\"", r"\\", r"\").", "p(1). q("])
def test_strings_may_hold_what_ends_an_atom(string: str) -> None:
    facts, answer = f'says("{string}",1). tile("k.x").', f'says("{string}",1) tile("k.x")'
    assert by_relation(facts, ").") == by_relation(answer, ") ") == terms_by_relation(facts)
    assert terms_by_relation(facts) == {"says": [f'"{string}",1'], "tile": ['"k.x"']}


def test_a_row_holds_strings_constants_and_numbers() -> None:
    assert rows(['"k.x",vec,-3', '"a b",mat,0']) == [("k.x", "vec", -3), ("a b", "mat", 0)]
