"""What the page works out by itself is what the product says: proofs, near misses, answers to queries."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tilewhy.engine.report import Run, payload, report, run
from tilewhy.engine.telling import Line
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.nodes import Source

from ..case_runner import Case, cases, options
from ..conftest import ROOT
from .browser import Page, started

CASES = cases()
TARGET = "ascend910b"
QUERIES = (
    "space(T, mat)",
    "space(T, S), not annotated(T, _), defines(C, T), call(C, Op, _, Position)",
    "demand(T, One), demand(T, Other), One < Other",
    "uses(C, I, T), I >= 1, call(C, Op, F, _), _Hidden != Op, uses(_, I, _Hidden)",
    'call(C, "tile.matmul", _, P), P > 2.',
    "carry(L, 0, A, I, Y, R), space(R, S), holds(A, S)",
    "declined(Load, Loop, Reason), not preheader(Load, Loop)",
    "space(T, S), T = x",
    "space(nowhere, S)",
    "peak(Function, Space, Bytes), Bytes > 1000",
)

JS_LINES = """
const line = (each) => [tilewhy.plain(each.parts), each.places.map((place) => `${place.path}:${place.line}`), each.rule ? each.rule.name : "", each.because.map(line)];
"""


def told(line: Line) -> list[Any]:
    """A line as `JS_LINES` tells it."""
    return [
        line.text,
        [str(place) for place in line.places],
        line.rule.name if line.rule is not None else "",
        [told(each) for each in line.because],
    ]


def placed(case: Case) -> Run:
    """A case, by the op specs that it names; some are written for a machine of their own."""
    how = options(case)
    source = Source(case.before.name, case.before.read_text("utf-8"))
    try:
        return run(source, how.opspecs, how.target if how.target != "none" else TARGET, "clingo")
    except DiagnosticError as refusal:
        pytest.skip(f"cannot be read: {refusal}")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page of which only the reasoning is used; `load` gives it other runs."""
    for browser in started():
        file = tmp_path_factory.mktemp("report") / "report.html"
        file.write_text(report(placed(Case(ROOT / "examples" / "matmul.py"))), "utf-8")
        page = Page(browser)
        page.open(file)
        yield page


def load(page: Page, each: Run) -> None:
    page.run("window.loaded = new tilewhy.Run(JSON.parse(arguments[0]))", json.dumps(payload(each, "a case")))


def tiles_of(each: Run) -> list[str]:
    return sorted(str(row[0]) for row in each.answers.placement.model.rows("tile"))


@pytest.mark.parametrize("case", CASES[::2], ids=lambda case: case.name)
def test_stories_are_those_of_the_product(case: Case, page: Page) -> None:
    each = placed(case)
    load(page, each)
    tiles = tiles_of(each)
    stories = page.run(
        JS_LINES
        + "return arguments[0].map((tile) => new tilewhy.Story(loaded, loaded.tile(tile)).parts.map(({title, lines}) => [title, lines.map(line)]))",
        tiles,
    )
    for tile, story in zip(tiles, stories, strict=True):
        blocks = [told(block) for block in each.answers.why(tile).blocks()] if story else []
        ours = [one for title, lines in story for one in ([[title, [], "", lines]] if title else lines)]
        assert ours == blocks, tile


@pytest.mark.parametrize("case", CASES[1::6], ids=lambda case: case.name)
def test_near_misses_are_those_of_the_product(case: Case, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    # Edits have to be run to be suggested; the page cannot.
    monkeypatch.setattr("tilewhy.engine.why_not_asked.space_edits", lambda *_: ())
    each = placed(case)
    load(page, each)
    tiles = tiles_of(each)[:8]
    spaces = [space.constant for space in each.infer.specs.spaces.values() if not space.off_chip]
    found = page.run(
        JS_LINES
        + """return arguments[0].map((tile) => {
          const story = new tilewhy.Story(loaded, loaded.tile(tile));
          const {placement} = loaded;
          return arguments[1].map((space) => tilewhy.whyNotIn(placement, story.tile, loaded.values.find(space), story.tellers.get(placement)).map(line));
        })""",
        tiles,
        spaces,
    )
    for tile, answers in zip(tiles, found, strict=True):
        for space, lines in zip(spaces, answers, strict=True):
            answer = each.answers.why_not(tile, space)
            assert answer.holds or lines == [told(one) for one in answer.blocks()[0].because], (tile, space)


@pytest.mark.parametrize("case", CASES[::10], ids=lambda case: case.name)
def test_queries_have_the_answers_of_the_product(case: Case, page: Page) -> None:
    each = placed(case)
    load(page, each)
    for query in QUERIES:
        if each.result is None and ("declined" in query or "peak" in query):
            continue
        found = page.run(
            "const {columns, answers, round} = tilewhy.ask(loaded, arguments[0]); return [columns, answers.map(({row}) => row.map((place) => round.values.at(place)))]",
            query,
        )
        table = each.answers.query(query)
        assert found == [list(table.columns), [list(row) for row in table.rows]], query
        if table.rows == ():
            assert page.run("return tilewhy.ask(loaded, arguments[0]).notes.length", query) > 0 or not table.notes
