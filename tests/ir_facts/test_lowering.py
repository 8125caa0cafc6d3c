"""What hand-written calls stand for: the op by the operands, defaults, keywords, typed literals (ir_text.md 8.3, 9.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ir_facts.one_call import SPECS
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.lowering import Lowered, lower_call
from tilewhy.ir_facts.nodes import Call, Expr, Float, Int, Symbol, Text, Tuple, Value, Var
from tilewhy.ir_facts.print_expr import expr_text
from tilewhy.ir_facts.print_state import Printing
from tilewhy.ir_facts.types import ScalarType, TensorType, TensorView, TileType, Type

HALF, INTS = Var("half"), Var("ints")
BITS, WORDS = Var("bits"), Var("words")
TENSOR, SCALES = Var("tensor"), Var("scales")
N, K, X = Var("n"), Var("k"), Var("x")

TYPES: dict[Expr, Type] = {
    HALF: TileType((16, 64), "FP16", "Vec"),
    INTS: TileType((16, 64), "INT32", "Vec"),
    BITS: TileType((16, 32), "UINT8", "Vec"),
    WORDS: TileType((16, 64), "UINT32", "Vec"),
    TENSOR: TensorType((64, 64), "FP32"),
    SCALES: TensorType((64, 64), "FP8E8M0", TensorView(layout="MX_A_ZZ")),
    N: ScalarType("INDEX"),
    K: ScalarType("INT32"),
    X: ScalarType("FP16"),
}


def lower(name: str, *args: Value | None, **kwargs: Value | None) -> Lowered:
    return lower_call(name, args, list(kwargs.items()), TYPES.__getitem__, SPECS)


def written(name: str, *args: Value | None, **kwargs: Value | None) -> str:
    """The canonical call as it prints."""
    return expr_text(Printing({var: var.name for var in TYPES if isinstance(var, Var)}, SPECS), lower(name, *args, **kwargs).expr)


@pytest.mark.parametrize(
    ("call", "canonical"),
    [
        # the operands choose the op
        (("pl.add", HALF, HALF), "pl.tile.add(half, half)"),
        (("pl.add", HALF, X), "pl.tile.adds(half, x)"),
        (("pl.add", TENSOR, TENSOR), "pl.tensor.add(tensor, tensor)"),
        (("pl.add", TENSOR, 1.0), "pl.tensor.adds(tensor, 1.0)"),
        (("pl.add", N, 1), "n + 1"),
        (("pl.add", K, N), "pl.cast(k, pl.INDEX) + n"),
        (("pl.mul", X, 2.0), "pl.cast(x, pl.FP32) * 2.0"),
        (("pl.min", N, 4), "pl.min(n, 4)"),
        (("pl.cast", N, Symbol("", "INT32")), "pl.cast(n, pl.INT32)"),
        (("pl.cast", HALF, Symbol("", "FP32")), "pl.tile.cast(half, target_type=pl.FP32, mode='round')"),
        (("pl.maximum", HALF, 0.0), "pl.tile.maximums(half, 0.0)"),
        (("pl.and_", INTS, INTS), "pl.tile.and_(ints, ints)"),
        (("pl.tile.add", HALF, HALF), "pl.tile.add(half, half)"),
        # literals take the element type of their neighbour
        (("pl.mul", HALF, 2), "pl.tile.muls(half, pl.const(2.0, pl.FP16))"),
        (("pl.mul", HALF, 2.0), "pl.tile.muls(half, 2.0)"),
        (("pl.mul", INTS, 2), "pl.tile.muls(ints, pl.const(2, pl.INT32))"),
        (("pl.mul", TENSOR, 3), "pl.tensor.muls(tensor, 3.0)"),
        (("pl.mul", INTS, Int(2, "INT64")), "pl.tile.muls(ints, pl.const(2, pl.INT64))"),
        (("pl.tile.ci", 0, (1, 64)), "pl.tile.ci(pl.const(0, pl.INT32), [1, 64], dtype=pl.INT32, descending=False)"),
        (("pl.write", HALF, (0, 0), 1), "pl.tile.write(half, [0, 0], 1)"),
        (("pl.tile.ci", Int(0, "INT64"), (1, 64)), "pl.tile.ci(pl.const(0, pl.INT32), [1, 64], dtype=pl.INT32, descending=False)"),
        (("pl.lrelu", HALF, 2), "pl.tile.lrelu(half, 2.0)"),
        (("pl.sels", BITS, WORDS, WORDS, 0xFFFFFFFF), "pl.tile.sels(bits, words, words, pl.const(-1, pl.INT32))"),
        (("pl.tri", 0, (16, 64)), "pl.tile.tri(pl.const(0, pl.INT32), [16, 64], dtype=pl.INT32, upper=False)"),
        # defaults
        (("pl.load", TENSOR, (0, 0), (16, 64)), "pl.tile.load(tensor, [0, 0], [16, 64], [16, 64])"),
        (("pl.load", SCALES, (0, 0), (16, 64)), "pl.tile.load(scales, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)"),
        (("pl.tile.load", SCALES, (0, 0), (16, 64)), "pl.tile.load(scales, [0, 0], [16, 64], [16, 64])"),
        (("pl.fillpad", HALF), "pl.tile.fillpad(half, pad_value=pl.PadValue.zero)"),
        (("pl.read", HALF, N), "pl.tile.read(half, [n])"),
        (("pl.slice", HALF, (8, 64), (0, 0), None, (0,)), "pl.tile.slice(half, [8, 64], [0, 0], [], [0])"),
        (("pl.slice", HALF, (8, 64), (0, 0), None, ()), "pl.tile.slice(half, [8, 64], [0, 0])"),
        (("pl.div", HALF, HALF), "pl.tile.div(half, half)"),
        (("pld.rank", Var("ctx")), "pld.system.rank(ctx)"),
    ],
)
def test_positional_calls(call: Any, canonical: str) -> None:
    TYPES.update({arg: ScalarType("INDEX") for arg in call[1:] if isinstance(arg, Var) and arg not in TYPES})
    assert written(*call) == canonical


def test_operands_may_stand_as_keywords_and_keywords_as_operands() -> None:
    assert (
        written("pl.load", TENSOR, target_memory=Symbol("Mem", "Vec"), shapes=(16, 64), offsets=(0, 0))
        == "pl.tile.load(tensor, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)"
    )
    assert written("pl.full", (16, 16), Symbol("", "FP32"), 0.0) == "pl.tensor.full([16, 16], dtype=pl.FP32, value=0.0)"


def test_a_switch_that_is_off_is_not_passed_on() -> None:
    assert written("pl.div", HALF, HALF) == written("pl.tile.div", HALF, HALF, high_precision=False)
    assert written("pl.tile.div", HALF, HALF, high_precision=True) == "pl.tile.div(half, half, high_precision=True)"


def test_a_keyword_that_may_be_left_out_is_kept_as_written() -> None:
    assert (
        written("pl.create_tile", (16, 64), Symbol("", "FP16"), transpose=False)
        == "pl.tile.create([16, 64], dtype=pl.FP16, transpose=False)"
    )


def test_numbers_and_words_are_stored_as_they_print() -> None:
    assert written("pl.cast", HALF, Symbol("", "FP32"), mode=5) == "pl.tile.cast(half, target_type=pl.FP32, mode='trunc')"
    assert written("pl.fillpad", HALF, 0) == "pl.tile.fillpad(half, pad_value=pl.PadValue.zero)"
    assert written("pl.store", HALF, (0, 0), TENSOR, atomic=Symbol("AtomicType", "None_")) == "pl.tile.store(half, [0, 0], tensor)"
    assert written("pl.mgather", TENSOR, INTS, Text("elem")) == written("pl.mgather", TENSOR, INTS, coalesce=1)
    assert written("pl.create_tensor", (4,), Symbol("", "FP16"), init_value=0).endswith("init_value=0.0)")


def test_what_is_valid_of_a_gather_stands_behind_the_scratch_tensor() -> None:
    made = lower("pl.mgather", TENSOR, TENSOR, valid_shape=(9, 21), target_memory=Symbol("Mem", "Mat")).expr
    assert isinstance(made, Call) and made.args == (TENSOR, TENSOR, Tuple(()), Tuple((Int(9), Int(21))))
    assert written("pl.mgather", TENSOR, TENSOR, valid_shape=(9, 21)) == "pl.tile.mgather(tensor, tensor, valid_shape=[9, 21], coalesce=0)"


def test_a_pop_may_say_its_type() -> None:
    made = lower("pl.tpop_from_aic", split=0, shape=(16, 64), dtype=Symbol("", "FP32"))
    assert isinstance(made.expr, Call) and made.expr.kwargs == (("split", 0),)
    assert made.type == TileType((16, 64), "FP32", "Vec")


def test_the_region_around_says_the_split() -> None:
    made = lower_call("pl.aiv_shard", [HALF], [], TYPES.__getitem__, SPECS, scope={"split": 1})
    assert isinstance(made.expr, Call) and made.expr.kwargs == (("split", 1),)


def test_operands_are_constants_and_tuples() -> None:
    made = lower("pl.load", TENSOR, (0, N), (16, 64)).expr
    assert isinstance(made, Call) and made.args[1] == Tuple((Int(0), N))
    scaled = lower("pl.mul", HALF, 0.1).expr
    assert isinstance(scaled, Call) and scaled.args[1] == Float("0.10000000000000001")


@pytest.mark.parametrize(
    ("call", "code", "message"),
    [
        (("pl.laod", TENSOR), "TW0158", "pl.laod: nothing is known by this name"),
        (("pl.load", TENSOR, (0, 0)), "TW0158", "the argument shapes is missing"),
        (("pl.exp", HALF, HALF), "TW0158", "takes 1 positional arguments, not 2"),
        (("pl.add", HALF, TENSOR), "TW0159", "lhs is a tile, rhs is a tensor"),
        (("pl.row_sum", HALF), "TW0159", "scratch tile"),
        (("pl.mul", HALF, N), "TW0158", "INDEX value stands beside elements of FP16"),
        (("pl.add", N, 1.0), "TW0159", "do not mix"),
        (("pl.exp", Text("half")), "TW0159", "input is a word"),
        (("pl.mgather", TENSOR, INTS, Text("rows")), "TW0158", "coalesce= cannot be 'rows'"),
        (("pl.cast", N, Symbol("", "FP33")), "TW0158", "a cast needs a dtype"),
        (("pl.cast", N, -1), "TW0158", "a cast needs a dtype"),
        (("pld.alloc_window_buffer", (16, 64)), "TW0159", "a shape needs dtype="),
    ],
)
def test_what_has_no_meaning_is_refused(call: Any, code: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as refused:
        lower(*call)
    [found] = refused.value.diagnostics
    assert found.code == code and message in found.message, found.message


def test_an_unknown_keyword_is_named_with_its_neighbour() -> None:
    with pytest.raises(DiagnosticError) as refused:
        lower("pl.load", TENSOR, (0, 0), (16, 64), target_memroy=Symbol("Mem", "Mat"))
    assert refused.value.diagnostics[0].help == "did you mean `target_memory`?"
