"""`tilewhy ops`: what op specs say, what is wrong with them, and how two sets of them differ."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tilewhy.engine.cli import main
from tilewhy.engine.engines import engine_named
from tilewhy.engine.rulebook import load_rulebook
from tilewhy.engine.spec_card import card, card_text
from tilewhy.engine.spec_check import check_file
from tilewhy.engine.spec_findings import READ, RULES
from tilewhy.ir_facts.diagnostic import Diagnostic
from tilewhy.ir_facts.opspecs import load_specs
from tilewhy.ir_facts.opspecs_layers import builtin_overlays

from ..conftest import ROOT


class Out:
    """What a command printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def ops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs `tilewhy ops` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Out:
        status = main(["ops", *words])
        return Out(status, *capsys.readouterr())

    return run


# ---------------------------------------------------------------------------------------------- list


def test_list_shows_where_each_op_reads_and_writes(ops) -> None:
    told = ops("list", "tile.matmul", "tile.load", "tile.slice")
    assert told.status == 0
    assert told.out.splitlines() == [
        "tile.load                           -> target_memory=, else by demand",
        "tile.matmul  lhs: Left, rhs: Right  -> Acc",
        "tile.slice                          -> inherit",
    ]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (["--retargetable"], ["tile.load", "tile.create"]),
        (["tile.matmul*", "--space", "Bias"], ["tile.matmul_bias", "tile.matmul_mx_bias"]),
        (["tile.matmul_mx*", "--target", "ascend910b"], []),
        (["tile.*shape*", "--inherits"], ["tile.reshape", "tile.set_validshape"]),
        (["--category", "prefetch", "*.wait"], ["prefetch.wait"]),
    ],
)
def test_filters_of_list_hold_together(ops, filters: list[str], expected: list[str]) -> None:
    assert [row["op"] for row in json.loads(ops("list", *filters, "--json").out)] == expected


@pytest.mark.parametrize(
    ("words", "message", "help"),
    [
        (["--space", "Acx"], "argument --space: unknown memory `Acx`", "did you mean `Acc`?"),
        (["--category", "boats"], "argument --category: unknown category `boats`", "categories are tile, tensor"),
        (["--target", "b200"], "argument --target: unknown target `b200`", "targets are none, ascend910b"),
    ],
)
def test_an_unknown_filter_is_answered(ops, words: list[str], message: str, help: str) -> None:
    told = ops("list", *words)
    assert told.status == 2 and message in told.err and help in told.err


# ---------------------------------------------------------------------------------------------- show


def test_show_is_a_card(ops) -> None:
    told = ops("show", "tile.matmul_acc")
    line = (ROOT / "opspecs.yaml").read_text().splitlines().index("  tile.matmul_acc:") + 1
    assert told.out.startswith(f"tile.matmul_acc    opspecs.yaml:{line}\n  category tile\n")
    assert "  acc          Tile    in Acc    updated\n" in told.out
    assert "  [init_cond]  Scalar            a number takes its dtype from BOOL\n" in told.out
    assert "result    in Acc, always\n" in told.out
    assert "    lhs must have as many columns as rhs has rows  [possible(lhs[1] == rhs[0])]\n" in told.out
    assert "  the result shares the buffer of acc\n" in told.out
    assert "  pl.tile.matmul_acc(" in told.out and "  pl.matmul_acc(" in told.out


def test_show_tells_layouts_by_target_and_what_a_chip_lacks(ops) -> None:
    assert "  lhs  Tile  in Vec  row_major on ascend910b, ascend950\n" in ops("show", "tile.add").out
    assert "  not on ascend910b\n" in ops("show", "tile.matmul_mx").out


