"""How the type of a result follows from the operands (tile_views.md sections 3 to 5), in the words of printed IR."""

from __future__ import annotations

import pytest

from tests.ir_facts.kernels import dump
from tests.ir_facts.one_call import BOXED_VEC, FLAT_MAT, ROW_MAJOR, SPECS, TURNED_MAT, VEC, result, retargeted, tensor, tile
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.nodes import Call
from tilewhy.ir_facts.results import result_type
from tilewhy.ir_facts.types import TileType
from tilewhy.ir_facts.walk import expressions, statements, subexpressions, variable_types

COL_MAJOR = "pl.TileView(blayout=pl.TileLayout.col_major)"

# ---------------------------------------------------------------------------------------------- moves (section 4)

ACC_KWARGS = ", blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box"


@pytest.mark.parametrize(
    ("source", "kwargs", "moved"),
    [
        (tile("pl.Mem.Mat"), "target_memory=pl.Mem.Vec", tile(BOXED_VEC)),
        (tile("pl.Mem.Mat"), "target_memory=pl.Mem.Left", tile("pl.Mem.Left")),
        (tile("pl.Mem.Mat"), "target_memory=pl.Mem.Right", tile("pl.Mem.Right")),
        (tile("pl.Mem.Mat", "[64, 1]"), "target_memory=pl.Mem.Right", tile(f"pl.Mem.Right, {ROW_MAJOR}", "[64, 1]")),
        (
            tile("pl.Mem.Right"),
            "target_memory=pl.Mem.Vec",
            tile("pl.Mem.Vec, pl.TileView(slayout=pl.TileLayout.col_major)"),
        ),
        (tile("pl.Mem.Acc"), f"target_memory=pl.Mem.Vec{ACC_KWARGS}", tile("pl.Mem.Vec")),
        (tile("pl.Mem.Acc", "[64, 1]"), f"target_memory=pl.Mem.Vec{ACC_KWARGS}", tile(f"pl.Mem.Vec, {ROW_MAJOR}", "[64, 1]")),
        (tile("pl.Mem.Acc"), "target_memory=pl.Mem.Vec", tile(BOXED_VEC)),
        (tile(FLAT_MAT, "[1, 64]"), "target_memory=pl.Mem.Left", tile("pl.Mem.Left", "[1, 64]")),
        (tile(FLAT_MAT, "[1, 64]"), "target_memory=pl.Mem.Bias", tile("pl.Mem.Bias", "[1, 64]")),
        (tile("pl.Mem.Mat", "[1, 64]"), "target_memory=pl.Mem.Bias", tile(BOXED_VEC.replace("Vec", "Bias"), "[1, 64]")),
        (
            tile("pl.Mem.Mat, pl.TileView(valid_shape=[10, 64])"),
            "target_memory=pl.Mem.Left",
            tile("pl.Mem.Left, pl.TileView(valid_shape=[10, 64])"),
        ),
        (
            tile("pl.Mem.Acc, pl.TileView(valid_shape=[10, 64], compact=pl.CompactMode.normal)"),
            f"target_memory=pl.Mem.Vec{ACC_KWARGS}",
            tile("pl.Mem.Vec, pl.TileView(valid_shape=[10, 64])"),
        ),
        (
            tile("pl.Mem.Vec"),
            "target_memory=pl.Mem.Mat, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.row_major",
            tile(f"pl.Mem.Mat, {ROW_MAJOR}"),
        ),
        (
            tile("pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, fractal=32)", "[32, 4]", "UINT8"),
            "target_memory=pl.Mem.LeftScale",
            tile("pl.Mem.LeftScale", "[32, 4]", "FP8E8M0"),
        ),
    ],
)
def test_a_move_leaves_the_layout_of_its_destination(source: str, kwargs: str, moved: str) -> None:
    assert result(f"pl.tile.move(x, {kwargs})", x=source) == moved


# ---------------------------------------------------------------------------------------------- loads and creates (section 3)


