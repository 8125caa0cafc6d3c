"""Edits of a kernel's text: only what is asked for changes."""

from __future__ import annotations

import pytest

from tilewhy.engine.edits import callee, drop_keyword, insert_after, move, replace_in_line, set_keyword, unwrap
from tilewhy.ir_facts.nodes import Source, Span


def source(text: str) -> Source:
    return Source("k.py", text)


def span(text: str, part: str) -> Span:
    """The place of `part` in `text`, which may hold several lines."""
    begin = text.index(part)
    end = begin + len(part)
    line, end_line = text.count("\n", 0, begin) + 1, text.count("\n", 0, end) + 1
    return Span(line, begin - (text.rfind("\n", 0, begin) + 1), end_line, end - (text.rfind("\n", 0, end) + 1))


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pl.load(a, [0, 0])", "pl.load(a, [0, 0], to=pl.Mem.Mat)"),
        ("pl.load(a, to=pl.Mem.Vec, x=1)", "pl.load(a, to=pl.Mem.Mat, x=1)"),
        ("pl.load()", "pl.load(to=pl.Mem.Mat)"),
        ("pl.load(\n    a,\n    b,\n)", "pl.load(\n    a,\n    b, to=pl.Mem.Mat)"),
        ("pl.load(é, ü)", "pl.load(é, ü, to=pl.Mem.Mat)"),
    ],
)
def test_a_keyword_is_set(call: str, expected: str) -> None:
    text = f"x = 1\ny = {call}  # why\nz = 2\n"
    assert set_keyword(source(text), span(text, call), "to", "pl.Mem.Mat") == f"x = 1\ny = {expected}  # why\nz = 2\n"


def test_a_keyword_is_dropped() -> None:
    text = "y = pl.load(a, to=pl.Mem.Vec, x=1)\n"
    call = span(text, "pl.load(a, to=pl.Mem.Vec, x=1)")
    assert drop_keyword(source(text), call, "to") == "y = pl.load(a, x=1)\n"
    assert drop_keyword(source(text), call, "x") == "y = pl.load(a, to=pl.Mem.Vec)\n"
    assert drop_keyword(source(text), call, "other") is None


def test_what_is_no_call_is_left_alone() -> None:
    text = "y = a + b\n"
    assert set_keyword(source(text), span(text, "a + b"), "to", "x") is None
    assert callee(source(text), span(text, "a + b")) == ""
    assert callee(source("y = pl.tile.load(a)\n"), Span(1, 4, 1, 19)) == "pl"


def test_a_statement_is_inserted_with_its_indentation() -> None:
    text = "def f():\n    x = g(\n        1)\n    return x\n"
    assert (
        insert_after(source(text), span(text, "x = g(\n        1)"), "y = x")
        == "def f():\n    x = g(\n        1)\n    y = x\n    return x\n"
    )


def test_a_statement_moves_out_of_its_loop() -> None:
    text = "a = 1\nfor i in r:\n    b = 2\n    c = f(\n        b)\n    d = 3\ne = 4\n"
    loop, statement = Span(2, 0, 6, 9), span(text, "c = f(\n        b)")
    assert move(source(text), statement, loop) == "a = 1\nc = f(\n    b)\nfor i in r:\n    b = 2\n    d = 3\ne = 4\n"
    assert move(source(text), statement, loop, after=True) == "a = 1\nfor i in r:\n    b = 2\n    d = 3\nc = f(\n    b)\ne = 4\n"


def test_a_line_changes_once() -> None:
    assert replace_in_line(source("a.b.b\nb\n"), 1, "b", "c") == "a.c.b\nb\n"
    assert replace_in_line(source("a\n"), 1, "b", "c") is None
    assert replace_in_line(source("a\n"), 9, "a", "c") is None


def test_a_parameter_loses_its_direction() -> None:
    text = "def f(self, x: pl.Out[pl.Tensor[[1], pl.BF16]], y: int): ...\n"
    where = span(text, "x: pl.Out[pl.Tensor[[1], pl.BF16]]")
    assert unwrap(source(text), where, "Out") == "def f(self, x: pl.Tensor[[1], pl.BF16], y: int): ...\n"
    assert unwrap(source(text), where, "InOut") is None
    assert unwrap(source(text), span(text, "y: int"), "Out") is None