@pytest.mark.parametrize(
    ("op", "where"),
    [
        ("tile.load", "in target_memory=, else where its consumers want it"),
        ("tile.move", "in target_memory=, else in Vec"),
        ("tile.slice", "where input is; what is wanted of it falls on input"),
        ("pld.tile.remote_load", "in Vec, although the op itself names none"),
        ("tile.gather_row", "where dst is"),
        ("tile.get_block_idx", "no tile"),
        ("tile.tpush_to_aic", "no tile"),
    ],
)
def test_where_a_result_is_in_words(ops, op: str, where: str) -> None:
    assert f"\nresult    {where}\n" in ops("show", op).out


def test_a_spelling_shows_every_op_that_it_can_stand_for(ops) -> None:
    names = [card["op"] for card in json.loads(ops("show", "pl.add", "--json").out)]
    assert names == ["tile.add", "tile.adds", "tensor.add", "tensor.adds"]


def test_every_op_has_a_card() -> None:
    specs = load_specs()
    for name, op in specs.ops.items():
        assert card_text(card(op, specs)).startswith(name)


def test_a_card_of_a_new_op_cites_its_file(ops) -> None:
    Path("mine.yaml").write_text("ops:\n  tile.softcap: {is: squash, args: [tile], inputs: {tile: [Vec, Acc]}, output: Vec}\n")
    told = ops("show", "tile.softcap", "--opspecs", "mine.yaml")
    assert told.out.startswith("tile.softcap    mine.yaml:2\n  squash\n") and "in Vec or Acc" in told.out


def test_an_unknown_op_is_answered(ops) -> None:
    told = ops("show", "tile.matmull")
    assert (told.status, told.out) == (2, "")
    assert told.err == "error[TW0240]: no op spec describes `tile.matmull`\n   help: did you mean `tile.matmul`?\n"


# ---------------------------------------------------------------------------------------------- check

WORLD = """\
standalone: true
version: 1
spaces:
  Near: {layout: &flat {blayout: row_major, slayout: none_box, fractal: 512}, lane: vector, permissive: true}
  Far: {layout: *flat, lane: cube}
unplaced: *flat
moves: {op: chip.copy, kwarg: to, legal: [{from: Near, to: Far}]}
staging: {Near: Near, Far: Near}
targets: {none: {}, chip: {layouts: {row_major: {chip.add: [a]}}}}
residency: {panel: Near, marker: x}
dtypes: {F32: {kind: float, bits: 32}}
namespaces: {chip: {kind: Tile, category: chip}}
categories: {chip: {}}
ops:
  chip.load: {args: [source: Tensor], kwargs: {to: space}, output: {kwarg: to}, result: {view: of_shape, shape: source, dtype: source}}
  chip.copy: {args: [tile], kwargs: {to: space}, output: {kwarg: to}, result: {view: inherit(tile)}}
  chip.add: {args: [a, b], inputs: {a: Near, b: Near}, output: Near, result: {view: inherit(a)}}
"""
"""A small machine with nothing wrong: tiles are loaded into Near, and moved on to Far."""


def found(tmp_path: Path, text: str) -> list[Diagnostic]:
    (tmp_path / "mine.yaml").write_text(text)
    return check_file(str(tmp_path / "mine.yaml"), engine_named())


def found_in(tmp_path: Path, old: str, new: str) -> list[Diagnostic]:
    assert old in WORLD
    return found(tmp_path, WORLD.replace(old, new))


def told(diagnostics: list[Diagnostic]) -> list[tuple[str, str, str]]:
    return [(one.severity, one.code, one.message) for one in diagnostics]


def test_a_good_file_has_nothing_wrong(tmp_path: Path) -> None:
    assert found(tmp_path, WORLD) == []


@pytest.mark.parametrize("name", ["opspecs.yaml", *builtin_overlays()])
def test_what_is_shipped_has_nothing_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert check_file(name, engine_named()) == []


