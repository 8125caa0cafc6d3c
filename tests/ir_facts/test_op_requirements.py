"""The ops that kernels use most, one call for each thing that their specs say of results: what is refused, and what follows.

A line of the op specs that none of these calls depends on says nothing (`tests/test_spec_mutants.py`).
"""

from __future__ import annotations

import pytest

from tests.ir_facts.one_call import FLAT_MAT, ROW_MAJOR, TURNED_MAT, VEC, result, tensor, tile
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.opspecs import load_specs

INDEX = "pl.Scalar[pl.INDEX]"
F32 = tile("pl.Mem.Vec", dtype="FP32")
BF16 = tile("pl.Mem.Vec", dtype="BF16")
PART = tile("pl.Mem.Vec, pl.TileView(valid_shape=[8, 64])")
COLUMN = tile("pl.Mem.Vec", "[16, 1]")
ROW = tile("pl.Mem.Vec", "[1, 64]")
WIDE_COLUMN = tile("pl.Mem.Vec", "[16, 1]", "FP32")
MX = tensor("[64, 64]", "FP16", "pl.TensorView(stride=[], layout=pl.TensorLayout.MX_A_ZZ)")
DN = tensor("[64, 64]", rest="pl.TensorView(stride=[1, 64], layout=pl.TensorLayout.DN)")
PADDED = tensor("[16, 64]", rest="pl.TensorView(stride=[], layout=pl.TensorLayout.ND, pad=pl.PadValue.zero)")
HALF = "pl.TensorView(valid_shape=[8, 64], stride=[], layout=pl.TensorLayout.ND)"
ACC, LEFT, RIGHT = tile("pl.Mem.Acc", "[16, 16]", "FP32"), tile("pl.Mem.Left", "[16, 32]"), tile("pl.Mem.Right", "[32, 16]")

