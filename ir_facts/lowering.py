"""Hand-written calls as the calls that PyPTO would print. In: a spelling and its arguments. Out: a canonical expression.

`pl.load(x, [0, 0], [16, 64])` becomes the call of `tile.load` with every operand in its place; `pl.add(tile, 2)` becomes
`tile.adds` with a typed constant; `pl.add(i, 1)` a scalar expression (`reference/ir_text.md` 8.3, 9.4, 11). Which spelling
stands for what comes from `dsl.yaml`, what a builder adds from `builders:`, which numbers take an element type from
`literals:`. Names no op, and reads no syntax.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .lowering_values import as_keyword, as_operand, byte_count, fixed, kind_of, literal, retyped, shown, signed, stored
from .nodes import Binary, Call, Cast, Expr, Int, Symbol, Text, Tuple
from .promotion import promote_scalars, scalar_dtype
from .refusal import Refusal
from .results import complete, located
from .types import TensorType, TileType
from .views import tile_type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .nodes import Keywords, Span, Value
    from .opspecs import OpSpec, Specs
    from .opspecs_dsl import DslParam, DslVariant
    from .types import Shape, Type

    Given = dict[str, Value]

WRONG_CALL = "TW0158"
NO_MEANING = "TW0159"

SCALAR_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "min": "min", "max": "max"}


class Lowered(NamedTuple):
    """What a spelling stands for. `type` is the result type where the arguments say it (a pop with `shape=`, `dtype=`)."""

    expr: Expr
    type: Type | None = None


def lower_call(
    name: str,
    args: Sequence[Value | None],
    kwargs: Sequence[tuple[str, Value | None]],
    types: Callable[[Expr], Type],
    specs: Specs,
    span: Span | None = None,
    *,
    scope: Mapping[str, Value] | None = None,
    attrs: Keywords = (),
) -> Lowered:
    """The canonical form of a call written as `name` (`pl.load`, `pl.tile.add`, `pld.window`).

    None as an argument counts as left out. `scope` holds what the enclosing regions say (`split`). Raises `DiagnosticError`
    at `span`: TW0158 for arguments that do not fit the signature, TW0159 for operands that the spelling has no meaning for.
    """
    typed = complete(types, specs)
    try:
        variants = specs.dsl(name)
        if not variants:
            from .spelling import did_you_mean

            raise Refusal(WRONG_CALL, "nothing is known by this name", did_you_mean(name, specs.spellings()) or "see `tilewhy ops list`")
        bound: dict[tuple[DslParam, ...], Given] = {}
        named = {keyword for keyword, _ in kwargs}
        for variant in variants:
            given = bound.get(variant.params)
            if given is None:
                given = bound[variant.params] = _bind(variant.params, args, kwargs, scope or {})
            if all(_fits(given.get(param), wanted, typed, param in named) for param, wanted in variant.when.items()):
                return _made(name, variant, _numbered(variant, given, named), typed, specs, span, attrs)
        raise _no_meaning(next(iter(bound.values())), variants, typed)
    except Refusal as refusal:
        raise located(refusal, name, span) from None


# ---------------------------------------------------------------------------------------------- arguments


def _bind(
    params: tuple[DslParam, ...], args: Sequence[Value | None], kwargs: Sequence[tuple[str, Value | None]], scope: Mapping[str, Value]
) -> Given:
    """Parameter -> value. A parameter that is passed by keyword takes no position."""
    signature = ", ".join(param.name for param in params)
    by_name = dict(kwargs)
    names = [param.name for param in params]
    for name in by_name:
        if name not in names:
            from .spelling import did_you_mean

            raise Refusal(WRONG_CALL, f"there is no parameter {name}=", did_you_mean(name, names) or f"parameters: {signature}")
    places = [param.name for param in params if param.name not in by_name]
    if len(args) > len(places):
        raise Refusal(WRONG_CALL, f"it takes {len(places)} positional arguments, not {len(args)}", f"parameters: {signature}")
    by_name.update(zip(places, args))  # noqa: B905  # the rest of the places are left out
    given: Given = {}
    for param in params:
        value = by_name.get(param.name)
        if value is not None and not (param.switch and as_keyword(value) is not True):
            given[param.name] = value
    for param in params:
        if param.name in given:
            continue
        if param.required:
            raise Refusal(WRONG_CALL, f"the argument {param.name} is missing", f"parameters: {signature}")
        if param.default is not None:
            word, dot, member = param.default.partition(".")
            value = scope.get(member) if dot and word == "scope" else literal(param.default, given)
            if value is not None:
                given[param.name] = value
    return given


def _fits(value: Value | None, wanted: tuple[str, ...], types: Callable[[Expr], Type], named: bool) -> bool:
    """Whether an argument is one of the things that a `when:` lists. `named`: it was passed by keyword."""
    if value is None:
        return "absent" in wanted
    if "given" in wanted:
        return as_keyword(value) != ()  # an empty list of axes drops none
    kind = kind_of(value, types)
    if kind in wanted or (kind == "Number" and ("Scalar" in wanted or (named and "keyword" in wanted))):
        return True
    return shown(as_keyword(value)) in wanted


def _numbered(variant: DslVariant, given: Given, named: set[str]) -> Given:
    """The arguments with numbers for the words that stand for them, and with the dtypes that numbers in keywords take."""
    if not variant.words and not variant.numbers:
        return given
    made = dict(given)
    for param, words in variant.words.items():
        value = given.get(param)
        if isinstance(value, Text):
            if value.value not in words:
                raise Refusal(WRONG_CALL, f"{param}= cannot be {value.value!r}", f"one of {', '.join(map(repr, words))}")
            made[param] = words.index(value.value)
    for param, dtype in variant.numbers.items():
        value = given.get(param)
        if param in named and type(value) is int:
            made[param] = Int(value, dtype)
    return made


def _no_meaning(given: Given, variants: tuple[DslVariant, ...], types: Callable[[Expr], Type]) -> Refusal:
    asked = [param for param in variants[0].params if any(param.name in variant.when for variant in variants)]
    found = ", ".join(f"{param.name} is {_kind_in_words(given.get(param.name), types)}" for param in asked)
    ways = " or ".join(
        ", ".join(f"{param}: {'/'.join(wanted)}" for param, wanted in variant.when.items()) for variant in variants if not variant.rejected
    )
    return Refusal(NO_MEANING, f"it has no meaning here: {found}", f"it takes {ways}")


def _kind_in_words(value: Value | None, types: Callable[[Expr], Type]) -> str:
    return "left out" if value is None else f"a {kind_of(value, types).lower()}"


# ---------------------------------------------------------------------------------------------- meanings


def _made(
    name: str, variant: DslVariant, given: Given, types: Callable[[Expr], Type], specs: Specs, span: Span | None, attrs: Keywords
) -> Lowered:
    if variant.rejected is not None:
        raise Refusal(NO_MEANING, variant.rejected)
    operands = [_operand(text, given, specs) for text in variant.args]
    if variant.scalar is not None:
        return Lowered(_scalar(variant.scalar, [operand for operand in operands if operand is not None], types, specs))
    op = variant.op or ""
    spec = specs.ops[op]
    args = tuple(operand for operand in operands if operand is not None)
    args = tuple(
        _element(operand, spec.literals[index], args, spec, given, types, specs) if index in spec.literals else operand
        for index, operand in enumerate(args)
    )
    keywords: list[tuple[str, Value]] = []
    for key, text in variant.kwargs:
        value = literal(text, given)
        if value is None:
            value = _builder_default(name, op, key, args, types, specs)
        if value is not None:
            keywords.append((key, stored(key, value, spec.kwargs.get(key, ""))))
    return Lowered(Call(op, args, tuple(keywords), attrs, span), _typed_by(variant, op, given, specs))


def _operand(text: str, given: Given, specs: Specs) -> Expr | None:
    """One operand as a spelling writes it: `x`, `[x]`, `x or empty`, `bytes(x, y)`, or a literal; None where `x` was not given."""
    if text.startswith("bytes("):
        shape, dtype = (given[name] for name in text[len("bytes(") : -1].split(", "))
        return byte_count(as_operand(shape), dtype, specs)
    name, _, fallback = text.partition(" or ")
    if name[:1] == "[":
        value = literal(name[1:-1], given)
        return None if value is None else Tuple((as_operand(value),))
    value = literal(name, given)
    if value is None:
        return Tuple(()) if fallback == "empty" else None
    return as_operand(value)


def _element(
    operand: Expr, like: str, args: tuple[Expr, ...], spec: OpSpec, given: Given, types: Callable[[Expr], Type], specs: Specs
) -> Expr:
    """An operand for which the op says whose element type a number takes: another operand's, a keyword's, or a fixed one."""
    if like in specs.dtypes:
        return fixed(operand, like, specs, types)
    named = given.get(like)
    if like in spec.kwargs:
        return fixed(operand, named.name, specs, types) if isinstance(named, Symbol) and named.name in specs.dtypes else operand
    other = types(args[spec.arg_names.index(like.removeprefix("signed "))])
    if not isinstance(other, (TileType, TensorType)) or isinstance(types(operand), (TileType, TensorType)):
        return operand
    return signed(operand, other.dtype, specs, types) if like.startswith("signed ") else retyped(operand, other.dtype, specs, types)


def _builder_default(name: str, op: str, key: str, args: tuple[Expr, ...], types: Callable[[Expr], Type], specs: Specs) -> Value | None:
    """What the builder of that spelling says in a keyword that was left out."""
    builder = specs.builders.get(name) or specs.builders.get(op)
    default = None if builder is None else builder.defaults.get(key)
    if default is None:
        return None
    space = default.default
    tensor = next((found for found in map(types, args) if isinstance(found, TensorType)), None)
    if tensor is not None and tensor.view is not None:
        space = default.by_layout.get(tensor.view.layout, space)
    return None if space is None else Symbol("Mem", space)


def _typed_by(variant: DslVariant, op: str, given: Given, specs: Specs) -> Type | None:
    """The result type of a call whose arguments say shape and dtype."""
    builder = specs.builders.get(op)
    if not variant.typed_by or builder is None or not all(param in given for param in variant.typed_by):
        return None
    shape, dtype = (as_keyword(given[param]) for param in variant.typed_by)
    if not isinstance(shape, tuple) or not isinstance(dtype, Symbol):
        raise Refusal(
            WRONG_CALL, f"{' and '.join(variant.typed_by)} must be a list of extents and a dtype", "write `shape=[16, 64], dtype=pl.FP32`"
        )
    extents: Shape = tuple([item if isinstance(item, int) else as_operand(item) for item in shape])
    return tile_type(extents, dtype.name, builder.result_space, None, None, specs)


def _scalar(word: str, operands: list[Expr], types: Callable[[Expr], Type], specs: Specs) -> Expr:
    """A scalar expression: a cast, or an operator with the narrower operand cast to the wider one's dtype."""
    op = SCALAR_OPERATORS.get(word)
    if op is None:
        value, dtype = operands
        if not isinstance(dtype, Symbol) or dtype.name not in specs.dtypes:
            from .spelling import did_you_mean

            advice = did_you_mean(dtype.name, specs.dtypes) if isinstance(dtype, Symbol) else ""
            raise Refusal(WRONG_CALL, "a cast needs a dtype", advice or "write `pl.cast(x, pl.INT32)`")
        return Cast(value, dtype.name)
    left, right = operands
    one, other = scalar_dtype(left, types, specs), scalar_dtype(right, types, specs)
    if one is None or other is None:
        return Binary(op, left, right)
    if "bool" in (specs.dtypes[one].kind, specs.dtypes[other].kind) or specs.is_float(one) != specs.is_float(other):
        raise Refusal(NO_MEANING, f"{one} and {other} do not mix", "bring them to one dtype with `pl.cast`")
    common = promote_scalars(one, other, specs)
    bits = specs.dtypes[common].bits
    if specs.dtypes[one].bits < bits:
        left = Cast(left, common)
    elif specs.dtypes[other].bits < bits:
        right = Cast(right, common)
    return Binary(op, left, right)
