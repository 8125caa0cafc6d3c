"""`t[i, j]`, `x[0:16, n:n+16]`, `x[0:16, 0:16] = s`: element access and windows (`reference/ir_text.md` 11)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .authored_calls import lowered
from .authored_constants import constant_expr, evaluate
from .nodes import Binary, Expr, Int, Item, Keywords, Tuple, Var
from .read_expr import BAD_EXPRESSION, integer
from .read_expr import item as plain_item
from .read_typing import type_of
from .types import ArrayType, ScalarType, TensorType, TileType, TupleType

if TYPE_CHECKING:
    from .read_state import Reading
    from .types import Dim, Shape


def element(r: Reading, node: ast.Subscript) -> Expr:
    """Any subscript: an item of a constant list, of a tuple, or part of a tile or tensor."""
    value = evaluate(r, node)
    return plain_item(r, node) if value is None else constant_expr(r, node, value)


def subscript(r: Reading, node: ast.Subscript, operand: Expr) -> Expr:
    """`operand[...]`: an element where every index is a scalar, else a window."""
    type_ = type_of(r, operand)
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if isinstance(type_, TupleType):
        return _item(r, node, operand, type_)
    if isinstance(type_, ArrayType):
        return lowered(r, node, "pl.array.get_element", [operand, _index(r, indices[0])], ())
    if not isinstance(type_, (TileType, TensorType)):
        r.refuse(BAD_EXPRESSION, node, "only tuples, arrays, tiles and tensors have elements", help="index a tensor or a tile")
    if len(indices) > len(type_.shape):
        r.refuse(
            BAD_EXPRESSION, node, f"{len(indices)} indices on a value of rank {len(type_.shape)}", help="give one index for each dimension"
        )
    if len(indices) == len(type_.shape) and not any(isinstance(index, ast.Slice) for index in indices):
        return lowered(r, node, "pl.read", [operand, Tuple(tuple([_index(r, index) for index in indices]))], ())
    extents, offsets, dropped = _window(r, indices, type_.shape)
    kwargs: Keywords = (("drop_dims", Tuple(tuple([integer(axis) for axis in dropped]))),) if dropped else ()
    return lowered(r, node, "pl.slice", [operand, Tuple(tuple(extents)), Tuple(tuple(offsets))], kwargs)


def store(r: Reading, node: ast.Assign, target: ast.Subscript, value: ast.expr) -> tuple[Var, Expr]:
    """`x[...] = s`: the variable that is written and the call that writes it."""
    operand = r.expressions[target.value.__class__](r, target.value)
    if not isinstance(operand, Var) or not isinstance(target.value, ast.Name):
        r.refuse(BAD_EXPRESSION, target, "only a part of a variable can be assigned", help="write `x[0:16, 0:16] = s`")
    made = r.expressions[value.__class__](r, value)
    type_ = type_of(r, operand)
    indices = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    var = r.define(target.value.id, target.value)
    if isinstance(type_, ArrayType):
        item = integer(made.value, type_.dtype) if isinstance(made, Int) else made
        call = lowered(r, node, "pl.array.update_element", [operand, _index(r, indices[0]), item], ())
    elif not isinstance(type_, (TileType, TensorType)) or len(indices) > len(type_.shape):
        r.refuse(
            BAD_EXPRESSION, target, "only a window of a tile or tensor, or an element of an array, can be assigned", help="index a tensor"
        )
    elif isinstance(type_of(r, made), ScalarType):
        call = lowered(r, node, "pl.write", [operand, Tuple(tuple([_index(r, index) for index in indices])), made], ())
    else:
        _, offsets, _ = _window(r, indices, type_.shape)
        call = lowered(r, node, "pl.assemble", [operand, made, Tuple(tuple(offsets))], ())
    r.types[var] = type_of(r, call)
    return var, call


def _item(r: Reading, node: ast.Subscript, operand: Expr, type_: TupleType) -> Expr:
    index = _index(r, node.slice)
    if not isinstance(index, Int) or not -len(type_.items) <= index.value < len(type_.items):
        r.refuse(
            BAD_EXPRESSION,
            node,
            f"a tuple of {len(type_.items)} is indexed by a constant from 0 to {len(type_.items) - 1}",
            help="write `t[0]`",
        )
    return Item(operand, index.value % len(type_.items))


def _index(r: Reading, node: ast.expr) -> Expr:
    if isinstance(node, ast.Slice):
        r.refuse(BAD_EXPRESSION, node, "an index must stand here, not a range", help="write one index")
    made = r.expressions[node.__class__](r, node)
    if not isinstance(type_of(r, made), ScalarType):
        r.refuse(BAD_EXPRESSION, node, "an index is a scalar", help="write `t[i, 0]` with integers or INDEX variables")
    return made


def _window(r: Reading, indices: list[ast.expr], shape: Shape) -> tuple[list[Expr], list[Expr], list[int]]:
    """Extents, offsets and dropped axes of a window; axes that are not mentioned are taken whole."""
    extents: list[Expr] = []
    offsets: list[Expr] = []
    dropped: list[int] = []
    for axis, dim in enumerate(shape):
        index = indices[axis] if axis < len(indices) else None
        if isinstance(index, ast.Slice):
            if index.step is not None:
                r.refuse(BAD_EXPRESSION, index.step, "a window has no step", help="gather the elements instead")
            start = integer(0) if index.lower is None else _index(r, index.lower)
            stop = _extent(dim) if index.upper is None else _index(r, index.upper)
            offsets.append(start)
            extents.append(_difference(stop, start))
        elif index is None:
            offsets.append(integer(0))
            extents.append(_extent(dim))
        else:
            offsets.append(_index(r, index))
            extents.append(integer(1))
            dropped.append(axis)
    return extents, offsets, dropped


def _extent(dim: Dim) -> Expr:
    return integer(dim) if isinstance(dim, int) else dim


def _difference(stop: Expr, start: Expr) -> Expr:
    """`stop - start`, which is a constant for `n:n+16`."""
    if isinstance(start, Int) and (start.value == 0 or isinstance(stop, Int)):
        return stop if start.value == 0 or not isinstance(stop, Int) else integer(stop.value - start.value)
    if isinstance(stop, Binary) and stop.op == "+":
        if stop.left == start:
            return stop.right
        if stop.right == start:
            return stop.left
    return Binary("-", stop, start)