@pytest.mark.parametrize(
    ("source", "call", "loaded"),
    [
        (tensor("[64, 64]"), "[16, 64], [16, 64]", tile("")),
        (tensor("[64, 64]"), "[64, 1], [64, 1]", tile(ROW_MAJOR, "[64, 1]")),
        (tensor("[64, 64]"), "[64, 1], [64, 1], target_memory=pl.Mem.Vec", tile("pl.Mem.Vec", "[64, 1]")),
        (tensor("[64, 64]"), "[1, 1], [1, 1], target_memory=pl.Mem.Vec", tile(f"pl.Mem.Vec, {COL_MAJOR}", "[1, 1]")),
        (tensor("[64, 64]"), "[16, 64], [16, 64], target_memory=pl.Mem.Mat", tile("pl.Mem.Mat")),
        (tensor("[64, 64]"), "[1, 64], [1, 64], target_memory=pl.Mem.Mat", tile(FLAT_MAT, "[1, 64]")),
        (
            tensor("[64, 64]", rest="pl.TensorView(stride=[1, 64], layout=pl.TensorLayout.DN)"),
            "[16, 64], [16, 64], target_memory=pl.Mem.Mat",
            tile(TURNED_MAT),
        ),
        (
            tensor("[64, 64]", rest="pl.TensorView(valid_shape=[10, 64], stride=[], layout=pl.TensorLayout.ND)"),
            "[16, 64], [16, 64], target_memory=pl.Mem.Vec",
            tile("pl.Mem.Vec, pl.TileView(valid_shape=[10, 64])"),
        ),
        (
            tensor("[64, 64]", "FP8E8M0", "pl.TensorView(stride=[], layout=pl.TensorLayout.MX_A_ZZ)"),
            "[32, 4], [32, 4], target_memory=pl.Mem.Mat",
            tile("pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, fractal=32)", "[32, 4]", "FP8E8M0"),
        ),
    ],
)
def test_a_load_is_laid_out_for_its_tensor_and_its_space(source: str, call: str, loaded: str) -> None:
    assert result(f"pl.tile.load(x, [0, 0], {call})", x=source) == loaded


@pytest.mark.parametrize(
    ("kwargs", "created"),
    [
        ("", tile("")),
        (", target_memory=pl.Mem.Acc", tile("pl.Mem.Acc")),
        (", target_memory=pl.Mem.Mat", tile("pl.Mem.Mat")),
        (", target_memory=pl.Mem.Mat, transpose=True", tile(TURNED_MAT)),
        (", target_memory=pl.Mem.Mat, flat_layout=True", tile(FLAT_MAT)),
    ],
)
def test_a_created_tile_has_the_layout_of_its_space(kwargs: str, created: str) -> None:
    assert result(f"pl.tile.create([16, 64], dtype=pl.FP16{kwargs})") == created


LOAD = "pl.tile.load(x, [0, 0], {shape}, {valid}{kwargs})"


@pytest.mark.parametrize(
    ("call", "source", "old", "space", "new"),
    [
        (LOAD.format(shape="[16, 64]", valid="[16, 64]", kwargs=""), "[64, 64]", tile(""), "Mat", tile("pl.Mem.Mat")),
        (
            LOAD.format(shape="[16, 64]", valid="[10, 64]", kwargs=""),
            "[64, 64]",
            tile("pl.TileView(valid_shape=[10, 64])"),
            "Vec",
            tile("pl.Mem.Vec, pl.TileView(valid_shape=[10, 64])"),
        ),
        (LOAD.format(shape="[1, 64]", valid="[1, 64]", kwargs=""), "[64, 64]", tile("", "[1, 64]"), "Mat", tile(FLAT_MAT, "[1, 64]")),
        (
            LOAD.format(shape="[1, 1]", valid="[1, 1]", kwargs=""),
            "[64, 64]",
            tile("", "[1, 1]"),
            "Vec",
            tile(f"pl.Mem.Vec, {COL_MAJOR}", "[1, 1]"),
        ),
        (
            LOAD.format(shape="[64, 1]", valid="[64, 1]", kwargs=""),
            "[64, 64]",
            tile(ROW_MAJOR, "[64, 1]"),
            "Vec",
            tile("pl.Mem.Vec", "[64, 1]"),
        ),
        (
            "pl.tile.load(x, [0, 0, 0], [2, 64, 64], [2, 64, 64])",
            "[2, 64, 64]",
            tile("", "[128, 64]"),
            "Mat",
            tile("pl.Mem.Mat", "[128, 64]"),
        ),
        (
            LOAD.format(shape="[16, 64]", valid="[16, 64]", kwargs=", target_memory=pl.Mem.Vec"),
            "[64, 64]",
            tile("pl.Mem.Vec"),
            "Acc",
            tile("pl.Mem.Acc, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box, fractal=512)"),
        ),
    ],
)
def test_a_load_that_is_sent_elsewhere_keeps_what_was_valid(call: str, source: str, old: str, space: str, new: str) -> None:
    assert retargeted(call, old, space, x=tensor(source)) == new


