"""The report in a browser, as a reader uses it: look, click, press keys, search, ask, follow links."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from tilewhy.engine.cli import main

from ..conftest import ROOT
from .browser import Page, flat, started
from .grown import grown

MATMUL = ROOT / "examples" / "matmul.py"


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    yield from started()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`matmul.html`, `compared.html` and `refused.html`."""
    folder = tmp_path_factory.mktemp("reports")
    changed = folder / "changed.py"
    changed.write_text(MATMUL.read_text("utf-8").replace("scaled = pl.mul(product, 0.125)", "scaled = product"), "utf-8")
    refused = ROOT / "tests" / "cases" / "moves" / "no_path_at_all.before.py"
    assert main(["report", str(MATMUL), "-o", str(folder / "matmul.html"), "--target", "ascend910b"]) == 0
    assert main(["report", str(MATMUL), "-o", str(folder / "compared.html"), "--against", str(changed)]) == 0
    assert main(["report", str(refused), "-o", str(folder / "refused.html")]) == 1
    return folder


@pytest.fixture
def page(browser: object, reports: Path) -> Iterator[Page]:
    """The report of the shipped example, fresh. Whatever a test does, the page must not complain."""
    page = Page(browser)
    page.open(reports / "matmul.html")
    yield page
    assert page.problems == []


def tile(page: Page, name: str) -> object:
    return next(each for each in page.all(".listing .tile") if each.text == name)


# ------------------------------------------------------------------------------------------------------------------ the text


def test_the_text_shows_the_placed_kernel_with_its_moves_as_insertions(page: Page) -> None:
    inserted = [row.text for row in page.all(".row.mark-inserted")]
    assert len(inserted) == 5
    assert "a_first_Left: pl.Tile[[64, 64], pl.BF16, pl.Mem.Left] = pl.tile.move(a_first, target_memory=pl.Mem.Left)" in inserted[0]


def test_a_tile_has_the_colour_and_the_letter_of_its_memory(page: Page) -> None:
    mat, left = tile(page, "a_first"), tile(page, "a_first_Left")
    assert (mat.get_attribute("data-letter"), left.get_attribute("data-letter")) == ("M", "L")
    assert mat.value_of_css_property("background-color") != left.value_of_css_property("background-color")
    assert mat.value_of_css_property("text-decoration-style") != left.value_of_css_property("text-decoration-style")
    assert mat.get_attribute("aria-label") == "a_first in Mat"


def test_before_after_and_diff_keep_the_place(page: Page) -> None:
    tile(page, "a_k").click()
    assert page.one(".row.cursor").text.startswith("14")
    page.press("b")
    assert page.one(".row.cursor").text.split("\n")[0].startswith("27")
    assert "a_k = pl.load(a, [0, k], [M, STEP])" in page.one(".row.cursor").text
    page.press("d")
    marks = [row.find_element("css selector", ".mark").text for row in page.all(".row")]
    assert marks.count("-") == 7 and marks.count("+") == 12


def test_a_load_that_left_its_loop_is_marked(browser: object, tmp_path: Path) -> None:
    case = next((ROOT / "tests" / "cases" / "residency").glob("a01_*.before.py"))
    assert main(["report", str(case), "-o", str(tmp_path / "hoisted.html"), "--target", "ascend910b"]) == 0
    page = Page(browser)
    page.open(tmp_path / "hoisted.html")
    assert page.all(".row.mark-moved") != []
    assert "is computed once" in page.run(
        "const story = new tilewhy.Story(tilewhy.runs[0], tilewhy.runs[0].tile(arguments[0])); return story.parts.map((part) => part.lines.map((line) => tilewhy.plain(line.parts)).join()).join()",
        hoisted_tile(page),
    )


def hoisted_tile(page: Page) -> str:
    return page.run("const {residency, values} = tilewhy.runs[0]; return values.at(residency.model.rows('preheader')[0][0])")


# ------------------------------------------------------------------------------------------------------------------ proofs


def test_a_click_on_a_tile_shows_its_proof_in_sentences(page: Page) -> None:
    tile(page, "a_k").click()
    assert "a_k is placed in Mat" in page.panel
    assert (
        "tile.load names no target_memory, and a_k is wanted in Left, which is filled through Mat matmul.py:27 opspecs.yaml:" in page.panel
    )
    assert "tile.matmul_acc wants its operand lhs in Left" in page.panel


def test_a_copy_tells_of_the_tile_that_it_is_a_copy_of(page: Page) -> None:
    tile(page, "a_k_Left").click()
    assert page.run("return tilewhy.app.tileIdent()") == "scaled_matmul.a_k"
    assert "a_k must be moved to Left for tile.matmul_acc" in page.panel


def test_arrows_lead_to_those_that_want_the_tile(page: Page) -> None:
    tile(page, "a_k").click()
    assert page.run("return tilewhy.app.arrows.arrows.map(({from, to, space}) => [from, to, space.name])") == [[13, 17, "Left"]]
    assert len(page.all(".arrow")) == 1


