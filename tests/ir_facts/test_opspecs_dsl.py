"""Spellings of hand-written kernels: what one means, and that all of PyPTO's (`../shared/reference/ops.json`) are known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tilewhy.ir_facts.opspecs import Specs, load_specs
from tilewhy.ir_facts.opspecs_dsl import DslVariant


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWHY_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def specs() -> Specs:
    return load_specs()


def test_a_load_defaults_its_valid_shape_and_nothing_else(specs: Specs) -> None:
    [load] = specs.dsl("pl.load")
    assert load.op == "tile.load"
    assert load.args == ("tensor", "offsets", "shapes", "valid_shape")
    assert {param.name: param.default for param in load.params if param.default} == {"valid_shape": "shapes"}
    assert [keyword for keyword, _ in load.kwargs] == ["target_memory", "clamp"]
    assert specs.dsl("pl.tile.load") == specs.dsl("pl.load")


def test_the_operands_choose_the_op(specs: Specs) -> None:
    meant = {
        tuple(kind for kinds in variant.when.values() for kind in kinds): variant.op or variant.scalar for variant in specs.dsl("pl.add")
    }
    assert meant == {
        ("Tile", "Tile"): "tile.add",
        ("Tile", "Scalar"): "tile.adds",
        ("Tensor", "Tensor"): "tensor.add",
        ("Tensor", "Scalar"): "tensor.adds",
        ("Scalar", "Scalar"): "add",
    }


def test_an_underscore_is_no_part_of_the_name(specs: Specs) -> None:
    assert specs.dsl("pl.and_")[0].op == "tile.and"
    assert specs.dsl("pl.tile.and_")[0].op == "tile.and"


def test_the_name_of_an_op_is_a_spelling_of_its_own(specs: Specs) -> None:
    [rank] = specs.dsl("pld.system.rank")
    assert (rank.op, rank.args, [param.required for param in rank.params]) == ("pld.system.rank", ("ctx",), [True])
    [write] = specs.dsl("pl.tile.write")
    assert write.args == ("tile", "indices", "value")


def test_a_switch_is_passed_on_only_when_it_is_true(specs: Specs) -> None:
    [load] = specs.dsl("pl.load")
    assert [param.name for param in load.params if param.switch] == ["clamp"]


def test_what_is_refused_says_why(specs: Specs) -> None:
    assert [variant.rejected for variant in specs.dsl("pl.row_sum") if variant.rejected] == [
        "on tiles it needs a scratch tile; pass tmp_tile"
    ]


def test_a_pop_is_typed_by_shape_and_dtype(specs: Specs) -> None:
    [pop] = specs.dsl("pl.tpop_from_aic")
    assert pop.typed_by == ("shape", "dtype")
    assert specs.builders["tile.tpop_from_aic"].result_space == "Vec"


def test_an_unknown_spelling_means_nothing(specs: Specs) -> None:
    assert specs.dsl("pl.laod") == () and "pl.load" in specs.spellings()


def test_every_meaning_is_an_op_that_exists(specs: Specs) -> None:
    meant = {variant.op for name in specs.spellings() for variant in specs.dsl(name) if variant.op is not None}
    assert [op for op in meant if op not in specs.ops] == []
    assert [name for name in specs.spellings() if not specs.dsl(name)] == []


def test_a_spelling_that_is_the_same_as_itself_means_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("dsl:\n- {names: [pl.one], same: pl.two}\n- {names: [pl.two], same: pl.one}\n")
    assert load_specs(file).dsl("pl.one") == ()


def test_an_overlay_adds_a_spelling(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "ops:\n  tile.softcap: {args: [tile, cap: Scalar], inputs: {tile: Vec}, output: Vec}\n"
        "dsl:\n- {names: [pl.softcap], params: [tile, cap = 30.0], op: tile.softcap}\n"
    )
    specs = load_specs(file)
    [softcap] = specs.dsl("pl.softcap")
    assert (softcap.op, softcap.args, softcap.params[1].default) == ("tile.softcap", ("tile", "cap"), "30.0")
    assert specs.dsl("pl.tile.softcap")[0].params[1].required


# --------------------------------------------------------------------------- against the wrappers of PyPTO itself

EXPLAINED = {
    # Data that the reference calls a recorded example, or a form of which the reference says that it really is another.
    "pl.system.aic_initialize_pipe": "takes the two buffers as keywords (ir_text.md 9.4)",
    "pl.system.aiv_initialize_pipe": "takes the two buffers as keywords (ir_text.md 9.4)",
    "pl.system.task_dummy": "keeps deps (ir_text.md 9.4)",
    "pl.tile.mrgsort_format2": "its sources are written out one by one",
    "pl.tensor.mrgsort_format2": "its sources are written out one by one",
    "pld.tensor.alloc_window_buffer": "the name is that of the variable; a size from a shape is computed",
    "pl.tile.load": "an absent target_memory stays absent (design decision 1)",
    "pl.tile.create": "an absent target_memory stays absent (design decision 1)",
}


@pytest.fixture(scope="module")
def aliases() -> dict[str, list[dict[str, Any]]]:
    file = ROOT.parent / "shared" / "reference" / "ops.json"
    if not file.is_file():
        pytest.skip("no ../shared/reference/ops.json beside this checkout")
    return json.loads(file.read_text())["dsl_aliases"]


def test_every_spelling_is_known(aliases: dict[str, list[dict[str, Any]]], specs: Specs) -> None:
    assert len(aliases) == 451
    assert [name for name in aliases if not specs.dsl(name)] == []


def test_every_spelling_makes_the_call_that_pypto_makes(aliases: dict[str, list[dict[str, Any]]], specs: Specs) -> None:
    different: list[str] = []
    for name, cases in aliases.items():
        for case in cases:
            if "same_as" in case:
                whole = "when" not in case
                assert not whole or specs.dsl(name) == specs.dsl(case["same_as"]), name
            elif "op" in case and name not in EXPLAINED and not any(makes(case, variant) for variant in specs.dsl(name)):
                different.append(f"{name}: {case}")
            elif "scalar_expression" in case:
                assert any(variant.scalar for variant in specs.dsl(name)), name
    assert different == []


def makes(case: dict[str, Any], variant: DslVariant) -> bool:
    """Whether `variant`, given the parameters that the recorded call was given, makes that call."""
    if variant.op != case["op"]:
        return False
    defaults = {param.name: param.default for param in variant.params if param.default is not None}
    wanted_args = [written(arg) for arg in case["args"] if isinstance(arg, str)]
    wanted_args += [arg["arg"] for arg in case["args"] if not isinstance(arg, str)]
    given = set(re.findall(r"\w+", " ".join(wanted_args)))
    wanted_kwargs: dict[str, str | None] = {}
    for keyword, value in case.get("kwargs", {}).items():
        omitted = value.get("when_omitted") if isinstance(value, dict) else None
        if omitted == "(kwarg not emitted)":
            continue
        wanted_kwargs[keyword] = None if omitted is None else normal(omitted)
        given.add(keyword)
    args = [arg for arg in variant.args if arg.strip("[]").partition(" or ")[0] in given | set(defaults) or arg.endswith(" or empty")]
    args = ["()" if arg.endswith(" or empty") and "()" in wanted_args else arg.removesuffix(" or empty") for arg in args]
    kwargs = [(keyword, value) for keyword, value in variant.kwargs if value in given or value in defaults]
    return (
        args == wanted_args
        and [keyword for keyword, _ in kwargs] == list(wanted_kwargs)
        and all(wanted is None or normal(defaults.get(keyword)) == wanted for keyword, wanted in wanted_kwargs.items())
    )


def written(arg: str) -> str:
    return re.sub(r"\((\w+),\)", r"[\1]", arg)


def normal(value: Any) -> str:
    """A default as the reference and our file both mean it."""
    text = str(value).replace("pl.", "").strip("'")
    return {"int32": "INT32", "uint32": "UINT32", "2": "round"}.get(text, text)