def test_a_created_accumulator_takes_the_layout_of_acc() -> None:
    assert retargeted("pl.tile.create([16, 16], dtype=pl.FP32)", tile("", "[16, 16]", "FP32"), "Acc") == tile(
        "pl.Mem.Acc", "[16, 16]", "FP32"
    )


def test_a_created_tile_that_is_turned_cannot_leave_mat() -> None:
    with pytest.raises(DiagnosticError, match="in Mat only"):
        retargeted("pl.tile.create([16, 16], dtype=pl.FP32, transpose=True)", tile("", "[16, 16]", "FP32"), "Acc")


# ---------------------------------------------------------------------------------------------- one rule each (section 5)

PADDED = tile("pl.Mem.Vec, pl.TileView(valid_shape=[10, 64], pad=pl.PadValue.zero)")


@pytest.mark.parametrize(
    ("call", "params", "type_"),
    [
        # element-wise: layout, pad and valid shape of the first operand
        ("pl.tile.add(x, y)", {"x": PADDED, "y": VEC}, PADDED),
        ("pl.tile.add(x, y)", {"x": tile("pl.Mem.Vec", "[1, 64]"), "y": VEC}, tile("pl.Mem.Vec, pl.TileView(valid_shape=[1, 64])")),
        ("pl.tile.add(x, y)", {"x": VEC, "y": tile("pl.Mem.Vec", dtype="FP32")}, tile("pl.Mem.Vec", dtype="FP32")),
        ("pl.tile.muls(x, 2.0)", {"x": tile(BOXED_VEC)}, tile(BOXED_VEC)),
        ("pl.tile.neg(x)", {"x": tile("pl.Mem.Acc")}, tile(BOXED_VEC)),
        ("pl.tile.cast(x, target_type=pl.FP32, mode='round')", {"x": VEC}, tile("pl.Mem.Vec", dtype="FP32")),
        (
            "pl.tile.sel(m, x, y, t)",
            {"m": tile("pl.Mem.Vec", "[16, 32]", "UINT8"), "x": PADDED, "y": VEC, "t": tile("pl.Mem.Vec", "[1, 32]", "UINT8")},
            PADDED,
        ),
        ("pl.tile.cmp(x, y, cmp_type=0)", {"x": VEC, "y": VEC}, tile("pl.Mem.Vec, pl.TileView(valid_shape=[16, 8])", "[16, 32]", "UINT8")),
        # broadcasts and reductions
        ("pl.tile.row_expand_mul(x, y)", {"x": PADDED, "y": tile("pl.Mem.Vec", "[16, 1]")}, PADDED),
        ("pl.tile.row_sum(x, t)", {"x": VEC, "t": VEC}, tile("pl.Mem.Vec", "[16, 1]")),
        (
            "pl.tile.row_sum(x, t)",
            {"x": tile("pl.Mem.Vec", "[1, 64]"), "t": tile("pl.Mem.Vec", "[1, 64]")},
            tile(f"pl.Mem.Vec, {COL_MAJOR}", "[1, 1]"),
        ),
        ("pl.tile.row_argmax(x, t)", {"x": VEC, "t": VEC}, tile("pl.Mem.Vec", "[16, 1]", "INT32")),
        ("pl.tile.col_sum(x)", {"x": PADDED}, tile("pl.Mem.Vec", "[1, 64]")),
        # windows
        ("pl.tile.slice(x, [8, 64], [0, 0])", {"x": tile("pl.Mem.Mat")}, tile("pl.Mem.Mat", "[8, 64]")),
        (
            "pl.tile.slice(x, [8, 64], [0, 0], [5, 64])",
            {"x": tile("pl.Mem.Mat")},
            tile(
                "pl.Mem.Mat, pl.TileView(valid_shape=[5, 64], blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)", "[8, 64]"
            ),
        ),
        ("pl.tile.slice(x, [8, 64], [0, 0])", {"x": tile(FLAT_MAT)}, tile("pl.Mem.Mat", "[8, 64]")),
        ("pl.tile.slice(x, [8, 64], [0, 0])", {"x": tile(TURNED_MAT)}, tile(TURNED_MAT, "[8, 64]")),
        ("pl.tile.slice(x, [8, 1], [0, n], [], [1])", {"x": VEC, "n": "pl.Scalar[pl.INDEX]"}, tile("pl.Mem.Vec", "[1, 8]")),
        (
            "pl.tile.slice(x, [8, 64], [0, 0], pad_value=pl.PadValue.min)",
            {"x": VEC},
            tile("pl.Mem.Vec, pl.TileView(pad=pl.PadValue.min)", "[8, 64]"),
        ),
        ("pl.tile.reshape(x, [32, 32])", {"x": tile("pl.Mem.Mat")}, tile("pl.Mem.Mat", "[32, 32]")),
        ("pl.tile.reshape(x, [1024, 1])", {"x": VEC}, tile("pl.Mem.Vec", "[1024, 1]")),
        ("pl.tile.transpose(x, 0, 1)", {"x": PADDED}, tile("pl.Mem.Vec", "[64, 16]")),
        ("pl.tile.transpose(x, 0, 1)", {"x": tile("pl.Mem.Vec", "[1, 64]")}, tile(f"pl.Mem.Vec, {ROW_MAJOR}", "[64, 1]")),
        ("pl.tile.transpose_view(x)", {"x": tile("pl.Mem.Mat")}, tile(TURNED_MAT, "[64, 16]")),
        ("pl.tile.set_validshape(x, 10, 64)", {"x": tile("pl.Mem.Acc")}, tile("pl.Mem.Acc, pl.TileView(valid_shape=[10, 64])")),
        ("pl.tile.reinterpret_view(x, dtype=pl.UINT8)", {"x": VEC}, tile("pl.Mem.Vec", "[16, 128]", "UINT8")),
        (
            "pl.tile.assemble(x, y, [10, 0])",
            {"x": PADDED, "y": tile("pl.Mem.Vec", "[6, 64]")},
            tile("pl.Mem.Vec, pl.TileView(pad=pl.PadValue.zero)"),
        ),
        # padding, concat, extract
        ("pl.tile.fillpad(x, pad_value=pl.PadValue.min)", {"x": PADDED}, tile("pl.Mem.Vec, pl.TileView(pad=pl.PadValue.min)")),
        ("pl.tile.concat(x, y)", {"x": PADDED, "y": VEC}, tile("pl.Mem.Vec", "[16, 128]")),
        (
            "pl.tile.extract(x, 0, 0, [16, 32], target_memory=pl.Mem.Left)",
            {"x": tile("pl.Mem.Mat")},
            tile(f"pl.Mem.Left, {ROW_MAJOR}", "[16, 32]"),
        ),
        (
            "pl.tile.extract(x, 0, 0, [16, 32], target_memory=pl.Mem.Right)",
            {"x": tile("pl.Mem.Mat, pl.TileView(valid_shape=[10, 64])")},
            tile("pl.Mem.Right, pl.TileView(valid_shape=[10, 32], compact=pl.CompactMode.normal)", "[16, 32]"),
        ),
        # gather, scatter, sort
        ("pl.tile.gather(x, i, t)", {"x": VEC, "i": tile("pl.Mem.Vec", "[4, 8]", "INT32"), "t": VEC}, tile("pl.Mem.Vec", "[4, 8]")),
        ("pl.tile.gather_mask(x, mask_pattern=3)", {"x": VEC}, tile("pl.Mem.Vec", "[16, 16]")),
        ("pl.tile.sort32(x, i)", {"x": VEC, "i": tile("pl.Mem.Vec", dtype="UINT32")}, tile("pl.Mem.Vec", "[16, 128]")),
        ("pl.tile.scatter(x, y, i)", {"x": PADDED, "y": VEC, "i": tile("pl.Mem.Vec", dtype="INT16")}, PADDED),
        # fresh tiles, scalars, tensors
        ("pl.tile.full([64, 1], dtype=pl.FP16, value=0.0)", {}, tile(f"pl.Mem.Vec, {ROW_MAJOR}", "[64, 1]")),
        ("pl.tile.read(x, [0, 0])", {"x": VEC}, "pl.Scalar[pl.FP16]"),
        ("pl.tile.write(x, [0, 0], 1.0)", {"x": PADDED}, PADDED),
        ("pl.tile.store(x, [0, 0], y)", {"x": VEC, "y": tensor("[64, 64]")}, tensor("[64, 64]")),
        ("pl.tile.get_block_idx()", {}, "pl.Scalar[pl.INDEX]"),
        # the matrix unit
        ("pl.tile.matmul(x, y)", {"x": tile("pl.Mem.Left"), "y": tile("pl.Mem.Right", "[64, 32]")}, tile("pl.Mem.Acc", "[16, 32]", "FP32")),
        (
            "pl.tile.matmul(x, y)",
            {"x": tile("pl.Mem.Left, pl.TileView(valid_shape=[n, 64])"), "y": tile("pl.Mem.Right", "[64, 32]"), "n": "pl.Scalar[pl.INDEX]"},
            tile("pl.Mem.Acc, pl.TileView(valid_shape=[n, 32], compact=pl.CompactMode.normal)", "[16, 32]", "FP32"),
        ),
        (
            "pl.tile.gemv(x, y, acc_phase='unspecified')",
            {"x": tile("pl.Mem.Left", "[1, 64]"), "y": tile("pl.Mem.Right", "[64, 32]")},
            tile("pl.Mem.Acc, pl.TileView(valid_shape=[1, 32])", "[16, 32]", "FP32"),
        ),
        # across cores
        ("pl.tile.aiv_shard(x, split=1)", {"x": tile("pl.Mem.Acc")}, tile("pl.Mem.Vec", "[8, 64]")),
        (
            "pl.tile.aic_gather(x, split=2)",
            {"x": tile("pl.Mem.Vec, pl.TileView(valid_shape=[10, 64])")},
            tile(
                "pl.Mem.Mat, pl.TileView(valid_shape=[10, 128], blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)",
                "[16, 128]",
            ),
        ),
    ],
)
def test_the_type_of_a_result(call: str, params: dict[str, str], type_: str) -> None:
    assert result(call, **params) == type_


