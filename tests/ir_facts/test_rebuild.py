"""Results whose operands were placed: what is kept, what is computed again, and what is refused (tile_views.md 2.2, 8)."""

from __future__ import annotations

import pytest

from tests.ir_facts.one_call import BOXED_VEC, ROW_MAJOR, VEC, rebuilt, result, tensor, tile
from tilewhy.ir_facts.diagnostic import DiagnosticError

PADDED = tile("pl.Mem.Vec, pl.TileView(valid_shape=[10, 64], pad=pl.PadValue.zero)")

# ---------------------------------------------------------------------------------------------- rebuilding (2.2)


def test_a_rebuilt_result_takes_the_layout_of_its_moved_operand() -> None:
    assert rebuilt("pl.tile.neg(x)", VEC, x=tile(BOXED_VEC)) == tile(BOXED_VEC)


def test_a_rebuilt_result_keeps_what_deduction_could_not_know() -> None:
    old = tile("pl.Mem.Vec, pl.TileView(valid_shape=[7, 64])")
    assert rebuilt("pl.tile.exp(x)", old, x=VEC) == old


def test_a_rebuilt_slice_reads_the_stored_view() -> None:
    assert rebuilt("pl.tile.slice(x, [8, 64], [0, 0])", tile("", "[8, 64]"), x=tile("pl.Mem.Mat")) == tile("pl.Mem.Mat", "[8, 64]")


def test_a_reinterpreted_view_changes_its_shape_with_the_layout_of_its_operand() -> None:
    old = tile("pl.TileView(blayout=pl.TileLayout.row_major)", "[32, 4]", "UINT8")
    assert rebuilt("pl.tile.reinterpret_view(x, dtype=pl.UINT8)", old, x=tile("pl.Mem.Vec", "[32, 1]", "FP32")) == tile(
        "pl.Mem.Vec", "[128, 1]", "UINT8"
    )


# ---------------------------------------------------------------------------------------------- refusals (section 8)


@pytest.mark.parametrize(
    ("call", "params", "message"),
    [
        ("pl.tile.move(x, target_memory=pl.Mem.LeftScale)", {"x": VEC}, "only be moved out of Mat"),
        ("pl.tile.move(x, target_memory=pl.Mem.LeftScale)", {"x": tile("pl.Mem.Mat", dtype="UINT8")}, "laid out row_major/row_major/32"),
        ("pl.tile.row_expand_add(x, y)", {"x": tile(BOXED_VEC), "y": tile("pl.Mem.Vec", "[16, 1]")}, "laid out row_major"),
        ("pl.tile.row_expand_add(x, y)", {"x": VEC, "y": tile(f"pl.Mem.Vec, {ROW_MAJOR}", "[16, 1]")}, "32 bytes per row"),
        ("pl.tile.row_min(x, t)", {"x": tile(BOXED_VEC), "t": VEC}, "without inner boxes"),
        ("pl.tile.reinterpret_view(x, dtype=pl.UINT8)", {"x": tile("pl.Mem.Mat")}, "inner boxes"),
        ("pl.tile.reshape(x, [8, 128])", {"x": tile("pl.Mem.Mat, pl.TileView(valid_shape=[10, 64])")}, "not laid out row_major"),
        ("pl.tile.matmul(x, y)", {"x": tile("pl.Mem.Left"), "y": tile("pl.Mem.Right", "[32, 32]")}, "as many columns as rhs has rows"),
        ("pl.tile.div(x, y)", {"x": VEC, "y": PADDED}, "valid"),
        ("pl.tile.tget_scale_addr(x, y)", {"x": tile("pl.Mem.LeftScale"), "y": tile("pl.Mem.Right")}, "beside data in Left"),
        ("pl.tile.slice(x, [8, 64], [12, 0])", {"x": VEC}, "leaves its source"),
        ("pl.tile.add(x, y)", {"x": VEC, "y": tile("pl.Mem.Vec", "[16, 32]")}, "do not match"),
        ("pl.tile.add(x)", {"x": VEC}, "takes 2 operands"),
        ("pl.tile.neg(x)", {"x": tensor("[16, 64]")}, "must be a tile"),
        ("pl.tile.move(x, target_memory=pl.Mem.Mat, layout=3)", {"x": VEC}, "no keyword layout="),
        ("pl.tile.create([16, 64], dtype=pl.FP16, target_memory=pl.Mem.LeftScale)", {}, "cannot be created"),
    ],
)
def test_what_pypto_rejects_is_refused(call: str, params: dict[str, str], message: str) -> None:
    with pytest.raises(DiagnosticError) as refused:
        result(call, **params)
    [diagnostic] = refused.value.diagnostics
    assert message in diagnostic.message, diagnostic.message
    assert diagnostic.code.startswith("TW015") and diagnostic.labels[0].span.line == 8


@pytest.mark.parametrize(
    ("call", "old", "params", "message"),
    [
        ("pl.tile.row_min(x, t)", tile("pl.Mem.Vec", "[16, 1]"), {"x": tile(BOXED_VEC), "t": VEC}, "without inner boxes"),
        ("pl.tile.reshape(x, [8, 128])", tile("", "[8, 128]"), {"x": tile("pl.Mem.Mat, pl.TileView(valid_shape=[10, 64])")}, "row_major"),
        (
            "pl.tile.matmul(x, y)",
            tile("", dtype="FP32"),
            {"x": tile("pl.Mem.Left", "[16, 32]"), "y": tile("pl.Mem.Right", "[64, 64]")},
            "as many",
        ),
        ("pl.tile.reinterpret_view(x, dtype=pl.UINT8)", tile("", "[16, 128]", "UINT8"), {"x": tile("pl.Mem.Mat")}, "inner boxes"),
    ],
)
def test_a_placement_that_breaks_a_requirement_is_refused(call: str, old: str, params: dict[str, str], message: str) -> None:
    with pytest.raises(DiagnosticError, match=message):
        rebuilt(call, old, **params)
