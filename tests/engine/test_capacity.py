"""What is live at once: sizes as the allocator counts them, buffers that are shared, and the profile of a function."""

from __future__ import annotations

import json

import pytest

from tilewhy.engine.capacity import may_overflow
from tilewhy.engine.profiles import Profile, profiles
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.buffers import tile_bytes
from tilewhy.ir_facts.nodes import Assign, Var
from tilewhy.ir_facts.opspecs import load_specs
from tilewhy.ir_facts.types import TileType

from ..conftest import ROOT, corpus_dir

SPECS = load_specs()
TARGET = "ascend910b"


def kernel(body: str, signature: str = "x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]") -> str:
    lines = "\n".join(f"        {line}" for line in body.strip("\n").splitlines())
    return f"""import pypto.language as pl


@pl.program
class K:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, {signature}) -> pl.Tensor[[16, 64], pl.FP32]:
{lines}
"""


def usage(body: str, space: str = "Vec") -> list[tuple[str, int]]:
    """The bytes in use when each assignment is done."""
    measured = profile(body)
    used = measured.used(space)
    return [(stmt.var.name, used[moment]) for moment, stmt in enumerate(measured.moments) if isinstance(stmt, Assign)]


def profile(body: str) -> Profile:
    (found,) = profiles(parse_program(kernel(body), specs=SPECS), SPECS, TARGET)
    return found


@pytest.mark.parametrize(
    ("tile", "size"),
    [
        (TileType((16, 64), "FP32", "Vec"), 4096),
        (TileType((1, 1), "FP32", "Vec"), 32),  # a buffer starts at a multiple of 32 bytes
        (TileType((3, 5), "INT4", "Vec"), 32),  # 60 bits
        (TileType((8, 16), "FP32", "Acc"), 1024),  # 16 rows
        (TileType((8, 16), "INT32", "Acc"), 2048),  # 32 rows
        (TileType((Var("n"), 16), "FP32", "Vec"), None),
        (TileType((16, 64), "FP32", None), None),
    ],
)
def test_bytes_of_a_tile(tile: TileType, size: int | None) -> None:
    assert tile_bytes(tile, SPECS, TARGET) == size


def test_a_tile_is_live_until_its_last_use() -> None:
    body = """
x_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
y_tile = pl.exp(x_tile)
z_tile = pl.add(x_tile, y_tile)
result = pl.store(z_tile, [0, 0], out)
return result"""
    assert usage(body) == [("x_tile", 4096), ("y_tile", 8192), ("z_tile", 4096), ("result", 0)]


def test_a_tile_that_nobody_reads_is_live_when_it_is_made() -> None:
    body = """
x_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
unread = pl.exp(x_tile)
result = pl.store(x_tile, [0, 0], out)
return result"""
    assert usage(body) == [("x_tile", 4096), ("unread", 8192), ("result", 0)]


def test_views_and_other_names_share_a_buffer() -> None:
    body = """
x_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
flat = pl.reshape(x_tile, [1, 1024])
name = flat
result = pl.store(x_tile, [0, 0], out)
return result"""
    assert usage(body) == [("x_tile", 4096), ("flat", 4096), ("name", 4096), ("result", 0)]


def test_what_a_loop_carries_may_share_a_buffer() -> None:
    body = """
x_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
for i, (a,) in pl.range(4, init_values=(x_tile,)):
    b = pl.exp(a)
    c = pl.yield_(b)
result = pl.store(c, [0, 0], out)
return result"""
    assert usage(body) == [("x_tile", 4096), ("b", 4096), ("result", 0)]


def test_the_fullest_moment_names_what_is_live() -> None:
    program = parse_program((ROOT / "tests/verify/FitsTarget/two_big_tiles.py").read_text(encoding="utf-8"), specs=SPECS)
    (measured,) = profiles(program, SPECS, TARGET)
    used = measured.used("Vec")
    assert max(used) == 524288
    assert [(held.tile.name, held.size) for held in measured.held("Vec", used.index(524288))] == [("x_tile", 262144), ("y_tile", 262144)]


def test_what_a_loop_uses_from_outside_is_live_through_all_of_it() -> None:
    body = """
x_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
for i, (o,) in pl.range(4, init_values=(out,)):
    y_tile = pl.exp(x_tile)
    z_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
    stored = pl.store(z_tile, [0, 0], o)
    done = pl.yield_(stored)
return done"""
    assert usage(body) == [("x_tile", 4096), ("y_tile", 8192), ("z_tile", 8192), ("stored", 4096)]


def test_a_branch_that_needs_a_tile_no_more_has_its_memory() -> None:
    body = """
x_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
y_tile = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)
if n > 2:
    a = pl.store(x_tile, [0, 0], out)
    result = pl.yield_(a)
else:
    b = pl.exp(y_tile)
    c = pl.store(b, [0, 0], out)
    result = pl.yield_(c)
return result"""
    signature = "x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]"
    (measured,) = profiles(parse_program(kernel(body, signature), specs=SPECS), SPECS, TARGET)
    spans = [(held.tile.name, held.first, held.last) for held in measured.holdings]
    moments = [type(stmt).__name__ for stmt in measured.moments]
    assert moments == ["Assign", "Assign", "If", "Assign", "Yield", "Assign", "Assign", "Yield", "Return"]
    assert spans == [("x_tile", 0, 2), ("y_tile", 1, 2), ("b", 5, 5)]


def test_what_is_live_together_is_written_down_once_for_each_tile() -> None:
    """Not once for each tile and statement: where all of a long kernel's tiles are live at its end, that would grow with the square."""
    loads = "\n".join(f"t{number} = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Vec)" for number in range(200))
    stores = "\n".join(f"o{number} = pl.store(t{number}, [0, 0], out)" for number in reversed(range(200)))
    measured = profile(f"{loads}\n{stores}\nreturn o0")
    assert len(measured.holdings) == 200
    assert max(measured.used("Vec")) == 200 * 4096


def test_the_quick_answer_is_the_exact_one() -> None:
    """`may_overflow` takes short cuts; what it says is what the profiles say."""
    specs = load_specs(ROOT / "tests/overlays/pypto-2026-08.yaml")
    folder = corpus_dir() / "model"
    sizes = specs.targets[TARGET].capacity
    for case in json.loads((folder / "index.json").read_text(encoding="utf-8"))[40:80]:
        path = folder / f"{case['id']}.after.py"
        if path.stat().st_size > 100_000:
            continue
        program = parse_program(path.read_text(encoding="utf-8"), specs=specs)
        exceeds = any(
            max(measured.used(space)) > sizes.get(space, 1 << 60)
            for measured in profiles(program, specs, TARGET)
            for space in measured.spaces
        )
        assert may_overflow(program, specs, TARGET) == exceeds