FINDINGS = {
    "a memory that nothing fills": (
        "from: Near, to: Far}",
        "from: Near, to: Near}",
        [
            ("warning", "TW0222", "no tile can ever be in Far: no op writes it, no load stops there, and no move leads there"),
            ("error", "TW0224", "a load that is wanted in Far stops in Near, and no path of moves leads on"),
        ],
    ),
    "a memory that nothing leads to": (
        "{from: Near, to: Far}]}\nstaging: {Near: Near, Far: Near}",
        "]}\nstaging: {Near: Near}",
        [("warning", "TW0222", "no tile can ever be in Far: no op writes it, no load stops there, and no move leads there")],
    ),
    "staging in a circle": (
        "staging: {Near: Near, Far: Near}",
        "staging: {Near: Far, Far: Near}",
        [
            ("error", "TW0223", "no load can stop in Far, through which Near is filled: Near -> Far -> Near"),
            ("error", "TW0224", "a load that is wanted in Near stops in Far, and no path of moves leads on"),
            ("error", "TW0223", "no load can stop in Near, through which Far is filled: Far -> Near -> Far"),
        ],
    ),
    "a layout that nothing can apply": (
        "inputs: {a: Near, b: Near}",
        "inputs: {b: Near}",
        [("error", "TW0225", "chip requires a layout of a of chip.add, which may be in any memory, so nothing ever lays it out")],
    ),
    "a memory for a number": (
        "args: [a, b]",
        "args: [a, b: Scalar]",
        [("error", "TW0226", "chip.add wants b in a memory, but b is a Scalar")],
    ),
    "a result that follows nothing": (
        "ops:\n",
        "ops:\n  chip.iota: {args: [n: Scalar], output: inherit, result: &flat {view: of_shape, shape: '[1, 1]', dtype: F32}}\n",
        [("error", "TW0227", "the result of chip.iota is where its first tile is, but no operand of it is a tile")],
    ),
    "a buffer in two memories": (
        "b: Near}, output: Near,",
        "b: Near}, output: Far, reuses: b,",
        [("error", "TW0228", "chip.add writes Far into the buffer of b, which it does not accept in Far")],
    ),
    "a stationary operand that is never moved": (
        "ops:\n",
        "ops:\n  chip.dot: {args: [a], output: Near, stationary: [a], result: {view: inherit(a)}}\n",
        [("error", "TW0229", "a of chip.dot is stationary but may be in any memory, so there is no move that could be saved")],
    ),
    "a result that reads a number as a tile": (
        "ops:\n",
        "ops:\n  chip.fill: {args: [n: Scalar], output: Near, result: {view: inherit(n), shape: '[1, 1]', dtype: F32}}\n",
        [("error", "TW0250", "result of chip.fill: `n` is read as a Tile, but it is a Scalar")],
    ),
    "a result that reads a tile as a number": (
        "{view: inherit(a)}",
        "{view: inherit(a), shape: '[a, 1]'}",
        [("error", "TW0250", "result of chip.add: `a` is read as a Scalar, but it is a Tile")],
    ),
    "a result of no type": (
        "output: Near, result: {view: inherit(a)}",
        "output: Near",
        [
            (
                "warning",
                "TW0232",
                "nothing says the type of what chip.add makes, so a kernel that does not annotate it cannot go on with it",
            )
        ],
    ),
    "a result of an unknown word": (
        "{view: inherit(a)}",
        "{view: inherrit(a)}",
        [("error", "TW0250", "result of chip.add: `inherrit` is not a word for a view")],
    ),
}


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda name: name.replace(" ", "-"))
def test_what_cannot_be_meant_is_found(finding: str, tmp_path: Path) -> None:
    old, new, expected = FINDINGS[finding]
    assert told(found_in(tmp_path, old, new)) == expected


FAR, LEGAL, STAGING = "  Far: {layout: *flat, lane: cube}\n", "legal: [{from: Near, to: Far}]", "staging: {Near: Near, Far: Near}"
DEEP = {FAR: f"{FAR}  Deep: {{layout: *flat, lane: cube}}\n"}
NO_MOVE, ONLY_NEAR, ONLY_LOADS = {LEGAL: "legal: []"}, {STAGING: "staging: {Near: Near}"}, {STAGING: "staging: {Near: Near, Far: Far}"}
FETCH = (
    "chip.fetch: {args: [], kwargs: {to: space}, output: {kwarg: to, default: Far}, result: {view: of_shape, shape: '[1, 1]', dtype: F32}}"
)
EMPTY = "no tile can ever be in {}: no op writes it, no load stops there, and no move leads there"
FAR_EMPTY, DEEP_EMPTY = ("warning", "TW0222", EMPTY.format("Far")), ("warning", "TW0222", EMPTY.format("Deep"))