REFUSED = [
    # loads, creates, copies
    ("pl.tile.load(x, [], [], [])", {"x": tensor("[64, 64]")}, "rank.shapes. >= 1"),
    ("pl.tile.load(x, [0], [16], [16])", {"x": tensor("[64, 64]")}, "rank.offsets. == rank.tensor."),
    ("pl.tile.load(x, [0, 0], [16, 64], [16, 64])", {"x": MX}, "a load from an MX tensor must go to Mat"),
    ("pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)", {"x": MX}, "packed two-dimensional tensor of FP8E8M0"),
    ("pl.tile.create([n, 64], dtype=pl.FP16)", {"n": INDEX}, "every extent must be a positive constant"),
    ("pl.tile.create([16, 64], dtype=pl.FP16, target_memory=pl.Mem.LeftScale)", {}, "a scale tile cannot be created"),
    ("pl.tile.create([16, 64], dtype=pl.FP16, target_memory=pl.Mem.Acc, flat_layout=True)", {}, "flat_layout is for Mat only"),
    ("pl.tile.create([16, 64, 2], dtype=pl.FP16, transpose=True)", {}, "transpose is for two-dimensional tiles in Mat only"),
    ("pl.tile.move(x)", {"x": VEC}, "given.target_memory."),
    ("pl.tile.move(x, target_memory=pl.Mem.LeftScale)", {"x": VEC}, "a scale can only be moved out of Mat"),
    ("pl.tile.move(x, target_memory=pl.Mem.LeftScale)", {"x": tile("pl.Mem.Mat")}, "two-dimensional tile of UINT8 or FP8E8M0"),
    ("pl.tile.move(x, target_memory=pl.Mem.LeftScale)", {"x": tile("pl.Mem.Mat", dtype="UINT8")}, "row_major/row_major/32"),
    ("pl.tile.move(x, target_memory=pl.Mem.RightScale)", {"x": tile("pl.Mem.Mat", dtype="UINT8")}, "col_major/col_major/32"),
    ("pl.tile.extract(x, 0, 0, [n, 64])", {"x": VEC, "n": INDEX}, "static.shape."),
    ("pl.tile.slice(x, [n, 64], [0, 0])", {"x": VEC, "n": INDEX}, "static.shape."),
    ("pl.tile.full([n, 64], dtype=pl.FP16, value=0.0)", {"n": INDEX}, "static.shape."),
    ("pl.tile.ci(0, [1, n], dtype=pl.INT32)", {"n": INDEX}, "static.shape."),
    ("pl.tile.assemble(x, y, [0, 0])", {"x": VEC, "y": tile("pl.Mem.Vec", "[8, 64]", "INT8")}, "dtype.target. == dtype.source."),
    ("pl.tile.fillpad(x, pad_value=pl.PadValue.null)", {"x": VEC}, "pad_value != null"),
    # the matrix unit
    ("pl.tile.matmul(a, b)", {"a": LEFT, "b": tile("pl.Mem.Right", "[32, 16]", "BF16")}, "dtype.lhs. == dtype.rhs."),
    ("pl.tile.matmul(a, b)", {"a": LEFT, "b": tile("pl.Mem.Right", "[16, 16]")}, "as many columns as rhs has rows"),
    (
        "pl.tile.matmul(a, b)",
        {"a": LEFT, "b": tile("pl.Mem.Right, pl.TileView(valid_shape=[16, 16])", "[32, 16]")},
        "a valid row for each valid column",
    ),
    ("pl.tile.matmul_acc(c, a, b)", {"c": ACC, "a": LEFT, "b": tile("pl.Mem.Right", "[32, 16]", "BF16")}, "dtype.lhs. == dtype.rhs."),
    ("pl.tile.matmul_acc(c, a, b)", {"c": ACC, "a": LEFT, "b": tile("pl.Mem.Right", "[16, 16]")}, "as many columns as rhs has rows"),
    (
        "pl.tile.matmul_acc(c, a, b)",
        {"c": ACC, "a": LEFT, "b": tile("pl.Mem.Right, pl.TileView(valid_shape=[16, 16])", "[32, 16]")},
        "a valid row for each valid column",
    ),
    (
        "pl.tile.matmul_acc(c, a, b)",
        {"c": tile("pl.Mem.Acc", "[32, 16]", "FP32"), "a": LEFT, "b": RIGHT},
        "acc must have the rows of lhs and the columns of rhs",
    ),
    (
        "pl.tile.matmul_acc(c, a, b)",
        {"c": tile("pl.Mem.Acc, pl.TileView(valid_shape=[8, 16])", "[16, 16]", "FP32"), "a": LEFT, "b": RIGHT},
        "the valid part of acc must not be smaller",
    ),
    # the vector core
    ("pl.tile.cast(x, target_type=pl.FP32)", {"x": VEC}, "given.target_type. and given.mode."),
    ("pl.tile.cast(x, target_type=pl.FP16, mode=1)", {"x": VEC}, "dtype.tile. != target_type"),
    ("pl.tile.div(x, y)", {"x": VEC, "y": F32}, "dtype.lhs. == dtype.rhs."),
    ("pl.tile.div(x, y)", {"x": BF16, "y": BF16}, "dtype.lhs. in .INT16, INT32, FP16, FP32."),
    ("pl.tile.div(x, y)", {"x": VEC, "y": COLUMN}, "shape.lhs. == shape.rhs."),
    ("pl.tile.div(x, y)", {"x": VEC, "y": PART}, "valid.lhs. == valid.rhs."),
    (
        "pl.tile.div(x, y, high_precision=True)",
        {"x": tile("pl.Mem.Vec", dtype="INT16"), "y": tile("pl.Mem.Vec", dtype="INT16")},
        "float.lhs. or not high_precision",
    ),
    ("pl.tile.recip(x, high_precision=True)", {"x": BF16}, "or not high_precision"),
    *(
        (f"pl.tile.row_expand_{word}(x, y)", params, message)
        for word in ("mul", "div")
        for params, message in (
            ({"x": tile("pl.Mem.Vec", "[16]"), "y": tile("pl.Mem.Vec", "[1]")}, "rank.tile. >= 2"),
            ({"x": VEC, "y": VEC}, r"row_vec\[-1\] == 1"),
            ({"x": VEC, "y": tile("pl.Mem.Vec", "[8, 1]")}, r"tile\[-2\] == row_vec\[-2\]"),
        )
    ),
    *(
        (f"pl.tile.row_{word}(x, y)", params, message)
        for word in ("sum", "max")
        for params, message in (
            ({"x": tile("pl.Mem.Vec, pl.TileView(valid_shape=[0, 64])"), "y": VEC}, "at least one valid element"),
            ({"x": VEC, "y": F32}, "dtype.tmp_tile. == dtype.tile."),
            ({"x": VEC, "y": tile("pl.Mem.Vec", "[16]")}, "rank.tmp_tile. == rank.tile."),
            ({"x": VEC, "y": tile("pl.Mem.Vec", "[8, 64]")}, "covers"),
        )
    ),
]


