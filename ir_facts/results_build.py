"""From a compiled rule to a type. In: a `ResultRule` and the call's context. Out: the type that PyPTO's deducer gives.

A deducer builds its tile type without a space or with one; `stamp` adds the op's space afterwards (`tile_views.md` 1.6).
The view is canonicalised at both steps: that is where a plain flat view turns into the layout of the space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Binary, Int, Var
from .record import replace
from .refusal import Refusal
from .results_views import Template
from .types import ArrayType, MarkerType, ScalarType, TensorType, TensorView, TileType, TileView, TupleType
from .views import packs, same_shape, tile_type, valid_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from .opspecs import OpSpec
    from .results_context import Context
    from .results_rules import Requirement, ResultRule
    from .types import MemRef, Shape, Type

DEFAULT_TENSOR_VIEW = TensorView()
STAMPING = frozenset(("fixed", "kwarg", "inherit"))
"""The kinds of output whose space is added to a tile that the deducer left without one."""


def build(rule: ResultRule, c: Context) -> Type:
    """The type that the rule deduces, before the op's space is added. Raises `Refusal`."""
    return _BUILDERS[rule.what](rule, c)


def check(requirements: tuple[Requirement, ...], c: Context) -> None:
    """Raise `Refusal` (TW0151) at the first requirement that the call does not meet.

    What depends on layouts and memories is not asked while an operand has no memory: `rebuild` asks it once it has.
    """
    for requirement in requirements:
        if requirement.placed and _unplaced(c):
            continue
        if requirement.when is not None and requirement.when(c) is not True:
            continue
        that = requirement.that
        if that.holds(c) is not True:
            if requirement.says:
                raise Refusal("TW0151", requirement.says, _seen(requirement, c))
            raise Refusal("TW0151", f"it needs {that.text}", _seen(requirement, c))


def _unplaced(c: Context) -> bool:
    return any(isinstance(found := c.types(arg), TileType) and found.space is None for arg in c.args)


def _seen(requirement: Requirement, c: Context) -> str:
    """What the two sides of a failed comparison were, or else the operands."""
    sides = requirement.that.sides
    if sides is not None:
        return f"{requirement.that.text}: found {_text(sides[0](c))} and {_text(sides[1](c))}"
    shaped = [(c.name(index), found) for index in range(len(c.args)) if isinstance(found := c.type(index), (TileType, TensorType))]
    operands = ", ".join(f"{name} is {_text(found.shape)} of {found.dtype}" for name, found in shaped)
    return f"condition: {requirement.that.text}" + (f"; {operands}" if operands else "") if requirement.says else operands


def _text(value: object) -> str:
    if isinstance(value, tuple):
        parts: tuple[object, ...] = value  # type: ignore[reportUnknownVariableType]  # a shape or a layout
        return f"[{', '.join(map(_text, parts))}]"
    if isinstance(value, Binary):
        left, right = _text(value.left), _text(value.right)
        return f"{value.op}({left}, {right})" if value.op.isalpha() else f"({left} {value.op} {right})"
    return value.name if isinstance(value, Var) else str(value.value) if isinstance(value, Int) else str(value)


# ---------------------------------------------------------------------------------------------- tiles


def _shape(rule: ResultRule, c: Context) -> Shape:
    part = rule.parts.get("shape")
    shape = None if part is None else part(c)
    if shape is None:
        shape = c.shaped(_base(rule)).shape
    c.shape = shape
    return shape


def _dtype(rule: ResultRule, c: Context) -> str:
    part = rule.parts.get("dtype")
    dtype = None if part is None else part(c)
    if dtype is None and rule.base is not None:
        dtype = c.dtype(rule.base)
    if dtype is None:
        raise Refusal("TW0150", "the dtype of the result is missing", "give dtype=")
    return dtype


def _valid(rule: ResultRule, c: Context) -> Shape:
    part = rule.parts.get("valid")
    valid = None if part is None else part(c)
    if valid is None:
        valid = c.shape if rule.base is None else valid_shape(c.shaped(rule.base))
    c.valid = valid
    return valid


def _base(rule: ResultRule) -> int:
    if rule.base is None:
        raise Refusal("TW0150", "nothing says the shape of the result")
    return rule.base