WORLDS = {
    "an op writes there unless told otherwise": ({**NO_MOVE, **ONLY_NEAR, "ops:\n": f"ops:\n  {FETCH}\n"}, []),
    "a load may stop there": ({**NO_MOVE, **ONLY_LOADS}, []),
    "what only allocates is no load": ({**NO_MOVE, **ONLY_LOADS, "chip.load: {": "chip.load: {memory_access: none, "}, [FAR_EMPTY]),
    "a move from where no tile is": ({**DEEP, **ONLY_NEAR, LEGAL: "legal: [{from: Far, to: Deep}]"}, [FAR_EMPTY, DEEP_EMPTY]),
    "two moves lead there": ({**DEEP, **ONLY_NEAR, LEGAL: "legal: [{from: Near, to: Far, through: Deep}]"}, [DEEP_EMPTY]),
    "two moves from where no tile is": (
        {**DEEP, **ONLY_NEAR, LEGAL: "legal: [{from: Far, to: Deep, through: Near}]"},
        [FAR_EMPTY, DEEP_EMPTY],
    ),
    "two moves lead on from where a load stops": (
        {**DEEP, LEGAL: "legal: [{from: Near, to: Deep}, {from: Near, to: Far, through: Deep}]"},
        [],
    ),
    "an operand that can be anything can be a tile": ({"args: [a, b]": "args: [a: Any, b]"}, []),
    "a tensor is in no such memory": (
        {"args: [a, b]": "args: [a, b: Tensor]"},
        [("error", "TW0226", "chip.add wants b in a memory, but b is a Tensor")],
    ),
    "a result that can be its operand where it is": ({**DEEP, "a: Near, b: Near}, output: Near": "a: [Far, Deep], b: Near}, output: Deep"}, []),
    "a buffer that may be anywhere": ({"b: Near}, output: Near": "}, output: Near, reuses: b"}, []),
}  # fmt: skip


@pytest.mark.parametrize("name", WORLDS, ids=lambda name: name.replace(" ", "-"))
def test_where_tiles_can_be(name: str, tmp_path: Path) -> None:
    """The small machine, changed; some have a third memory, Deep."""
    changes, expected = WORLDS[name]
    text = WORLD
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    assert told(found(tmp_path, text)) == expected


def test_an_operand_that_nothing_can_bring_there(tmp_path: Path) -> None:
    text = WORLD.replace("legal: [{from: Near, to: Far}]", "legal: []").replace("Far: Near}", "}").replace("b: Near}", "b: Far}")
    assert ("error", "TW0220", "chip.add wants b in Far, where no tile can ever be") in told(found(tmp_path, text))


def test_a_result_that_can_never_be_its_own_operand(tmp_path: Path) -> None:
    text = "ops:\n  tile.odd: {args: [tile], inputs: {tile: Vec}, output: Left, result: {view: inherit(tile)}}\n"
    [one] = found(tmp_path, text)
    expected = "a result of tile.odd can never be its tile: no path of moves leads from Left to Vec"
    assert told([one]) == [("warning", "TW0221", expected)]
    assert (one.labels[0].span.line, one.labels[0].span.column, one.help) == (2, 36, "moves lead there from Vec, Acc")


def test_a_memory_where_no_tile_belongs_is_no_surprise(tmp_path: Path) -> None:
    text = WORLD.replace("legal: [{from: Near, to: Far}]", "legal: []").replace(", Far: Near}", "}")
    assert found(tmp_path, text.replace("lane: cube}", "lane: cube, tiles: false}")) == []