@pytest.mark.parametrize(
    ("call", "params", "type_"),
    [
        ("pl.tensor.add(x, y)", {"x": tensor("[16, 64]"), "y": tensor("[1, 64]", "FP32")}, tensor("[16, 64]", "FP32")),
        ("pl.tensor.muls(x, 2.5)", {"x": tensor("[16, 64]", "INT32")}, tensor("[16, 64]", "FP32")),
        ("pl.tensor.exp(x)", {"x": tensor("[16, 64]", "INT32")}, tensor("[16, 64]", "FP32")),
        ("pl.tensor.row_max(x)", {"x": tensor("[4, 16, 64]")}, tensor("[4, 16, 1]")),
        ("pl.tensor.slice(x, [1, 8], [0, 0], [], [0])", {"x": tensor("[16, 64]")}, tensor("[8]")),
        (
            "pl.tensor.view(x, [256, 256])",
            {"x": tensor("[65536]")},
            tensor("[256, 256]", rest="pl.TensorView(stride=[256, 1], layout=pl.TensorLayout.ND)"),
        ),
        (
            "pl.tensor.transpose(x, 0, 1)",
            {"x": tensor("[16, 64]")},
            tensor("[64, 16]", rest="pl.TensorView(stride=[1, 64], layout=pl.TensorLayout.DN)"),
        ),
        (
            "pl.tensor.matmul(x, y, a_trans=False, b_trans=True, c_matrix_nz=False)",
            {"x": tensor("[16, 64]"), "y": tensor("[32, 64]")},
            tensor("[16, 32]"),
        ),
        ("pl.tensor.dim(x, 0)", {"x": tensor("[16, 64]")}, "pl.Scalar[pl.INDEX]"),
        ("pl.system.fence()", {}, "pl.UnknownType"),
        ("n + m < 3", {"n": "pl.Scalar[pl.INDEX]", "m": "pl.Scalar[pl.INT32]"}, "pl.Scalar[pl.BOOL]"),
        ("[n, x]", {"n": "pl.Scalar[pl.INDEX]", "x": VEC}, f"pl.Tuple[pl.Scalar[pl.INDEX], {VEC}]"),
    ],
)
def test_the_type_of_everything_else(call: str, params: dict[str, str], type_: str) -> None:
    assert result(call, **params) == type_


