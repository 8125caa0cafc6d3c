"""opspecs.yaml and its loader: what the built-in file says, how overlays change it, and how mistakes are answered."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tilewhy.ir_facts import opspecs_cache, opspecs_load
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.nodes import Source
from tilewhy.ir_facts.opspecs import Specs, load_specs, snake_case

OVERLAYS = ROOT / "tests" / "overlays"


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the user's cache."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("TILEWHY_CACHE", str(folder))
    return folder


@pytest.fixture(scope="module")
def specs() -> Specs:
    return load_specs()


def with_overlay(text: str, tmp_path: Path) -> Specs:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    return load_specs(file)


# ------------------------------------------------------------------------------------------ what the file says


def test_there_are_308_ops_and_138_of_them_work_on_tiles(specs: Specs) -> None:
    assert len(specs.ops) == 308
    assert sum(name.startswith("tile.") for name in specs.ops) == 138


def test_an_op_tells_where_its_operands_must_be(specs: Specs) -> None:
    op = specs.ops["tile.matmul_acc"]
    assert op.arg_names == ("acc", "lhs", "rhs", "init_cond")
    assert op.inputs == {0: ("Acc",), 1: ("Left",), 2: ("Right",)}
    assert op.allowed(3) == ()
    assert (op.fixed, op.reuses, op.stationary) == ("Acc", 0, (1, 2))
    assert op.required == 3


def test_only_load_and_create_can_be_told_where_to_put_their_result(specs: Specs) -> None:
    assert sorted(name for name, op in specs.ops.items() if op.retargetable) == ["tile.create", "tile.load"]


def test_what_a_proof_cites_is_the_line_that_says_it(specs: Specs) -> None:
    lines = (ROOT / "opspecs.yaml").read_text().splitlines()
    op = specs.ops["tile.matmul"]
    at = op.where("inputs", "rhs")
    assert at.file == "opspecs.yaml" and lines[at.line - 1][at.column :].startswith("rhs: Right")
    assert lines[op.at.line - 1] == "  tile.matmul:"
    assert lines[op.where("inputs", "nothing").line - 1].strip().startswith("inputs:"), "the nearest place around it"
    like = specs.ops["tile.sub"]
    assert lines[like.at.line - 1].strip() == "tile.sub: {like: tile.add}"
    assert like.where("inputs", "lhs") == specs.ops["tile.add"].where("inputs", "lhs")


def test_every_memory_has_a_name_for_rule_files(specs: Specs) -> None:
    assert specs.constant("LeftScale") == "left_scale" and specs.space_of("left_scale") == "LeftScale"
    assert [specs.space_of(specs.constant(space)) for space in specs.spaces] == list(specs.spaces)
    assert (snake_case("DDR"), snake_case("ScalarLocal"), snake_case("L0A")) == ("ddr", "scalar_local", "l0a")
    assert specs.permissive == "Vec"


def test_moves_and_staging(specs: Specs) -> None:
    direct = {pair for pair, move in specs.moves.items() if move.through is None}
    assert ("Mat", "Left") in direct and ("Vec", "Left") not in direct
    assert not any(target == "Acc" for _, target in specs.moves)
    assert specs.moves["Acc", "Vec"].kwargs == (("blayout", "row_major"), ("slayout", "none_box"))
    assert specs.moves["Vec", "RightScale"].through == "Mat"
    assert specs.staging["Right"] == "Mat" and "Acc" not in specs.staging
    assert (specs.move_op, specs.move_kwarg) == ("tile.move", "target_memory")


def test_targets_answer_by_operand_index(specs: Specs) -> None:
    assert specs.layout("ascend950", "tile.add", 1) == "row_major"
    assert specs.layout("ascend950", "tile.neg", 0) is None
    assert specs.layout("none", "tile.add", 1) is None
    assert specs.capacity("ascend910b", "Acc") == 131072
    assert specs.capacity("ascend910b", "LeftScale") is None
    assert str(specs.layout_at("ascend910b", "tile.add", 0)).startswith("opspecs.yaml:")


def test_an_unknown_op_is_no_error_but_nothing_moves_across_it(specs: Specs) -> None:
    assert specs.ops.get("tile.brand_new") is None
    assert specs.boundary("tile.brand_new")
    assert specs.boundary("pld.tile.put") and not specs.boundary("pld.system.get_comm_ctx")
    assert not specs.boundary("tile.store")


def test_bytes_of_dtypes(specs: Specs) -> None:
    assert {name: specs.dtypes[name].storage_bits for name in ("BOOL", "FP4", "BF16", "INDEX")} == {
        "BOOL": 8,
        "FP4": 4,
        "BF16": 16,
        "INDEX": 64,
    }
    assert specs.is_float("BF16") and not specs.is_float("INT8") and not specs.is_float("NOTHING")


def ops_where(specs: Specs, key: str) -> list[str]:
    return sorted(name for name, op in specs.ops.items() if getattr(op, key))


def test_what_residency_asks(specs: Specs) -> None:
    parts = {name: op.residency for name, op in specs.ops.items() if op.residency}
    assert parts == {
        "tile.load": "load",
        "tile.move": "stage",
        "tile.extract": "stage",
        "tile.transpose_view": "view",
        "system.reserve_buffer": "reserve",
    }
    slots = {name: [op.arg_names[slot] for slot in op.stationary] for name, op in specs.ops.items() if op.stationary}
    assert slots == dict.fromkeys(("tile.matmul", "tile.matmul_acc", "tile.matmul_bias"), ["lhs", "rhs"])
    storage = {name: (op.storage.of, op.storage.joins) for name, op in specs.ops.items() if op.storage}
    assert storage == {
        "tensor.create": (None, "itself"),
        "tensor.slice": (0, "itself"),
        "tensor.assemble": (0, "root"),
        "tensor.view": (0, "unknown"),
    }
    assert (specs.residency.panel, specs.residency.marker) == ("Mat", "__compiler_tensor_to_tile_mat_bridge")


def test_what_the_verifiers_ask(specs: Specs) -> None:
    gates = {name: (op.crossing.kind, op.crossing.operand, op.crossing.result) for name, op in specs.ops.items() if op.crossing}
    assert gates == {
        "tile.aiv_shard": ("shard", "Acc", "Vec"),
        "tile.aic_gather": ("gather", "Vec", "Mat"),
        "tensor.aiv_shard": ("shard", None, None),
        "tensor.aic_gather": ("gather", None, None),
    }
    assert ops_where(specs, "hoisted") == ["tile.load", "tile.store"]
    assert ops_where(specs, "stores") == ["tile.store"] and specs.ops["tile.store"].stores == (0, 2)
    folds = {f"tile.{axis}_{word}" for axis in ("row", "col") for word in ("sum", "max", "min", "prod", "argmax", "argmin")}
    assert set(ops_where(specs, "reduces")) == folds
    assert {specs.ops["tile.row_sum"].reduces, specs.ops["tile.col_sum"].reduces} == {"last", "first"}
    lane = specs.ops["system.syncall"].lane_by
    assert lane is not None and (lane.kwarg, lane.lanes["aic_only"], lane.otherwise) == ("core_type", "cube", "shared")
    assert ops_where(specs, "lane_by") == ["system.sync_set", "system.sync_wait", "system.syncall"]
    assert [name for name, space in specs.spaces.items() if space.lane == "vector"] == ["DDR", "Vec"]


# ---------------------------------------------------------------------------------------------------- overlays


def test_three_lines_add_an_op(tmp_path: Path) -> None:
    specs = with_overlay("ops:\n  tile.softcap: {args: [tile, cap: Scalar], inputs: {tile: Vec},\n    output: Vec}\n", tmp_path)
    op = specs.ops["tile.softcap"]
    assert (op.inputs, op.fixed, op.args[1].kinds, op.memory_access) == ({0: ("Vec",)}, "Vec", ("Scalar",), "unspecified")
    assert str(op.at) == f"{tmp_path / 'mine.yaml'}:2"
    assert len(specs.ops) == 309


def test_an_overlay_changes_the_keys_it_names_and_no_other(tmp_path: Path) -> None:
    specs = with_overlay("ops:\n  tile.add:\n    output: Mat\n", tmp_path)
    assert specs.ops["tile.add"].fixed == "Mat"
    assert specs.ops["tile.add"].inputs == {0: ("Vec",), 1: ("Vec",)}
    assert specs.ops["tile.add"].where("output").file.endswith("mine.yaml")
    assert specs.ops["tile.add"].where("inputs").file == "opspecs.yaml"


def test_ops_that_are_like_a_corrected_op_stay_as_they_were(tmp_path: Path) -> None:
    assert with_overlay("ops:\n  tile.add:\n    output: Mat\n", tmp_path).ops["tile.sub"].fixed == "Vec"


def test_like_takes_over_what_the_files_below_say(tmp_path: Path) -> None:
    specs = with_overlay("ops:\n  tile.cube: {like: tile.square}\n  tile.square: {like: tile.abs, output: Mat}\n", tmp_path)
    assert specs.ops["tile.cube"].fixed == "Mat" and specs.ops["tile.cube"].inputs == {0: ("Vec",)}


def test_null_removes_what_was_said(tmp_path: Path) -> None:
    specs = with_overlay("ops:\n  tile.abs:\n    inputs: null\ntargets:\n  ascend950:\n    capacity: {Bias: null}\n", tmp_path)
    assert specs.ops["tile.abs"].inputs == {}
    assert specs.capacity("ascend950", "Bias") is None and specs.capacity("ascend950", "Mat") == 524288


def test_null_makes_an_op_unknown(tmp_path: Path) -> None:
    assert "tile.gemv" not in with_overlay("ops:\n  tile.gemv: null\n", tmp_path).ops


def test_later_files_win(tmp_path: Path) -> None:
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_text("ops:\n  tile.abs: {output: Mat}\n")
    two.write_text("ops:\n  tile.abs: {output: Acc}\n")
    assert load_specs(one, two).ops["tile.abs"].fixed == "Acc"
    assert load_specs(two, one).ops["tile.abs"].fixed == "Mat"


def test_an_empty_overlay_changes_nothing(tmp_path: Path, specs: Specs) -> None:
    assert list(with_overlay("# nothing yet\n", tmp_path).ops) == list(specs.ops)


def test_the_whole_file_is_an_overlay_that_changes_nothing(specs: Specs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    again = load_specs("opspecs.yaml")
    assert again.ops["tile.sub"].inputs == specs.ops["tile.sub"].inputs and list(again.ops) == list(specs.ops)
    assert again.ops["tile.sub"].at.file == "./opspecs.yaml", "not to be taken for the built-in file"


def test_moves_of_an_overlay_join_the_others_pair_by_pair(tmp_path: Path) -> None:
    specs = with_overlay("moves:\n  legal:\n  - {from: Acc, to: [Vec, Left], targets: ascend950}\n", tmp_path)
    assert specs.move("Acc", "Left", "ascend950") is not None and specs.move("Acc", "Left", "ascend910b") is None
    assert specs.moves["Acc", "Vec"].kwargs == (("blayout", "row_major"), ("slayout", "none_box")), "what is not said again stays"
    assert ("Mat", "Left") in specs.moves


def test_the_registry_of_august_2026_fixes_fillpad_and_moves_everything_directly(specs: Specs) -> None:
    then = load_specs(OVERLAYS / "pypto-2026-08.yaml")
    for op in ("tile.fillpad", "tile.fillpad_inplace"):
        assert specs.ops[op].inherits and not specs.ops[op].inputs
        assert then.ops[op].fixed == "Vec" and then.ops[op].inputs == {0: ("Vec",)}
    assert ("Vec", "Left") not in specs.moves
    assert then.moves["Vec", "Left"].through is None and then.moves["Vec", "LeftScale"].through == "Mat"
    assert not any(target == "Acc" for _, target in then.moves)


def test_the_older_builder_stamps_vec_on_pl_load_only(specs: Specs) -> None:
    then = load_specs(OVERLAYS / "builder-stamps-vec.yaml")
    now = specs.builders["pl.load"].defaults["target_memory"]
    assert (now.default, now.by_layout["MX_A_ZZ"]) == (None, "Mat")
    assert then.builders["pl.load"].defaults["target_memory"].default == "Vec"
    assert list(then.builders) == list(specs.builders)


def test_a_built_in_overlay_has_a_name() -> None:
    assert load_specs("builtin:pypto-2026-08").ops["tile.fillpad"].fixed == "Vec"
    assert str(load_specs("builtin:pypto-2026-08").ops["tile.fillpad"].where("output")).startswith("builtin:pypto-2026-08:")


def test_an_unknown_name_lists_those_that_exist() -> None:
    with pytest.raises(DiagnosticError, match="TW0212: there are no built-in op specs `pypto-2026-8`") as caught:
        load_specs("builtin:pypto-2026-8")
    [told] = caught.value.diagnostics
    assert told.help == "did you mean `builtin:pypto-2026-08`?; available: builtin:builder-stamps-vec, builtin:pypto-2026-08"


def test_a_file_may_name_what_it_is_laid_over(tmp_path: Path) -> None:
    (tmp_path / "team.yaml").write_text("extends: builtin:pypto-2026-08\nops:\n  tile.neg: {output: Mat}\n")
    specs = with_overlay("extends: team.yaml\nops:\n  tile.abs: {output: Mat}\n", tmp_path)
    assert [specs.ops[op].fixed for op in ("tile.fillpad", "tile.neg", "tile.abs")] == ["Vec", "Mat", "Mat"]
    assert specs.files == ("opspecs.yaml", "builtin:pypto-2026-08", str(tmp_path / "team.yaml"), str(tmp_path / "mine.yaml"))


def test_what_two_files_extend_is_laid_once(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("extends: builtin:pypto-2026-08\n")
    specs = with_overlay("extends: [other.yaml, 'builtin:pypto-2026-08']\n", tmp_path)
    assert len(specs.files) == 4


def test_a_change_in_an_extended_file_is_seen(tmp_path: Path) -> None:
    for space in ("Mat", "Acc"):
        (tmp_path / "team.yaml").write_text(f"ops:\n  tile.abs: {{output: {space}}}\n")
        assert with_overlay("extends: team.yaml\n", tmp_path).ops["tile.abs"].fixed == space


def test_a_file_that_extends_itself(tmp_path: Path) -> None:
    (tmp_path / "team.yaml").write_text("extends: mine.yaml\n")
    with pytest.raises(DiagnosticError, match="TW0209: .*mine.yaml extends itself"):
        with_overlay("extends: team.yaml\n", tmp_path)


def test_what_is_extended_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError, match="TW0210: .*nothing.yaml: cannot be read") as caught:
        with_overlay("extends: nothing.yaml\n", tmp_path)
    [label] = caught.value.diagnostics[0].labels
    assert (label.span.line, label.span.column) == (1, 9)


STANDALONE = """\
standalone: true
version: 1
spaces:
  Near: {layout: {blayout: row_major, slayout: none_box, fractal: 512}, lane: vector, permissive: true}
