"""The benchmarks run, on a kernel so small that nothing is measured; what they say must hold together. No time is looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import shapes
from benchmarks.kernels import generated
from benchmarks.measure import STAGES
from tilewhy.engine.passes import infer_tile_memory_space
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.walk import statements


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("benchmarks") / "figures.json"
    assert benchmarks.main(["--sizes", "20", "--rounds", "1", "--json", str(path)]) == 0
    return path


def test_every_stage_of_a_real_run_is_measured(result: Path) -> None:
    figures = json.loads(result.read_text("utf-8"))
    (kernel,) = figures["kernels"]
    assert list(kernel["stages"]) == list(STAGES)
    assert all(seconds > 0 for seconds in kernel["stages"].values())
    assert kernel["statements"] >= 20 and kernel["peak_mb"] > 0
    assert len(figures["start_up"]) == 3 and all(seconds > 0 for seconds in figures["once"].values())


def test_two_results_stand_side_by_side(result: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmarks.main(["--compare", str(result), str(result)]) == 0
    out = capsys.readouterr().out
    assert out.count("+0 %") == len(out.splitlines()) - 1 >= 12


@pytest.mark.parametrize(("size", "function"), [(1, 100), (300, 100), (300, 300)])
def test_generated_kernels_are_kernels(size: int, function: int) -> None:
    program = parse_program(generated(size, function))
    assert size <= sum(1 for one in program.functions for _ in statements(one.body)) <= size + 120
    result = infer_tile_memory_space("ascend910b").run(program)
    assert result.residency is not None and result.residency.model.rows("preheader")
    assert generated(size, function) == generated(size, function)


@pytest.mark.parametrize("shape", shapes.SHAPES, ids=lambda shape: shape.__name__)
def test_extreme_shapes_are_kernels(shape: shapes.Shape) -> None:
    program = parse_program(shape(60))
    assert 40 <= sum(1 for one in program.functions for _ in statements(one.body)) <= 80
    infer_tile_memory_space("ascend910b", verify=True).run(program)


def test_growth_is_told_for_the_shapes_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert shapes.main(["--statements", "30", "chain", "fan"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["120", "shape", "chain", "fan"]
