"""opspecs.schema.json: up to date, true of every op-spec file that is shipped, and strict where editors can help."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT
from tilewhy.ir_facts.opspecs_jsonschema import DIALECT, text

jsonschema = pytest.importorskip("jsonschema", reason="comes with `pip install tilewhy[test]`")

SCHEMA = json.loads((ROOT / "opspecs.schema.json").read_text())
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in (
        "opspecs.yaml",
        "ir_facts/overlays/*.yaml",
        "tests/overlays/*.yaml",
        "tests/cases/**/*.opspecs.yaml",
        "examples/**/*.yaml",
    )
    for path in ROOT.glob(pattern)
)


def errors(data: Any) -> list[str]:
    """Every error, with those of each alternative where all alternatives fail."""
    pending, told = list(jsonschema.Draft7Validator(SCHEMA).iter_errors(data)), []
    while pending:
        error = pending.pop(0)
        pending += error.context
        told.append(f"{'.'.join(map(str, error.absolute_path))}: {error.message}")
    return told


def test_it_is_up_to_date() -> None:
    assert (ROOT / "opspecs.schema.json").read_text() == text(), "python -m tilewhy.ir_facts.opspecs_jsonschema > opspecs.schema.json"


def test_it_is_a_schema() -> None:
    assert SCHEMA["$schema"] == DIALECT
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("file", FILES)
def test_every_file_that_is_shipped_follows_it(file: str) -> None:
    assert errors(yaml.safe_load((ROOT / file).read_text())) == []


@pytest.mark.parametrize("file", ["opspecs.yaml", *(name for name in FILES if name.startswith("ir_facts/"))])
def test_the_first_line_names_it_for_editors(file: str) -> None:
    first = (ROOT / file).read_text().partition("\n")[0]
    assert first.startswith("# yaml-language-server: $schema=")
    assert (ROOT / file).parent.joinpath(first.partition("=")[2]).resolve() == ROOT / "opspecs.schema.json"


MISTAKES = {
    "an unknown key": ("ops: {tile.x: {ouput: Vec}}", "'ouput'"),
    "a word where a list belongs": ("ops: {tile.x: {args: a}}", "'a' is not"),
    "an unknown kind": ("ops: {tile.x: {args: [a: Tiles]}}", "Tiles"),
    "a move to nowhere": ("moves: {legal: [{from: Vec}]}", "'to' is a required property"),
    "half a gate": ("ops: {tile.x: {crossing: {operand: Vec}}}", "crossing"),
    "a result that says two things": ("ops: {tile.x: {result: {view: of_shape, scalar: FP32}}}", "result"),
    "an unknown key of a result": ("ops: {tile.x: {result: {view: of_shape, shpae: a}}}", "shpae"),
    "half a machine": ("standalone: true", "'spaces' is a required property"),
    "another version": ("version: 2", "2 is not one of [1]"),
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda name: name.replace(" ", "-"))
def test_editors_see_a_mistake(mistake: str) -> None:
    said, expected = MISTAKES[mistake]
    found = errors(yaml.safe_load(said))
    assert found and expected in " ".join(found)


def test_null_takes_away_and_a_part_is_enough() -> None:
    assert errors(yaml.safe_load("ops: {tile.abs: null, tile.neg: {inputs: null}}\ntargets: {ascend950: {capacity: {Bias: null}}}")) == []
    assert errors(yaml.safe_load("spaces: {Mat: {lane: vector}}\nops: {}")) == []


def test_the_names_that_exist_are_offered_but_others_may_be_declared() -> None:
    offered = SCHEMA["definitions"]["space"]["anyOf"][0]["enum"]
    assert "Left" in offered and "tile.matmul" in SCHEMA["definitions"]["op"]["anyOf"][0]["enum"]
    assert errors(yaml.safe_load("ops: {chip.add: {args: [a], inputs: {a: Near}, output: Near}}")) == []


def test_every_key_has_its_sentence() -> None:
    def nameless(schema: Any, path: str) -> list[str]:
        if isinstance(schema, list):
            return [name for item in schema for name in nameless(item, path)]
        if not isinstance(schema, dict):
            return []
        own = [f"{path}.{key}" for key, inner in schema.get("properties", {}).items() if not inner.get("description")]
        return own + [name for key, inner in schema.items() if key != "definitions" for name in nameless(inner, f"{path}.{key}")]

    rows = {"when", "then", "that", "says"}
    assert [name for name in nameless({**SCHEMA, "if": {}}, "") if name.rpartition(".")[2] not in rows] == []
    assert Path(ROOT / "opspecs.schema.json").stat().st_size < 200_000
