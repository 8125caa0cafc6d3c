"""Two engines, one meaning: what each of them derives, how they are compared, and that a run leaves no trace."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tilewhy.engine.engines import ENGINES, compare, engine_named
from tilewhy.engine.model import Model
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.engine.rulebook import Rulebook
from tilewhy.engine.solver_pydatalog import groups
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.nodes import Source

GRAPH = """
%!relation edge(From, To)
%!means {"% leads to %", From, To}
%!at From
#defined edge/2.

%!relation path(From, To)
%!means {"a path leads from % to %", From, To}
%!at From
path(From, To) :- edge(From, To).
path(From, To) :- path(From, Stop), edge(Stop, To).

%!relation dead_end(Node)
%!means {"nothing leads on from %", Node}
%!at Node
dead_end(Node) :- not edge(Node, _), path(_, Node).

%!relation later(From, To)
%!means {"% is a smaller number than %", From, To}
%!at From
later(From, To) :- From < To, path(From, To), From != 3.
"""
BOTH = [ENGINES["clingo"], ENGINES["pydatalog"]]


def rulebook(text: str = GRAPH) -> Rulebook:
    return Rulebook((Source("graph.lp", text),))


@pytest.mark.parametrize("engine", BOTH, ids=lambda engine: engine.name)
def test_recursion_negation_and_comparison(engine) -> None:
    model = engine.solve(rulebook(), "edge(1, 2). edge(2, 3). edge(3, 4). edge(4, 2).")
    assert model.rows("path") == tuple((a, b) for a in (1, 2, 3, 4) for b in (2, 3, 4))
    assert model.rows("dead_end") == ()
    assert model.rows("later") == ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4))


@pytest.mark.parametrize("engine", BOTH, ids=lambda engine: engine.name)
def test_conditions_may_stand_in_any_order(engine) -> None:
    """In `dead_end` the negation, in `later` the comparison comes before what binds its variables."""
    model = engine.solve(rulebook(), "edge(1, 2).")
    assert model.rows("dead_end") == ((2,),)
    assert model.rows("later") == ((1, 2),)


@pytest.mark.parametrize("engine", BOTH, ids=lambda engine: engine.name)
def test_terms_keep_their_kind(engine) -> None:
    """A number is no string; a string with brackets, commas and quotes is one term."""
    unordered = rulebook(GRAPH.partition("%!relation later")[0])
    facts = r'edge("f.x@2", "a(b, c)."). edge(-1, "1"). edge(mat, "%!"). edge("1", 2).'
    model = engine.solve(unordered, facts)
    assert set(model.rows("edge")) == {("f.x@2", "a(b, c)."), (-1, "1"), ("mat", "%!"), ("1", 2)}
    assert model.holds("path", (-1, 2))


def test_only_numbers_have_an_order() -> None:
    """clingo orders words too, but strings after constants, which are one and the same for us; the reference refuses."""
    with pytest.raises(DiagnosticError) as refused:
        ENGINES["pydatalog"].solve(rulebook(), "edge(1, a).")
    assert refused.value.diagnostics[0].message == "a rule for later compares a number with a word; only numbers have an order"


@pytest.mark.parametrize("engine", BOTH, ids=lambda engine: engine.name)
def test_a_relation_without_rows_is_empty(engine) -> None:
    model = engine.solve(rulebook(), "")
    assert [model.rows(relation) for relation in rulebook().relations] == [()] * 4


@pytest.mark.parametrize("engine", BOTH, ids=lambda engine: engine.name)
def test_rules_that_are_not_stratified_are_refused(engine) -> None:
    text = GRAPH + "dead_end(Node) :- edge(Node, _), not dead_end(Node).\n"
    with pytest.raises(DiagnosticError) as refused:
        engine.solve(rulebook(text), "edge(1, 2). edge(2, 1).")
    assert refused.value.diagnostics[0].code == "TW0705"


def test_relations_are_derived_group_by_group() -> None:
    """A group needs only itself and earlier groups, so a negated relation is always finished."""
    order = [relation for group in groups(rulebook()) for relation in group]
    assert order.index("edge") < order.index("path") < order.index("dead_end")


def test_a_difference_is_an_error_that_shows_the_first_rows() -> None:
    ours = Model({"edge": [(1, 2)], "path": [(1, index) for index in range(10)]}.get)
    theirs = Model({"edge": [(1, 2)], "path": [(1, 0), (2, 0)]}.get)

    def known(model: Model) -> Model:
        return Model(lambda relation: model._load(relation) or ())

    with pytest.raises(DiagnosticError) as refused:
        compare(rulebook(), known(ours), known(theirs))
    (told,) = refused.value.diagnostics
    assert told.code == "TW0710"
    assert told.message == (
        "the engines disagree on path: only clingo has (1, 1), (1, 2), (1, 3), (1, 4), (1, 5) and 4 more; only pydatalog has (2, 0)"
    )


def test_pydatalog_works_in_threads_side_by_side() -> None:
    """pyDatalog keeps its clauses per thread; forty runs in four threads must not see each other's facts."""

    def ends(count: int) -> tuple:
        facts = " ".join(f"edge({node}, {node + 1})." for node in range(count))
        return ENGINES["pydatalog"].solve(rulebook(), facts).rows("dead_end")

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ends, range(1, 41))) == [((count,),) for count in range(1, 41)]


def test_pydatalog_leaves_the_callers_own_program_alone() -> None:
    from pyDatalog import pyDatalog

    pyDatalog.clear()
    pyDatalog.assert_fact("edge", "mine", "yours")
    ENGINES["pydatalog"].solve(rulebook(), "edge(1, 2).")
    assert pyDatalog.ask("edge(X, Y)").answers == [("mine", "yours")]
    with pytest.raises(AttributeError, match="Predicate without definition"):
        pyDatalog.ask("dead_end(X)")


def test_the_reference_engine_warns_of_large_kernels() -> None:
    facts = 'edge("f(1).", 2).' * 2001
    assert [told.code for told in engine_named("pydatalog").warnings(facts)] == ["TW0711"]
    assert [told.code for told in engine_named("both").warnings(facts)] == ["TW0711"]
    assert engine_named("clingo").warnings(facts) == ()
    assert engine_named("pydatalog").warnings("edge(1, 2)." * 2000) == ()


def test_an_unknown_engine_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(DiagnosticError) as refused:
        infer_tile_memory_space(engine="pydatalogg")
    (told,) = refused.value.diagnostics
    assert (told.code, told.help) == ("TW0713", "did you mean `pydatalog`?")


KERNEL = """\
import pypto.language as pl

@pl.program
class Product:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(a: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        x = pl.tile.load(a, [0, 0], [16, 16], [16, 16])
        y = pl.tile.load(a, [0, 0], [16, 16], [16, 16])
        z = pl.tile.matmul(x, y)
        return pl.tile.store(z, [0, 0], out)
"""


def test_every_engine_writes_the_same_kernel() -> None:
    program = parse_program(KERNEL)
    texts = {name: str(infer_tile_memory_space(engine=name)(program)) for name in ENGINES}
    assert len(set(texts.values())) == 1
    assert "pl.Mem.Left" in texts["clingo"]
