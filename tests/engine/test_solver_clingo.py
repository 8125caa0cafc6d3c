"""Facts reach clingo as text or as terms, by how many there are; nobody can tell which."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewhy.engine import solver_clingo
from tilewhy.engine.model import Row
from tilewhy.engine.passes import PLACEMENT_RULES, READ, infer_tile_memory_space
from tilewhy.engine.rulebook import Rulebook, load_rulebook
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.nodes import Source

from ..conftest import ROOT

RULES = """
%!relation edge(From, To)
#defined edge/2.
%!relation loose(Node, Number)
#defined loose/2.
%!relation joined(From, Number)
joined(From, Number) :- edge(From, To), loose(To, Number).
"""


def everything(rulebook: Rulebook, facts: str, read: tuple[str, ...]) -> dict[str, tuple[Row, ...]]:
    model = solver_clingo.solve(rulebook, facts, read)
    return {relation: model.rows(relation) for relation in rulebook.relations}


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_a_kernel_has_one_model_either_way(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    derived = infer_tile_memory_space("ascend910b").derive(parse_program(path.read_text("utf-8")))
    rulebook = load_rulebook(*PLACEMENT_RULES)
    monkeypatch.setattr(solver_clingo, "MANY", 1)
    as_terms = everything(rulebook, derived.text, READ)
    monkeypatch.setattr(solver_clingo, "MANY", 10**9)
    assert everything(rulebook, derived.text, READ) == as_terms


def test_strings_mean_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [r"\"quoted\"", r"back\\slash", "a, b", "x). y", "(", "@said", ""]
    facts = " ".join(f'edge("{name}",{number}). loose({number},-{number}).' for number, name in enumerate(names, 1))
    rulebook = Rulebook((Source("mine.lp", RULES),))
    monkeypatch.setattr(solver_clingo, "MANY", 1)
    as_terms = everything(rulebook, facts, ("joined",))
    monkeypatch.setattr(solver_clingo, "MANY", 10**9)
    assert everything(rulebook, facts, ("joined",)) == as_terms
    assert len(as_terms["joined"]) == len(names)