def template_of(rule: ResultRule, c: Context) -> Template:
    """The view template with the rule's own layout, pad and compact over it."""
    parts = rule.parts
    found = parts["view"](c)
    if found is None:
        raise Refusal("TW0150", "no row of the view applies")
    template = found if found.__class__ is Template else Template(*found)
    changed = {
        key: value for key in ("blayout", "slayout", "fractal", "pad", "compact") if key in parts and (value := parts[key](c)) is not None
    }
    return replace(template, **changed) if changed else template


def _tile(rule: ResultRule, c: Context) -> TileType:
    shape, dtype, valid = _shape(rule, c), _dtype(rule, c), _valid(rule, c)
    if len(valid) != len(shape):
        raise Refusal("TW0150", f"a valid shape of rank {len(valid)} cannot stand on a result of rank {len(shape)}")
    if not packs(shape, dtype):
        raise Refusal("TW0150", f"a tile of {dtype} has an even number of columns", "its elements lie two in a byte")
    template = template_of(rule, c)
    part = rule.parts.get("space")
    view = TileView(
        valid,
        template.stride,
        template.start_offset,
        template.blayout,
        template.slayout,
        template.fractal,
        template.pad,
        template.compact,
    )
    return tile_type(shape, dtype, None if part is None else part(c), view, memref_of(rule, c), c.specs)


def memref_of(rule: ResultRule, c: Context) -> MemRef | None:
    return None if rule.memref is None else c.shaped(rule.memref).memref


def stamp(type: Type, op: OpSpec, c: Context) -> Type:
    """The deduced type with the op's space where the deducer named none (1.6)."""
    if op.output.kind not in STAMPING:
        return type
    if isinstance(type, TileType):
        if type.space is None:
            space = stamped_space(op, c)
            if space is not None:
                return tile_type(type.shape, type.dtype, space, type.view, type.memref, c.specs)
        return type
    return TupleType(tuple(stamp(item, op, c) for item in type.items)) if isinstance(type, TupleType) else type


def stamped_space(op: OpSpec, c: Context) -> str | None:
    """The space that is added: the op's own, else that of the first tile operand that has one."""
    output = op.output
    if output.kind == "fixed":
        return output.space
    if output.kwarg is not None:
        named = c.keyword(output.kwarg) or output.space
        if named is not None:
            return str(named)
    for expr in c.args:
        found = c.types(expr)
        if isinstance(found, TileType) and found.space is not None:
            return found.space
    return None


# ---------------------------------------------------------------------------------------------- everything else


def _tensor(rule: ResultRule, c: Context) -> TensorType:
    shape, dtype, valid = _shape(rule, c), _dtype(rule, c), _valid(rule, c)
    parts = rule.parts
    kind = parts["tensor"](c)
    stride, layout, pad = (None if part is None else part(c) for part in map(parts.get, ("stride", "layout", "pad")))
    view = TensorView(() if same_shape(valid, shape) else valid, stride or (), layout or "ND", pad or "null")
    return TensorType(shape, dtype, None if view == DEFAULT_TENSOR_VIEW else view, memref_of(rule, c), kind.distributed, kind.window)


def _same_type(rule: ResultRule, c: Context) -> Type:
    base = c.type(_base(rule))
    part = rule.parts.get("valid")
    if part is None or not isinstance(base, TensorType):
        return base
    c.shape = base.shape
    valid = part(c)
    if same_shape(valid, valid_shape(base)):
        return base
    old = base.view or DEFAULT_TENSOR_VIEW
    view = TensorView(() if same_shape(valid, base.shape) else valid, old.stride, old.layout, old.pad)
    return TensorType(base.shape, base.dtype, None if view == DEFAULT_TENSOR_VIEW else view, base.memref, base.distributed, base.window)


def _scalar(rule: ResultRule, c: Context) -> Type:
    return ScalarType(rule.parts["scalar"](c))


def _array(rule: ResultRule, c: Context) -> Type:
    return ArrayType(rule.parts["array"](c), _dtype(rule, c))


def _marker(rule: ResultRule, c: Context) -> Type:
    return MarkerType(rule.marker)


def _tuple(rule: ResultRule, c: Context) -> Type:
    return TupleType(tuple(build(item, c) for item in rule.items))


_BUILDERS: dict[str, Callable[[ResultRule, Context], Type]] = {
    "view": _tile,
    "tensor": _tensor,
    "type": _same_type,
    "scalar": _scalar,
    "array": _array,
    "marker": _marker,
    "tuple": _tuple,
}
