"""What a tile view means: implicit, canonical and effective views, and what stays when a tile changes its space."""

from __future__ import annotations

import pytest

from tests.ir_facts.one_call import SPECS, types_of
from tilewhy.ir_facts.nodes import Binary, Cast, Int, Var
from tilewhy.ir_facts.types import TileType, TileView
from tilewhy.ir_facts.views import effective_view, implicit_layout, place, same_dim, tile_type


def tile(annotation: str) -> TileType:
    found = types_of(x=annotation)["x"]
    assert isinstance(found, TileType)
    return found


@pytest.mark.parametrize(
    ("space", "layout"),
    [
        (None, ("row_major", "none_box", 512)),
        ("Vec", ("row_major", "none_box", 512)),
        ("Bias", ("row_major", "none_box", 512)),
        ("Mat", ("col_major", "row_major", 512)),
        ("Left", ("col_major", "row_major", 512)),
        ("Right", ("row_major", "col_major", 512)),
        ("Acc", ("col_major", "row_major", 1024)),
        ("LeftScale", ("row_major", "row_major", 32)),
        ("RightScale", ("col_major", "col_major", 32)),
    ],
)
def test_a_space_lays_out_its_tiles(space: str | None, layout: tuple[str, str, int]) -> None:
    assert implicit_layout((16, 64), space, SPECS) == layout


@pytest.mark.parametrize(
    ("shape", "blayout"),
    [((64, 1), "col_major"), ((1, 1), "row_major"), ((1, 64), "row_major"), ((64,), "row_major"), ((2, 64, 1), "row_major")],
)
def test_only_a_constant_column_is_column_major_in_a_flat_space(shape: tuple[int, ...], blayout: str) -> None:
    assert implicit_layout(shape, "Vec", SPECS)[0] == blayout
    assert implicit_layout((Var("n"), 1), "Vec", SPECS)[0] == "row_major"


def test_a_view_that_says_nothing_is_not_stored() -> None:
    flat = TileView(blayout="row_major", slayout="none_box", fractal=512)
    assert tile_type((16, 64), "FP16", "Vec", flat, None, SPECS).view is None
    assert tile_type((16, 64), "FP16", "Mat", flat, None, SPECS).view == flat


def test_a_valid_shape_that_is_the_whole_shape_is_not_stored() -> None:
    view = TileView(valid_shape=(16, 64), pad="zero")
    made = tile_type((16, 64), "FP16", "Vec", view, None, SPECS)
    assert made.view == TileView(pad="zero")
    assert effective_view(made, SPECS).valid_shape == (16, 64)


@pytest.mark.parametrize(
    "more", [{"valid_shape": (8, 64)}, {"pad": "min"}, {"compact": "normal"}, {"stride": (64, 1)}, {"start_offset": 0}]
)
def test_anything_else_keeps_the_view_explicit(more: dict[str, object]) -> None:
    assert tile_type((16, 64), "FP16", "Vec", TileView(**more), None, SPECS).view is not None  # type: ignore[arg-type]  # one field at a time


def test_extents_are_equal_by_value_by_identity_or_part_by_part() -> None:
    n, m = Var("n"), Var("n")
    assert same_dim(4, Int(4, "INT32")) and not same_dim(4, 5)
    assert same_dim(n, n) and not same_dim(n, m)
    assert same_dim(Binary("+", n, Int(1)), Binary("+", n, Int(1, "INT64")))
    assert not same_dim(Binary("+", n, Int(1)), Binary("-", n, Int(1)))
    assert not same_dim(Cast(n, "INDEX"), Cast(n, "INDEX")), "a cast equals only itself"


def test_a_tile_in_its_space_keeps_its_view() -> None:
    odd = tile("pl.Tile[[16, 64], pl.FP16, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)]")
    assert place(odd, "Mat", SPECS) is odd


def test_a_tile_in_another_space_takes_its_layout_and_keeps_the_rest() -> None:
    before = tile("pl.Tile[[16, 64], pl.FP16, pl.Mem.Vec, pl.TileView(valid_shape=[10, 64], pad=pl.PadValue.zero)]")
    after = place(before, "Acc", SPECS)
    assert after == tile("pl.Tile[[16, 64], pl.FP16, pl.Mem.Acc, pl.TileView(valid_shape=[10, 64], pad=pl.PadValue.zero)]")
    assert after.view is not None and after.view.fractal == 1024


def test_a_strange_layout_is_forgotten_with_the_space() -> None:
    boxed = tile("pl.Tile[[16, 64], pl.FP16, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)]")
    assert place(boxed, "Bias", SPECS) == tile("pl.Tile[[16, 64], pl.FP16, pl.Mem.Bias]")