@pytest.mark.parametrize(("call", "params", "message"), REFUSED)
def test_a_call_is_refused(call: str, params: dict[str, str], message: str) -> None:
    with pytest.raises(DiagnosticError, match=message):
        result(call, **params)


@pytest.mark.parametrize(
    ("call", "params", "type_"),
    [
        # where it lies
        ("pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)", {"x": DN}, tile(TURNED_MAT)),
        ("pl.tile.create([64, 1], dtype=pl.FP16, flat_layout=True)", {}, tile(FLAT_MAT, "[64, 1]")),
        (
            "pl.tile.extract(x, 0, 0, [16, 1], target_memory=pl.Mem.Right)",
            {"x": tile("pl.Mem.Mat", "[64, 64]")},
            tile(f"pl.Mem.Right, {ROW_MAJOR}", "[16, 1]"),
        ),
        ("pl.tile.assemble(x, y, [0, 0])", {"x": VEC, "y": tile("pl.Mem.Vec", "[8, 64]", "FP32")}, VEC),
        ("pl.tile.fillpad(x)", {"x": tile("pl.MemRef(buf, 0, 2048), pl.Mem.Vec")}, tile("pl.MemRef(buf, 0, 2048), pl.Mem.Vec, {pad}")),
        # what is valid of it, and what stands in the rest
        ("pl.tile.fillpad(x, pad_value=pl.PadValue.max)", {"x": PART}, tile("pl.Mem.Vec, pl.TileView(pad=pl.PadValue.max)")),
        ("pl.tile.reshape(x, [64, 16])", {"x": tile("pl.Mem.Vec, {pad}")}, tile("pl.Mem.Vec, {pad}", "[64, 16]")),
        (
            "pl.tile.reshape(x, [64, 16])",
            {"x": tile("pl.Mem.Acc, pl.TileView(compact=pl.CompactMode.normal)")},
            tile(
                "pl.Mem.Acc, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box, fractal=512, "
                "compact=pl.CompactMode.normal)",
                "[64, 16]",
            ),
        ),
        (
            "pl.tile.matmul_acc(c, a, b)",
            {
                "c": tile("pl.Mem.Acc, pl.TileView(valid_shape=[8, 16], compact=pl.CompactMode.normal)", "[16, 16]", "FP32"),
                "a": tile("pl.Mem.Left, pl.TileView(valid_shape=[8, 32])", "[16, 32]"),
                "b": RIGHT,
            },
            tile("pl.Mem.Acc, pl.TileView(valid_shape=[8, 16], compact=pl.CompactMode.normal)", "[16, 16]", "FP32"),
        ),
        ("pl.tile.row_sum(x, y)", {"x": PART, "y": VEC}, tile("pl.Mem.Vec, pl.TileView(valid_shape=[8, 1])", "[16, 1]")),
        ("pl.tile.row_max(x, y)", {"x": PART, "y": VEC}, tile("pl.Mem.Vec, pl.TileView(valid_shape=[8, 1])", "[16, 1]")),
        ("pl.tile.gather(x, y, z)", {"x": PART, "y": tile("pl.Mem.Vec", "[4, 64]", "INT32"), "z": VEC}, tile("pl.Mem.Vec", "[4, 64]")),
        ("pl.tile.store(x, [8, 0], y)", {"x": tile("pl.Mem.Vec", "[8, 64]"), "y": tensor("[16, 64]", rest=HALF)}, tensor("[16, 64]")),
        ("pl.tensor.reshape(x, [64, 16], [64, 8])", {"x": tensor("[16, 64]")}, tensor("[64, 16]", rest=HALF.replace("8, 64", "64, 8"))),
        ("pl.tensor.reshape(x, [64, 16])", {"x": PADDED}, PADDED.replace("[16, 64]", "[64, 16]")),
        ("pl.tensor.slice(x, [8, 64], [0, 0], [4, 64])", {"x": tensor("[16, 64]")}, tensor("[8, 64]", rest=HALF.replace("8", "4"))),
        ("pl.tensor.slice(x, [16, 64], [0, 0], pad_value=pl.PadValue.zero)", {"x": tensor("[16, 64]")}, PADDED),
        ("pl.tensor.slice(x, [1, 64], [0, 0], [], [0])", {"x": tensor("[16, 64]")}, tensor("[64]")),
        # its element type
        (
            "pl.tile.mul(x, y)",
            {"x": COLUMN, "y": F32},
            tile("pl.Mem.Vec, pl.TileView(valid_shape=[16, 1], blayout=pl.TileLayout.col_major)", dtype="FP32"),
        ),
        *(
            (f"pl.tile.{word}(x, y)", {"x": ROW, "y": F32}, tile("pl.Mem.Vec, pl.TileView(valid_shape=[1, 64])", dtype="FP32"))
            for word in ("sub", "maximum")
        ),
        ("pl.tile.row_expand_mul(x, y)", {"x": VEC, "y": WIDE_COLUMN}, F32),
        ("pl.tile.row_expand_div(x, y)", {"x": VEC, "y": WIDE_COLUMN}, F32),
        ("pl.tile.col_expand_mul(x, y)", {"x": VEC, "y": tile("pl.Mem.Vec", "[1, 64]", "FP32")}, F32),
        # no tiles
        ("pl.tensor.create([4, 4], dtype=pl.FP32)", {}, tensor("[4, 4]", "FP32")),
        (
            "pl.tensor.create([4, 4], dtype=pl.FP32, layout=pl.TensorLayout.DN)",
            {},
            tensor("[4, 4]", "FP32", "pl.TensorView(stride=[], layout=pl.TensorLayout.DN)"),
        ),
        ("pl.tensor.write(x, [0, 0], s)", {"x": tensor("[4, 4]"), "s": "pl.Scalar[pl.FP16]"}, tensor("[4, 4]")),
        ("pl.tensor.read(x, [0, 0])", {"x": tensor("[4, 4]")}, "pl.Scalar[pl.FP16]"),
        ("pl.tensor.dim(x, 0)", {"x": tensor("[4, 4]")}, "pl.Scalar[pl.INDEX]"),
        ("pl.tile.get_block_idx()", {}, "pl.Scalar[pl.INDEX]"),
        ("pl.array.get_element(x, 0)", {"x": "pl.Array[4, pl.INT32]"}, "pl.Scalar[pl.INT32]"),
        ("pl.array.update_element(x, 0, s)", {"x": "pl.Array[4, pl.INT32]", "s": "pl.Scalar[pl.INT32]"}, "pl.Array[4, pl.INT32]"),
    ],
)
def test_a_result_follows(call: str, params: dict[str, str], type_: str) -> None:
    pad = "pl.TileView(pad=pl.PadValue.zero)"
    assert result(call, **{name: given.replace("{pad}", pad) for name, given in params.items()}) == type_.replace("{pad}", pad)


def test_a_padded_tile_stays_where_it_was_also_in_the_registry_of_august_2026() -> None:
    then = load_specs("builtin:pypto-2026-08")
    assert result("pl.tile.fillpad(x)", then, x=tile("pl.Mem.Mat")) == tile("pl.Mem.Mat, pl.TileView(pad=pl.PadValue.zero)")