def test_a_place_in_a_sentence_leads_to_its_line(page: Page) -> None:
    tile(page, "a_k").click()
    next(link for link in page.all(".why a.place") if link.text == "matmul.py:29").click()
    assert "total" in page.one(".row.cursor").text


def test_branches_of_a_proof_open_and_close_and_a_link_brings_them_back(page: Page) -> None:
    tile(page, "a_k").click()
    item = page.one(".why [role=treeitem][aria-expanded=true]")
    item.find_element("css selector", ".twist").click()
    assert item.get_attribute("aria-expanded") == "false"
    page.browser.refresh()
    page.wait("return !!window.tilewhy")
    assert page.one(".why [role=treeitem]").get_attribute("aria-expanded") == "false"


def test_the_tree_is_one_for_a_screen_reader(page: Page) -> None:
    tile(page, "a_k").click()
    item = page.one(".why [role=tree] > [role=treeitem]")
    assert [item.get_attribute(name) for name in ("aria-level", "aria-posinset", "aria-setsize")] == ["1", "1", "1"]
    assert page.one(".why [role=tree]").get_attribute("aria-label") == "placement"
    page.run("arguments[0].focus()", item)
    page.press("\ue015")  # down
    assert page.run("return document.activeElement.getAttribute('aria-level')") == "2"
    page.press("\ue012", "\ue012")  # left: close, then up to what it supports
    assert page.run("return document.activeElement.getAttribute('aria-level')") == "1"


def test_why_not_elsewhere_says_what_is_in_the_way(page: Page) -> None:
    tile(page, "a_k").click()
    summaries = page.all(".why summary")
    next(each for each in summaries if each.text == "why not Acc").click()
    shown = flat(page.one(".why details[open]"))
    assert "nothing wants a_k in Acc, or in what is filled through it" in shown
    assert "tilewhy why-not" in shown
    page.browser.refresh()
    page.wait("return !!window.tilewhy")
    assert "Acc" in page.one(".why details[open] summary").text


def test_a_load_in_a_loop_has_a_checklist_of_what_speaks_against_leaving_it(page: Page) -> None:
    tile(page, "a_k").click()
    assert "loaded in every iteration of loop k?" in page.panel
    assert [each.text.split("\n")[0] for each in page.all(".checklist > .against")] == ["not marked"]


def test_rules_are_shown_on_demand(page: Page) -> None:
    tile(page, "a_k").click()
    page.one(".why label.rules input").click()
    assert "space.lp:" in page.panel and "placed-by-demand" in page.panel


# ------------------------------------------------------------------------------------------------------------------ keys and links


def test_keys_walk_and_choose(page: Page) -> None:
    page.press(*"jjjjjjjj")
    assert page.one(".row.cursor").text.startswith("8")
    page.press("k", "j", "\ue007")
    assert page.run("return tilewhy.app.tileIdent()") == "scaled_matmul.a_first"
    page.press("J")
    assert page.run("return tilewhy.app.tileIdent()") == "scaled_matmul.b_first"
    page.press("\ue00c")
    assert page.run("return tilewhy.app.tileIdent()") == ""


def test_search_finds(page: Page) -> None:
    page.press("/")
    page.press("matmul_acc", "\ue007")
    assert "pl.tile.matmul_acc" in page.one(".row.cursor").text
    assert page.one(".search output").text == "1 of 1 lines"
    assert page.one(".row.cursor mark").text == "matmul_acc"


def test_a_link_brings_back_every_part_of_the_state(page: Page, reports: Path) -> None:
    fragment = "view=diff&tile=scaled_matmul.total&tab=query&q=" + quote("space(T, acc)") + "&find=move&only=Acc&theme=dark"
    page.open(reports / "matmul.html", fragment)
    assert page.one("[aria-selected=true]").text == "query"
    assert "4 answers" in page.panel
    assert page.one("#find").get_attribute("value") == "move"
    assert page.run("return document.documentElement.dataset.theme") == "dark"
    assert page.one(".listing .tile.m2").value_of_css_property("opacity") == "0.3"
    assert page.one(".group [aria-pressed=true]").text == "diff"
    assert page.all(".listing .tile.chosen") != []


def test_back_undoes_a_choice(page: Page) -> None:
    tile(page, "a_k").click()
    tile(page, "b_k").click()
    page.browser.back()
    page.wait("return tilewhy.app.tileIdent() === 'scaled_matmul.a_k'")


# ------------------------------------------------------------------------------------------------------------------ panels


def test_the_graph_shows_moves_and_carries_and_follows_the_text(page: Page) -> None:
    tile(page, "total").click()
    page.button("graph").click()
    assert page.all(".node.kind-move") != [] and page.all(".edge.kind-back") != []
    page.wait("return document.querySelectorAll('.node.chosen').length === 1")
    assert page.one(".node.chosen").get_attribute("aria-label") == "total, matmul_acc · Acc"
    page.run("document.querySelector('.node.kind-end').dispatchEvent(new MouseEvent('click'))")
    assert "pl.tile.store" in page.one(".row.cursor").text