# ---------------------------------------------------------------------------------------------- keywords and constructors (1.1, 1.6)


@pytest.mark.parametrize(
    ("call", "code", "message", "help_"),
    [
        ("pl.tile.slice(x, [8, 64], [0, 0], pad_value=pl.TileLayout.row_major)", "TW0157", "pad_value= must be a pad value", "zero"),
        ("pl.tile.move(x, target_memory='Mat')", "TW0157", "target_memory= must be a memory space", "Mat"),
        ("pl.tile.create([16, 64], dtype=3)", "TW0157", "dtype= must be a dtype", "FP16"),
        ("pl.tile.create([16, 64], dtype=pl.FP16, transpose=1)", "TW0157", "transpose= must be True or False", ""),
        ("pl.tile.cast(x, target_type=pl.FP32, mode='up')", "TW0157", "mode= must be a whole number", "'ceil'"),
        ("pl.tile.gemv(x, x, acc_phase=1)", "TW0157", "acc_phase= must be a string", ""),
        ("pl.tile.cast(x, target_type=pl.FP32, mode='rint', moed=1)", "TW0157", "it has no keyword moed=", "did you mean `mode`?"),
        ("pl.tile.create([16, 63], dtype=pl.FP4)", "TW0150", "a tile of FP4 has an even number of columns", "two in a byte"),
    ],
)
def test_a_keyword_takes_only_values_of_its_type(call: str, code: str, message: str, help_: str) -> None:
    with pytest.raises(DiagnosticError) as refused:
        result(call, x=VEC)
    [found] = refused.value.diagnostics
    assert (found.code, found.message.partition(": ")[2]) == (code, message) and help_ in found.help


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        ("pl.tensor.row_sum(x)", "[4, 64, 1]"),
        ("pl.tensor.row_sum(x, axis=0)", "[1, 64, 32]"),
        ("pl.tensor.col_max(x, keep_dim=False)", "[4, 32]"),
        ("pl.tensor.col_max(x, axis=-1, keep_dim=True)", "[4, 64, 1]"),
    ],
)
def test_a_reduction_of_a_tensor_may_name_its_axis(call: str, shape: str) -> None:
    assert result(call, x=tensor("[4, 64, 32]")) == tensor(shape)


def test_a_gate_takes_its_split_from_the_region_around_it() -> None:
    body = """\
for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
    t: pl.Tile[[16, 64], pl.FP16, pl.Mem.Vec] = pl.tile.exp(pl.tile.aiv_shard(x))"""
    program = parse_program(dump(body, signature=f"x: {tile('pl.Mem.Acc', '[32, 64]')}"))
    assert str(program).endswith("pl.tile.exp(pl.tile.aiv_shard(x))")
    function = program.functions[0]
    types = variable_types(function)
    [shard] = [
        expr for stmt in statements(function.body) for expr in expressions(stmt) for expr in subexpressions(expr) if isinstance(expr, Call)
    ][1:]
    assert isinstance(shard, Call) and shard.kwargs == (("split", 1),)
    made = result_type(shard, lambda var: types[var], SPECS)
    assert isinstance(made, TileType) and made.shape == (16, 64)