unplaced: {blayout: row_major, slayout: none_box, fractal: 512}
moves: {op: chip.copy, kwarg: to, legal: []}
staging: {Near: Near}
targets: {none: {}}
residency: {panel: Near, marker: x}
dtypes: {F32: {kind: float, bits: 32}}
namespaces: {chip: {kind: Tile, category: chip}}
categories: {chip: {}}
ops:
  chip.copy: {args: [tile], kwargs: {to: space}, output: {kwarg: to}}
"""


def test_a_file_that_stands_alone_is_a_machine_of_its_own(tmp_path: Path) -> None:
    specs = with_overlay(STANDALONE, tmp_path)
    assert list(specs.ops) == ["chip.copy"] and list(specs.spaces) == ["Near"] and specs.spellings() == ()
    assert specs.dsl("pl.load") == ()


def test_an_overlay_may_be_laid_over_a_machine(tmp_path: Path) -> None:
    (tmp_path / "chip.yaml").write_text(STANDALONE)
    specs = with_overlay("extends: chip.yaml\nops:\n  chip.add: {args: [a, b], output: Near}\n", tmp_path)
    assert list(specs.ops) == ["chip.copy", "chip.add"]


# ------------------------------------------------------------------------------------------------------ mistakes

MISTAKES = {
    "alone and on top": (
        "extends: builtin:pypto-2026-08\nstandalone: true\n",
        "TW0211",
        (1, 0),
        "a file that stands alone extends no other",
        "drop one",
    ),
    "a bracket is missing": ("ops: {tile.x: {args: [tile}", "TW0201", (1, 26), "this is not YAML", ""),
    "a key that is no word": ("ops:\n  [tile.x]: {}\n", "TW0202", (2, 2), "a key must be a word", ""),
    "a key twice": ("ops:\n  tile.x: {output: Vec, output: Mat}\n", "TW0203", (2, 24), "`output` stands twice", "keep one of them"),
    "an unknown section": ("opps: {}\n", "TW0204", (1, 0), "unknown key `opps`", "did you mean `ops`?"),
    "an unknown key of an op": ("ops:\n  tile.x: {ouput: Vec}\n", "TW0204", (2, 11), "unknown key `ouput`", "did you mean `output`?"),
    "an unknown memory": (
        "ops:\n  tile.x: {args: [a], inputs: {a: Lefft}}\n",
        "TW0206",
        (2, 34),
        "unknown space `Lefft`",
        "did you mean `Left`?",
    ),
    "an unknown output": (
        "ops:\n  tile.x: {output: inherits}\n",
        "TW0206",
        (2, 19),
        "unknown output `inherits`",
        "did you mean `inherit`?",
    ),
    "an unknown operand": (
        "ops:\n  tile.x: {args: [lhs], inputs: {lsh: Vec}}\n",
        "TW0207",
        (2, 33),
        "unknown operand of tile.x: `lsh`",
        "did you mean `lhs`?",
    ),
    "an operand by index": (
        "ops:\n  tile.x: {args: [lhs], inputs: {0: Vec}}\n",
        "TW0207",
        (2, 33),
        "unknown operand of tile.x: `0`",
        "allowed: lhs",
    ),
    "an operand of an op without any": ("ops:\n  tile.x: {inputs: {a: Vec}}\n", "TW0207", (2, 20), "tile.x has no operands", ""),
    "a keyword that is not declared": (
        "ops:\n  tile.x: {kwargs: {where: space}, output: {kwarg: were}}\n",
        "TW0207",
        (2, 51),
        "unknown keyword of tile.x: `were`",
        "did you mean `where`?",
    ),
    "a word where a list belongs": (
        "ops:\n  tile.x: {writes: lhs}\n",
        "TW0205",
        (2, 19),
        "expected a list, each item a word, got `lhs`",
        "",
    ),
    "an operand of no name": (
        "ops:\n  tile.x: {args: [{}]}\n",
        "TW0205",
        (2, 18),
        "expected a single `name: Kind`, got a mapping",
        "",
    ),
    "two operands in one": ("ops:\n  tile.x: {args: [{a: Tile, b: Tile}]}\n", "TW0205", (2, 18), "a single `name: Kind`", ""),
    "a list where a mapping belongs": ("ops: [tile.x]\n", "TW0205", (1, 5), "expected a mapping, got a list", ""),
    "a number that is none": ("targets: {ascend950: {alignment: many}}\n", "TW0205", (1, 33), "expected a whole number, got `many`", ""),
    "a quoted number": ("targets: {ascend950: {alignment: '32'}}\n", "TW0205", (1, 33), "expected a whole number", ""),
    "a flag that is none": ("ops:\n  tile.x: {view: yes}\n", "TW0205", (2, 17), "expected true or false, got `yes`", ""),
    "a layout for an unknown op": (
        "targets: {ascend950: {layouts: {row_major: {tile.matmull: [lhs]}}}}\n",
        "TW0206",
        (1, 44),
        "unknown op `tile.matmull`",
        "did you mean `tile.matmul`?",
    ),
    "a layout for an unknown operand": (
        "targets: {ascend950: {layouts: {row_major: {tile.add: [lsh]}}}}\n",
        "TW0207",
        (1, 55),
        "unknown operand of tile.add: `lsh`",
        "did you mean `lhs`?",
    ),
    "like nothing": (
        "ops:\n  tile.x: {like: tile.matmull}\n",
        "TW0206",
        (2, 17),
        "unknown op `tile.matmull`",
        "did you mean `tile.matmul`?",
    ),
    "like itself": ("ops:\n  tile.x: {like: tile.y}\n  tile.y: {like: tile.x}\n", "TW0209", (3, 17), "tile.x -> tile.y -> tile.x", ""),
    "two permissive memories": ("spaces: {Mat: {permissive: true}}\n", "TW0211", (1, 0), "exactly one space", ""),
    "a new memory without a layout": (
        "spaces: {L3: {lane: cube}}\n",
        "TW0208",
        (1, 13),
        "the key `layout` is missing",
        "how a tile lies there",
    ),
    "a late required operand": ("ops:\n  tile.x: {args: [(a), b]}\n", "TW0211", (2, 23), "`b` stands after `a`", ""),
    "an operand with a strange name": ("ops:\n  tile.x: {args: ['a?']}\n", "TW0211", (2, 18), "`a?` is not a name of an operand", "(name)"),
    "two operands of one name": ("ops:\n  tile.x: {args: [a, a]}\n", "TW0211", (2, 21), "two operands are called `a`", ""),
    "a memory that rules cannot name": (
        "spaces: {2D: {layout: {blayout: row_major, slayout: none_box, fractal: 512}, lane: cube}}\n",
        "TW0211",
        (1, 9),
        "`2D` is no name for a space",
        "a letter first",
    ),
    "two memories that rules would take for one": (
        "spaces: {mat: {layout: {blayout: row_major, slayout: none_box, fractal: 512}, lane: cube}}\n",
        "TW0211",
        (1, 9),
        "rules would call both Mat and mat `mat`",
        "rename",
    ),
    "an op that is no name": ("ops:\n  tile x: {}\n", "TW0211", (2, 2), "`tile x` is no name for an op", "namespace.name"),
    "another version": ("version: 2\n", "TW0206", (1, 9), "unknown version `2`", "allowed: 1"),
    "a spelling with a parameter that it lacks": (
        "dsl:\n- {names: [pl.x], params: [a], op: tile.abs, args: [b]}\n",
        "TW0207",
        (2, 2),
        "unknown parameter `b`",
        "allowed: a",
    ),
    "a spelling of an unknown op": (
        "dsl:\n- {names: [pl.x], params: [a], op: tile.matmull}\n",
        "TW0206",
        (2, 2),
        "unknown op `tile.matmull`",
        "tile.matmul",
    ),
    "another name of nothing": (
        "dsl:\n- {names: [pl.x], same: pl.laod}\n",
        "TW0206",
        (2, 2),
        "unknown spelling `pl.laod`",
        "did you mean `pl.load`?",
    ),
    "a spelling that means nothing": ("dsl:\n- {names: [pl.x], params: [a]}\n", "TW0208", (2, 2), "a spelling needs `op`", ""),
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda name: name.replace(" ", "-"))
def test_a_mistake_is_located_and_answered(mistake: str, tmp_path: Path) -> None:
    text, code, place, message, help = MISTAKES[mistake]
    with pytest.raises(DiagnosticError) as caught:
        with_overlay(text, tmp_path)
    found = caught.value.diagnostics[0]
    span = found.labels[0].span
    assert (found.code, (span.line, span.column)) == (code, place), found.message
    assert message in found.message and help in found.help
    source = found.labels[0].source
    assert source is not None and source.path.endswith("mine.yaml") and source.text == text


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as caught:
        with_overlay("ops:\n  tile.x: {ouput: Vec, view: maybe}\n  tile.y: {output: Vex}\nstaging: {Mut: Mat}\n", tmp_path)
    assert sorted(found.code for found in caught.value.diagnostics) == ["TW0204", "TW0205", "TW0206", "TW0206"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError, match="TW0210: .*nothing.yaml: cannot be read"):
        load_specs(tmp_path / "nothing.yaml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes(b"ops: \xff\n")
    with pytest.raises(DiagnosticError, match="TW0210: .*mine.yaml: not UTF-8"):
        load_specs(file)


# ----------------------------------------------------------------------------------------- the cache and the loader


def run(code: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return done.stdout


LOADED = "import sys; from tilewhy.ir_facts.opspecs import load_specs; specs = load_specs(); print('yaml' in sys.modules, len(specs.ops))"


def test_a_second_start_reads_no_yaml() -> None:
    assert run(LOADED) == "True 308\n"
    assert run(LOADED) == "False 308\n"


def stored(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_a_cache_that_cannot_be_read_is_made_again(own_cache: Path) -> None:
    load_specs()
    [file] = stored(own_cache)
    whole = file.read_bytes()
    for broken in (b"", b"nonsense", whole[: len(whole) // 2], whole[:-1], b"\0" * len(whole)):
        file.write_bytes(broken)
        assert load_specs().ops["tile.matmul"].fixed == "Acc"
        assert len(file.read_bytes()) > len(whole) // 2, "made again"
    assert run(LOADED) == "False 308\n"


def test_a_changed_text_never_meets_an_old_table(tmp_path: Path) -> None:
    assert with_overlay("ops:\n  tile.abs: {output: Mat}\n", tmp_path).ops["tile.abs"].fixed == "Mat"
    assert with_overlay("ops:\n  tile.abs: {output: Acc}\n", tmp_path).ops["tile.abs"].fixed == "Acc"
    assert with_overlay("ops:\n  tile.abs: {output: Mat}\n", tmp_path).ops["tile.abs"].fixed == "Mat"


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TILEWHY_CACHE", str(tmp_path / "file" / "folder"))
    assert len(load_specs().ops) == 308


def test_old_tables_are_thrown_away(own_cache: Path) -> None:
    for number in range(40):
        opspecs_cache.write([("x.yaml", b"%d" % number)], {"number": number})
    assert len(stored(own_cache)) == 32
    assert opspecs_cache.read([("x.yaml", b"39")]) == {"number": 39}


def builtin() -> Source:
    return Source("opspecs.yaml", (ROOT / "opspecs.yaml").read_text())


def test_a_table_does_not_depend_on_the_hash_seed() -> None:
    code = "from tilewhy.ir_facts import opspecs_load as l; import zlib, marshal; print(zlib.crc32(marshal.dumps(l.load_table(()), 2)))"
    seeds = [run(code, PYTHONHASHSEED=str(seed), TILEWHY_CACHE=f"/nowhere/{seed}") for seed in (1, 2)]
    assert seeds[0] == seeds[1]


def test_the_loader_in_pure_python_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    fast = opspecs_load.build_table([builtin()])
    monkeypatch.delattr(yaml, "CBaseLoader", raising=False)
    assert opspecs_load.build_table([builtin()]) == fast