def test_memory_shows_who_holds_what_at_the_cursor(page: Page) -> None:
    tile(page, "b_k").click()
    page.button("memory").click()
    assert "16 KiB at the cursor, 16 KiB at most, of 512 KiB" in page.panel
    assert len(page.all("canvas.chart")) == 5
    rows = [flat(row) for row in page.all(".live tr")]
    assert any("a_k" in row and "8 KiB" in row and "2 %" in row for row in rows)


def test_a_query_answers_with_proofs(page: Page) -> None:
    page.button("query").click()
    box = page.one("#query")
    box.send_keys("needed_move(Tile, Space, Call), call(Call, Op, _, _)\ue007")
    assert "5 answers" in page.panel
    assert [head.text for head in page.all(".answer th")] == ["Tile", "Space", "Call", "Op", "why"]
    page.one(".answer td button").click()
    assert "must be moved to" in page.one(".answer tr.proof").text


def test_a_round_can_be_asked_by_name(page: Page) -> None:
    page.run("tilewhy.app.state.set({tab: 'query', q: arguments[0]})", 'call(C, "tile.move", _, _)')
    assert "no row of call has tile.move as Op" in page.panel
    page.run("tilewhy.app.state.set({round: 'verify'})")
    assert "5 answers" in page.panel and "round: verify" in page.panel


def test_rules_of_the_users_own_are_asked_like_any_other(browser: object, tmp_path: Path) -> None:
    rules = tmp_path / "house.lp"
    rules.write_text(
        '%!relation moved_twice(Tile, One, Other)\n%!means {"% is moved to % and to %", Tile, One, Other}\n%!at Tile\n\n'
        '%!name moved-at-all\n%!says {"% is moved to %", Tile, Space}\nmoved_twice(Tile, Space, Space) :- moved(Tile, Space).\n',
        "utf-8",
    )
    assert main(["report", str(MATMUL), "-o", str(tmp_path / "house.html"), "--rules", str(rules)]) == 0
    page = Page(browser)
    page.open(tmp_path / "house.html", "tab=query&q=" + quote("moved_twice(T, A, B)"))
    assert "5 answers" in page.panel
    page.one(".answer td button").click()
    assert "a_first is moved to Left" in flat(page.one(".answer tr.proof"))


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("spaec(T, mat)", "there is no relation spaec; did you mean space?"),
        ("space(T)", "space has the columns Tile, Space, so 2 and not 1"),
        ("space(T, mat", "expected , or ) in space(...), found the end"),
        ("not space(T, mat)", "T stands in no condition that could say what it is"),
    ],
)
def test_a_query_that_cannot_be_answered_says_why(page: Page, query: str, problem: str) -> None:
    page.run("tilewhy.app.state.set({tab: 'query', q: arguments[0]})", query)
    assert problem in page.one(".problem").text


def test_a_refused_kernel_says_what_is_wrong_and_still_answers(browser: object, reports: Path) -> None:
    page = Page(browser)
    page.open(reports / "refused.html")
    assert "error[TW03" in page.panel
    page.run("tilewhy.app.choose(tilewhy.app.run.placement.model.rows('space')[0][0])")
    assert "is placed in" in page.panel
    assert page.problems == []


def test_against_another_run_changed_tiles_come_first(browser: object, reports: Path) -> None:
    page = Page(browser)
    page.open(reports / "compared.html")
    rows = [flat(row) for row in page.all(".changes tbody tr")]
    assert any("product" in row and "moves" in row for row in rows)
    page.all(".changes tbody a")[0].click()
    page.button("why").click()
    assert "changed.py" in page.panel
    assert page.problems == []


# ------------------------------------------------------------------------------------------------------------------ size


def test_a_kernel_of_ten_thousand_lines_opens_and_responds(browser: object, tmp_path: Path) -> None:
    source, out = tmp_path / "grown.py", tmp_path / "grown.html"
    source.write_text(grown(10_000), "utf-8")
    assert main(["report", str(source), "-o", str(out), "--target", "ascend910b"]) == 0
    assert out.stat().st_size < 3_000_000
    page = Page(browser)
    started = time.monotonic()
    page.open(out)
    assert time.monotonic() - started < 20
    assert page.run("return tilewhy.app.shown.length") > 10_000
    assert len(page.all(".row")) < 200
    script = """
      const {app} = tilewhy;
      const tiles = app.run.placement.model.rows("tile").map(([tile]) => tile);
      const times = [];
      for (let n = 0; n < 40; n++) {
        const begun = performance.now();
        app.choose(tiles[Math.floor((n * tiles.length) / 40)]);
        document.body.offsetHeight;
        times.push(performance.now() - begun);
      }
      return times.sort((one, other) => one - other)[20];
    """
    assert page.run(script) < 500
    page.button("graph").click()
    assert 0 < len(page.all(".node")) <= 40
    assert page.problems == []