def test_a_changed_op_must_say_so(tmp_path: Path) -> None:
    [one] = found(tmp_path, "ops:\n  tile.abs:\n    memory_access: unspecified\n")
    assert told([one]) == [("error", "TW0230", "tile.abs changes an op that exists already")]
    assert (one.labels[0].span.line, one.labels[0].span.column) == (2, 2)
    assert found(tmp_path, "ops:\n  tile.abs:\n    override: true\n    memory_access: unspecified\n") == []
    assert found(tmp_path, "ops:\n  tile.neg: null\n") == []


def test_an_override_needs_something_to_override(tmp_path: Path) -> None:
    [one] = found(
        tmp_path, "ops:\n  tile.abss: {override: true, args: [tile], inputs: {tile: Vec}, output: Vec, result: {view: inherit(tile)}}\n"
    )
    assert told([one]) == [("error", "TW0231", "tile.abss overrides nothing: no file below has it")]
    assert one.help == "did you mean `tile.abs`?"


def test_everything_is_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = """\
ops:
  tile.a: {args: [x], ouput: Vec, result: {view: inherit(y)}}
  tile.b: {args: [x], inputs: {y: Vec}}
  tile.c: {args: [x, x]}
  tile.d: {args: [x: Scalar], inputs: {x: Vec}, output: Vec, result: {view: of_shape, shape: '[1]', dtype: x}}
  tile.e: {like: tile.a}
  tile.abs: {output: Vec}
  tile.f: {args: [x], output: Vec, result: {view: inherit(z)}}
targets:
  ascend950:
    layouts: {row_major: {tile.g: [x], tile.neg: [tiel]}}
"""
    assert [(one.code, one.labels[0].span.line) for one in found(tmp_path, text)] == [
        ("TW0204", 2),
        ("TW0250", 2),
        ("TW0207", 3),
        ("TW0211", 4),
        ("TW0226", 5),
        ("TW0230", 7),
        ("TW0250", 8),
        ("TW0206", 11),
        ("TW0207", 11),
    ]


def test_a_mistake_in_what_everything_depends_on_ends_the_check_there(tmp_path: Path) -> None:
    text = "moves: {legal: [{from: Vex, to: Left}]}\nops:\n  tile.a: {ouput: Vec}\n  tile.d: {args: [x: Scalar], inputs: {x: Vec}}\n"
    assert [one.code for one in found(tmp_path, text)] == ["TW0206", "TW0204"]


def test_what_a_file_breaks_below_is_told_at_its_place(tmp_path: Path) -> None:
    diagnostics = found(tmp_path, "ops:\n  tile.abs: null\n")
    assert {(one.code, one.message) for one in diagnostics} == {("TW0206", "unknown op `tile.abs`")}
    places = {(one.labels[0].source.path, one.labels[0].span.line) for one in diagnostics if one.labels[0].source}
    lines = (ROOT / "opspecs.yaml").read_text().splitlines()
    assert all(path == "opspecs.yaml" and "tile.abs" in lines[line - 1] for path, line in places)


def test_what_is_wrong_below_is_not_the_fault_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "below.yaml").write_text(
        "ops:\n  tile.odd: {args: [tile], inputs: {tile: Vec}, output: Left, result: {view: inherit(tile)}}\n"
    )
    assert (
        found(
            tmp_path,
            "extends: below.yaml\nops:\n  tile.even: {args: [tile], inputs: {tile: Vec}, output: Vec, result: {view: inherit(tile)}}\n",
        )
        == []
    )


def test_the_command_tells_each_file_and_its_verdict(ops) -> None:
    Path("good.yaml").write_text("ops:\n  tile.softcap: {args: [tile], inputs: {tile: Vec}, output: Vec, result: {view: inherit(tile)}}\n")
    Path("bad.yaml").write_text("ops:\n  tile.abs: {ouput: Vec}\n")
    told = ops("check", "good.yaml", "bad.yaml", "none.yaml")
    assert told.status == 2
    assert told.out == "good.yaml: nothing wrong\nbad.yaml: 2 errors\nnone.yaml: 1 error\n"
    assert told.err.startswith("bad.yaml:2:3: error[TW0230]: tile.abs changes an op that exists already\n")
    assert "bad.yaml:2:14: error[TW0204]: unknown key `ouput`\n" in told.err and "help: did you mean `output`?" in told.err
    assert "none.yaml: cannot be read" in told.err


