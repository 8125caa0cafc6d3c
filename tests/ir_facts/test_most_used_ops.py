"""The ops that kernels use most, as they are known to be: where they read and write, and what they do to memory.

The registry says the same (`test_opspecs_reference.py`), but its data does not lie beside every checkout.
"""

from __future__ import annotations

import pytest

from tilewhy.engine.spec_list import table
from tilewhy.ir_facts.opspecs import Specs, load_specs

PLACES = """\
tile.load                                               -> target_memory=, else by demand
tile.create                                             -> target_memory=, else by demand
tile.store            tile: Vec|Acc                     -> no tile
tile.move                                               -> target_memory=, else Vec
tile.extract                                            -> target_memory=, else Vec
tile.matmul           lhs: Left, rhs: Right             -> Acc
tile.matmul_acc       acc: Acc, lhs: Left, rhs: Right   -> Acc
tile.add              lhs: Vec, rhs: Vec                -> Vec
tile.sub              lhs: Vec, rhs: Vec                -> Vec
tile.mul              lhs: Vec, rhs: Vec                -> Vec
tile.div              lhs: Vec, rhs: Vec                -> Vec
tile.maximum          lhs: Vec, rhs: Vec                -> Vec
tile.adds             lhs: Vec                          -> Vec
tile.muls             lhs: Vec                          -> Vec
tile.exp              tile: Vec                         -> Vec
tile.recip            tile: Vec                         -> Vec
tile.cast             tile: Vec                         -> Vec
tile.row_expand_mul   tile: Vec, row_vec: Vec           -> Vec
tile.row_expand_div   tile: Vec, row_vec: Vec           -> Vec
tile.col_expand_mul   target: Vec, col_tile: Vec        -> Vec
tile.row_sum          tile: Vec, tmp_tile: Vec          -> Vec
tile.row_max          tile: Vec, tmp_tile: Vec          -> Vec
tile.slice                                              -> inherit
tile.reshape                                            -> inherit
tile.set_validshape                                     -> inherit
tile.transpose_view                                     -> inherit
tile.assemble                                           -> inherit
tile.fillpad                                            -> inherit
tile.gather           src: Vec, indices: Vec, tmp: Vec  -> Vec
tile.full                                               -> Vec
tile.ci                                                 -> Vec
tile.get_block_idx                                      -> no tile
tensor.create                                           -> no tile
tensor.slice                                            -> inherit
tensor.reshape                                          -> inherit
tensor.read                                             -> no tile
tensor.write                                            -> no tile
tensor.dim                                              -> no tile
array.get_element                                       -> no tile
array.update_element                                    -> no tile
"""
NAMES = [line.split()[0] for line in PLACES.splitlines()]

ELEMENTWISE = {f"tile.{name}" for name in ("add", "adds", "cast", "div", "exp", "maximum", "mul", "muls", "recip", "sub")}
EXPANDING = {"tile.row_expand_mul", "tile.row_expand_div", "tile.col_expand_mul"}
LOOKS = {"tile.reshape", "tile.set_validshape", "tile.slice", "tile.transpose_view"}
"""Tiles that are other looks at a tile; an assembled one is too, but it writes into it."""


@pytest.fixture(scope="module")
def specs() -> Specs:
    return load_specs()


def where(specs: Specs, key: str) -> set[str]:
    return {name for name in NAMES if getattr(specs.ops[name], key)}


def test_where_they_read_and_write(specs: Specs) -> None:
    assert table([specs.ops[name] for name in NAMES]) == PLACES


def test_what_computes_and_what_touches_no_memory(specs: Specs) -> None:
    access = {kind: {name for name in NAMES if specs.ops[name].memory_access == kind} for kind in ("functional", "none")}
    others = {"tile.load", "tile.move", "tile.matmul", "tile.matmul_acc", "tile.full", "tile.ci"}
    assert access["functional"] == ELEMENTWISE | EXPANDING | others
    assert access["none"] == LOOKS | {"tile.create", "tile.get_block_idx"}


def test_what_shares_and_writes_buffers(specs: Specs) -> None:
    assert where(specs, "view") == LOOKS | {"tile.assemble", "tensor.reshape", "tensor.slice"}
    written = {name: [op.arg_names[index] for index in op.writes] for name in NAMES if (op := specs.ops[name]).writes}
    assert written == {
        "tile.store": ["output_tensor"],
        "tile.matmul_acc": ["acc"],
        "tile.assemble": ["target"],
        "tensor.write": ["tensor"],
        "array.update_element": ["array"],
    }
    assert where(specs, "updates") == {"tile.matmul_acc", "tile.assemble", "array.update_element"}


def test_which_belong_to_no_single_core(specs: Specs) -> None:
    assert {name: specs.ops[name].lane for name in where(specs, "lane")} == {
        "tile.create": "shared",
        "tile.get_block_idx": "shared",
        "tile.move": "transfer",
    }


@pytest.mark.parametrize("target", ["ascend910b", "ascend950"])
def test_what_is_laid_out_by_rows(specs: Specs, target: str) -> None:
    check_layouts(specs, target)


def check_layouts(specs: Specs, target: str) -> None:
    """Element by element means: every tile row_major. Nothing else of these ops has a layout of its own."""
    layouts = specs.targets[target].layouts
    for name in NAMES:
        op = specs.ops[name]
        wanted = dict.fromkeys(op.inputs, "row_major") if name in ELEMENTWISE else {}
        assert {index: layout for index, (layout, _) in layouts.get(name, {}).items()} == wanted, name
