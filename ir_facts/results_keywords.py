"""Keywords of a call against those that its op declares. In: values and the types of `kwargs:`. Out: nothing, or a `Refusal`.

As in PyPTO's `OpRegistry::Create` (`reference/tile_views.md` 1.6), an op that declares keywords takes no others, and each only with
a value of its type. Whole numbers may stand as the word or the enum member that they print as (`reference/ir_text.md` 9.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Bool, Float, Int, Symbol, Text
from .read_views import PADS, TENSOR_LAYOUTS, TILE_LAYOUTS
from .refusal import Refusal
from .text_forms import SPELLED_OUT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .nodes import Value
    from .opspecs import OpSpec, Specs

WRONG_KEYWORD = "TW0157"

ENUMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "tile_layout": ("TileLayout", TILE_LAYOUTS),
    "tensor_layout": ("TensorLayout", TENSOR_LAYOUTS),
    "pad": ("PadValue", PADS),
}
"""The types of keywords that are enums of the text format: enum, members."""

NAMED = {
    "space": "a memory space",
    "dtype": "a dtype",
    "tile_layout": "a tile layout",
    "tensor_layout": "a tensor layout",
    "pad": "a pad value",
}
PLAIN = {"int": "a whole number", "bool": "True or False", "float": "a number", "string": "a string"}


def check_keywords(spec: OpSpec, kwargs: dict[str, Value], specs: Specs) -> None:
    """Refuse (TW0157) a keyword that the op does not have, and a value of another type. Ops without `kwargs:` are not asked."""
    if not spec.kwargs:
        return
    for name, value in kwargs.items():
        kind = spec.kwargs.get(name)
        if kind is None:
            from .spelling import did_you_mean

            advice = did_you_mean(name, spec.kwargs) or f"it has {', '.join(spec.kwargs)}"
            raise Refusal(WRONG_KEYWORD, f"it has no keyword {name}=", advice)
        if kind in PLAIN:
            _plain(name, value, kind)
        else:
            _member(name, value, kind, specs)


def _member(name: str, value: Value, kind: str, specs: Specs) -> None:
    enum, members = _enum(kind, specs)
    if isinstance(value, Symbol) and value.enum == enum and value.name in members:
        return
    from .spelling import did_you_mean

    near = did_you_mean(value.name, members) if isinstance(value, Symbol) else ""
    raise Refusal(WRONG_KEYWORD, f"{name}= must be {NAMED[kind]}", near or f"one of {', '.join(members)}")


def _enum(kind: str, specs: Specs) -> tuple[str, Iterable[str]]:
    if kind == "space":
        return "Mem", specs.spaces
    return ("", specs.dtypes) if kind == "dtype" else ENUMS[kind]


def _plain(name: str, value: Value, kind: str) -> None:
    enum, words = SPELLED_OUT.get(name, ("", ())) if kind == "int" else ("", ())
    if kind == "int":
        fits = (isinstance(value, (int, Int)) and not isinstance(value, bool)) or (
            isinstance(value, Symbol) and value.enum == enum and value.name in words
            if enum
            else isinstance(value, Text) and value.value in words
        )
    elif kind == "bool":
        fits = isinstance(value, (bool, Bool))
    elif kind == "float":
        fits = isinstance(value, (int, float, Int, Float)) and not isinstance(value, bool)
    else:
        fits = isinstance(value, Text)
    if not fits:
        advice = f"one of {', '.join(f'pl.{enum}.{word}' if enum else repr(word) for word in words)}" if words else ""
        raise Refusal(WRONG_KEYWORD, f"{name}= must be {PLAIN[kind]}", advice)