def test_warnings_alone_are_no_failure(ops) -> None:
    Path("odd.yaml").write_text("ops:\n  tile.odd: {args: [tile], inputs: {tile: Vec}, output: Left, result: {view: inherit(tile)}}\n")
    told = ops("check", "odd.yaml")
    assert (told.status, told.out) == (0, "odd.yaml: 1 warning\n") and "warning[TW0221]" in told.err


def test_what_was_found_as_json(ops) -> None:
    Path("bad.yaml").write_text("ops:\n  tile.x: {ouput: Vec}\n")
    [file] = json.loads(ops("check", "bad.yaml", "--json").out)
    assert file["path"] == "bad.yaml"
    [one] = file["diagnostics"]
    assert (one["code"], one["labels"][0]["line"], one["labels"][0]["column"]) == ("TW0204", 2, 12)


def test_the_rules_of_the_check_are_a_sound_rulebook() -> None:
    rulebook = load_rulebook(*RULES)
    rulebook.check()
    assert set(READ) <= set(rulebook.relations)


def test_its_relations_are_its_own() -> None:
    """All rule files can be loaded together (`clingo rules/*.lp facts.lp`)."""
    own = set(load_rulebook("specs").relations)
    others = {name for path in (ROOT / "rules").glob("*.lp") if path.stem != "specs" for name in load_rulebook(path.stem).relations}
    assert own & others == set()


# ---------------------------------------------------------------------------------------------- diff and schema


def test_diff_compares_by_meaning(ops) -> None:
    Path("same.yaml").write_text("ops:\n  tile.abs: {inputs: {tile: [Vec]}, like: tile.neg}\n")
    assert (ops("diff", "builtin", "same.yaml").status, ops("diff", "builtin", "same.yaml").out) == (0, "")
    told = ops("diff", "builtin", "builtin:builder-stamps-vec")
    assert told.status == 1
    assert told.out == "+ moves Vec -> Left, Right: legal\n+ builders pl.load defaults target_memory default: Vec\n"


def test_diff_tells_what_is_new_gone_and_changed(ops) -> None:
    Path("new.yaml").write_text(
        "targets: {ascend950: {capacity: {Bias: 8192}, layouts: {row_major: {tile.neg: [tile]}}}}\n"
        "ops:\n  tile.gemv: null\n  tile.softcap: {args: [tile], output: Vec}\n  tile.abs: {output: Mat, inputs: null}\n"
    )
    assert ops("diff", "builtin", "new.yaml").out.splitlines() == [
        "~ targets ascend950 capacity Bias: 4096 -> 8192",
        "+ targets ascend950 layouts tile.neg(tile): row_major",
        "- ops tile.gemv",
        "- ops tile.abs inputs: {tile: [Vec]}",
        "~ ops tile.abs output: Vec -> Mat",
        "+ ops tile.softcap",
    ]


def test_diff_as_json(ops) -> None:
    [one] = [one for one in json.loads(ops("diff", "builtin", "builtin:builder-stamps-vec", "--json").out) if one["path"][0] == "builders"]
    assert one == {"path": ["builders", "pl.load", "defaults", "target_memory", "default"], "old": None, "new": "Vec"}


def test_schema_is_what_is_shipped(ops) -> None:
    assert ops("schema").out == (ROOT / "opspecs.schema.json").read_text()


def test_an_action_is_needed_and_helps(ops) -> None:
    told = ops()
    assert told.status == 2 and "TW0602" in told.err
    assert re.search(r"(?m)^    check +say everything that is wrong", ops("--help").out)
