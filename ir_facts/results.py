"""Result types: of any expression, of a call, of a call whose operands were placed. In: expressions and types. Out: types.

    result_type   the type of an expression; `pl.UnknownType` where it does not follow from the operands
    deduce_call   the type of a call of an op, with everything that PyPTO's deduction rejects
    rebuild       the type of a call one of whose operands changed (`tile_views.md` 2.2), from its old type
    retarget      the type of a load or create that is sent to another space (3.3)
    move_type     the type of a tile moved to another space (4)

Every rule comes from `result:` entries of op specs. Here is only the order in which things happen, as in PyPTO's
`OpRegistry::Create` (1.6): keywords, rule, space. Nothing here decides where a tile lives.

`types` gives the type of a variable and of a call of a program function; all other expressions are worked out here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Binary, Bool, Call, Cast, Expr, Float, Int, Item, Symbol, Tuple, Unary, Var
from .promotion import scalar_dtype
from .refusal import Refusal
from .results_build import build, check, memref_of, stamp, stamped_space, template_of
from .results_context import Context
from .results_keywords import check_keywords
from .results_rules import rule_of
from .types import UNKNOWN, ScalarType, TileType, TileView, TupleType
from .views import effective_view, implicit_layout, place, same_shape, tile_type, valid_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from .nodes import Keywords, Span, Value
    from .opspecs import OpSpec, Specs
    from .results_rules import ResultRule
    from .types import Type

    Types = Callable[[Expr], Type]


# ---------------------------------------------------------------------------------------------- expressions


def result_type(expr: Expr, types: Types, specs: Specs) -> Type:
    """The type of any expression; `UNKNOWN` where it is not deducible. Raises `DiagnosticError` as `deduce_call` does."""
    handler = _BY_CLASS.get(expr.__class__)
    return types(expr) if handler is None else handler(expr, types, specs)


def _constant(expr: Int | Float, types: Types, specs: Specs) -> Type:
    return ScalarType(expr.dtype)


def _bool(expr: Bool, types: Types, specs: Specs) -> Type:
    return ScalarType("BOOL")


def _scalar(expr: Expr, types: Types, specs: Specs) -> Type:
    dtype = scalar_dtype(expr, complete(types, specs), specs)
    return UNKNOWN if dtype is None else ScalarType(dtype)


def _tuple(expr: Tuple, types: Types, specs: Specs) -> Type:
    return TupleType(tuple(result_type(item, types, specs) for item in expr.items))


def _item(expr: Item, types: Types, specs: Specs) -> Type:
    whole = result_type(expr.operand, types, specs)
    return whole.items[expr.index] if isinstance(whole, TupleType) and 0 <= expr.index < len(whole.items) else UNKNOWN


def _call(expr: Call, types: Types, specs: Specs) -> Type:
    return deduce_call(expr.op, expr.args, expr.kwargs, types, specs, expr.span)


def _symbol(expr: Symbol, types: Types, specs: Specs) -> Type:
    return UNKNOWN


_BY_CLASS: dict[type[Expr], Callable[..., Type]] = {
    Int: _constant,
    Float: _constant,
    Bool: _bool,
    Binary: _scalar,
    Unary: _scalar,
    Cast: _scalar,
    Tuple: _tuple,
    Item: _item,
    Call: _call,
    Symbol: _symbol,
}


def complete(types: Types, specs: Specs) -> Types:
    """`types`, extended from variables to every expression."""

    def of(expr: Expr) -> Type:
        return types(expr) if expr.__class__ is Var else result_type(expr, types, specs)

    return of


# ---------------------------------------------------------------------------------------------- calls


def deduce_call(op: str, args: tuple[Expr, ...], kwargs: Keywords, types: Types, specs: Specs, span: Span | None = None) -> Type:
    """The type of a call of `op`; `UNKNOWN` for an op without a spec or without a `result:`.

    Raises `DiagnosticError` (TW0150 to TW0157) at `span` for what PyPTO's deduction rejects: keywords, number and kind of
    operands, and the requirements of the op's rule.
    """
    spec = specs.ops.get(op)
    if spec is None:
        return UNKNOWN
    rule = rule_of(spec, specs)
    c = Context(args, kwargs, spec, complete(types, specs), specs)
    try:
        _check_call(spec, c)
        if rule is None:
            return UNKNOWN
        made = build(rule, c)
        check(rule.require, c)
        return stamp(made, spec, c)
    except Refusal as refusal:
        raise located(refusal, op, span) from None


def _check_call(spec: OpSpec, c: Context) -> None:
    """Refuse keywords that the op does not have and a wrong number of operands."""
    count = len(c.args)
    if count < spec.required or (count > len(spec.args) and not spec.variadic):
        least = spec.required
        expected = f"{least}" if least == len(spec.args) else f"{least} to {len(spec.args)}"
        raise Refusal("TW0150", f"it takes {expected} operands ({', '.join(spec.arg_names)}), not {count}")
    if c.kwargs:
        check_keywords(spec, c.kwargs, c.specs)


def located(refusal: Refusal, op: str, span: Span | None) -> Exception:
    """The refusal as a diagnostic that names the call and its place."""
    from .diagnostic import Diagnostic, DiagnosticError, Label

    labels = () if span is None else (Label(span, "in this call"),)
    return DiagnosticError(Diagnostic(refusal.code, f"{op}: {refusal.message}", labels, refusal.help))


# ---------------------------------------------------------------------------------------------- rebuilding


def rebuild(call: Call, old: Type, types: Types, specs: Specs) -> Type:
    """The type of `call`, whose type was `old` before one of its operands changed (2.2).

    A placement moves tiles and leaves their extents alone, so shape, dtype, valid shape and pad are those of `old`;
    layout, compact and space follow from the operands. Where a shape depends on a layout it is deduced again. What
    deduction does not produce (tensors, tuples, unknown) stays `old`. Raises `DiagnosticError` where the new layout or
    space of an operand breaks a requirement (section 8).
    """
    spec = specs.ops.get(call.op)
    if spec is None:
        return old
    rule = rule_of(spec, specs)
    try:
        if rule is None:
            c = Context(call.args, call.kwargs, spec, complete(types, specs), specs)
            space = stamped_space(spec, c)
            return place(old, space, specs) if isinstance(old, TileType) and space is not None else old
        if rule.what not in ("view", "type") and not rule.unstable:
            return old
        c = Context(call.args, call.kwargs, spec, complete(types, specs), specs)
        if rule.unstable:
            check(rule.unstable, c)
        if old.__class__ is not TileType or rule.what not in ("view", "type"):
            return old
        return _rebuilt(rule, spec, old, c)  # type: ignore[arg-type]  # checked by class
    except Refusal as refusal:
        raise located(refusal, call.op, call.span) from None


def _rebuilt(rule: ResultRule, spec: OpSpec, old: TileType, c: Context) -> TileType:
    c.shape, c.valid = old.shape, valid_shape(old)
    if rule.follows_layout:
        deduced = build(rule, c)
        if isinstance(deduced, TileType) and not same_shape(deduced.shape, old.shape):
            deduced = stamp(deduced, spec, c)
            return deduced if isinstance(deduced, TileType) else old
        c.shape, c.valid = old.shape, valid_shape(old)
    specs = c.specs
    if rule.what == "type":
        base = c.tile(rule.base or 0)
        found = effective_view(base, specs)
        blayout, slayout, fractal, compact, space, memref = (
            found.blayout,
            found.slayout,
            found.fractal,
            found.compact,
            base.space,
            base.memref,
        )
    else:
        template = template_of(rule, c)
        blayout, slayout, fractal, compact = template.blayout, template.slayout, template.fractal, template.compact
        part = rule.parts.get("space")
        space = None if part is None else part(c)
        memref = memref_of(rule, c)
    before = old.view
    if before is None:
        view = TileView((), (), None, blayout, slayout, fractal, "null", compact)
    else:
        view = TileView(before.valid_shape, before.stride, before.start_offset, blayout, slayout, fractal, before.pad, compact)
    made = tile_type(old.shape, old.dtype, space, view, memref, specs)
    if space is not None:
        return made
    stamped = stamp(made, spec, c)
    return stamped if isinstance(stamped, TileType) else made


def retarget(call: Call, old: TileType, space: str, types: Types, specs: Specs) -> TileType:
    """The type of a retargetable `call` of type `old` when it writes into `space` (3.3, [N]).

    The op's own deduction says the layout, unless its shape is not that of `old` (a flattened load): then the space's
    implicit layout counts. Everything else of the old view stays. Raises `DiagnosticError` where the op cannot write there.
    """
    spec = specs.ops[call.op]
    probe = deduce_call(call.op, call.args, retargeted(spec, call.kwargs, space), types, specs, call.span)
    view = effective_view(old, specs)
    if isinstance(probe, TileType) and same_shape(probe.shape, old.shape):
        found = effective_view(probe, specs)
        blayout, slayout, fractal = found.blayout, found.slayout, found.fractal
    else:
        blayout, slayout, fractal = implicit_layout(old.shape, space, specs)
    made = TileView(view.valid_shape, view.stride, view.start_offset, blayout, slayout, fractal, view.pad, view.compact)
    return tile_type(old.shape, old.dtype, space, made, old.memref, specs)


def retargeted(spec: OpSpec, kwargs: Keywords, space: str) -> Keywords:
    """The keywords with the op's space keyword naming `space`: replaced in place, or added last (3.3)."""
    key = spec.output.kwarg
    if key is None:
        return kwargs
    value: Value = Symbol("Mem", space)
    if any(name == key for name, _ in kwargs):
        return tuple((name, value if name == key else kept) for name, kept in kwargs)
    return (*kwargs, (key, value))


def move_type(source: TileType, space: str, blayout: str | None, slayout: str | None, specs: Specs) -> TileType:
    """The type of a tile of type `source` after a move into `space`, with the layout keywords given (4).

    Raises `DiagnosticError` where such a move is impossible (a scale that is not laid out as one).
    """
    moved = Var("source")
    kwargs: list[tuple[str, Value]] = [(specs.move_kwarg, Symbol("Mem", space))]
    for name, layout in (("blayout", blayout), ("slayout", slayout)):
        if layout is not None:
            kwargs.append((name, Symbol("TileLayout", layout)))
    made = deduce_call(specs.move_op, (moved,), tuple(kwargs), lambda _: source, specs)
    return made if isinstance(made, TileType) else place(source, space, specs)
