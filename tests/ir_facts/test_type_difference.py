"""The first thing in which two types differ."""

from __future__ import annotations

import pytest

from tilewhy.ir_facts.nodes import Binary, Int, Var
from tilewhy.ir_facts.type_difference import difference
from tilewhy.ir_facts.types import UNKNOWN, ScalarType, TensorType, TensorView, TileType, TileView, TupleType, Type

N, N_1, M = Var("n"), Var("n_1"), Var("m")
TILE = TileType((16, 64), "FP32", "Vec")


@pytest.mark.parametrize(
    ("left", "right", "told"),
    [
        (TILE, TileType((16, 64), "FP32", "Vec"), None),
        (TILE, UNKNOWN, None),
        (TILE, TensorType((16, 64), "FP32"), ("element", "kind", "tile", "tensor")),
        (TILE, TileType((16, 64), "BF16", "Vec"), ("element", "dtype", "FP32", "BF16")),
        (TILE, TileType((16,), "FP32", "Vec"), ("layout", "rank", 2, 1)),
        (TILE, TileType((16, 32), "FP32", "Vec"), ("layout", "shape", (16, 64), (16, 32))),
        (TILE, TileType((16, Int(64)), "FP32", "Vec"), None),
        (TILE, TileType((16, 64), "FP32", "Mat"), ("memory", "memory", "Vec", "Mat")),
        (TILE, TileType((16, 64), "FP32", None), ("memory", "memory", "Vec", None)),
        (TILE, TileType((16, 64), "FP32", "Vec", TileView(pad="zero")), ("layout", "pad", "null", "zero")),
        (TILE, TileType((16, 64), "FP32", "Vec", TileView()), ("layout", "view", "implied", "stored")),
        (TileType((N, 16), "FP32"), TileType((N_1, 16), "FP32"), None),
        (TileType((N, 16), "FP32"), TileType((M, 16), "FP32"), ("layout", "shape", (N, 16), (M, 16))),
        (TileType((Binary("+", N, Int(1)),), "FP32"), TileType((Binary("+", N, Int(1)),), "FP32"), None),
        (TileType((Binary("+", N, Int(1)),), "FP32"), TileType((Binary("-", N, Int(1)),), "FP32"), ("layout", "shape")),
        (TensorType((16,), "FP32"), TensorType((16,), "FP32", TensorView(layout="NZ")), ("layout", "layout", "ND", "NZ")),
        (ScalarType("INDEX"), ScalarType("INT32"), ("element", "dtype", "INDEX", "INT32")),
        (TupleType((TILE,)), TupleType(()), ("element", "length", 1, 0)),
        (TupleType((TILE, ScalarType("INDEX"))), TupleType((TILE, ScalarType("BOOL"))), ("element", "dtype", "INDEX", "BOOL")),
    ],
)
def test_difference(left: Type, right: Type, told: tuple[object, ...] | None) -> None:
    found = difference(left, right)
    assert (None if found is None else tuple(found)[: len(told or ())]) == told
