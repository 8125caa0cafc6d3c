"""What the operands of an op can look like: a few ways to type them all at once, found from the op's own requirements.

In comes an op spec, out come types for its tiles and tensors that meet every `require:` of the spec together. Operands are typed one
after the other, and what a requirement refuses is given up at once. Nothing here knows which tiles there are, or an op by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...ir_facts.diagnostic import DiagnosticError
from ...ir_facts.nodes import Expr, Keywords, Var
from ...ir_facts.opspecs import OpSpec, Specs
from ...ir_facts.refusal import Refusal
from ...ir_facts.results import complete, deduce_call, move_type
from ...ir_facts.results_context import ABSENT, Context
from ...ir_facts.results_rules import Requirement, rule_of
from ...ir_facts.types import UNKNOWN, TensorType, TileType, TileView, Type
from ...ir_facts.views import implicit_layout, tile_type

Fit = dict[int, "TileType | TensorType"]
"""Types by the number of the operand. The memory of a tile is that in which the op reads it, None where it may be anywhere."""

DTYPES = ("FP16", "FP32", "BF16", "INT32", "INT8", "UINT8", "INT16")
"""The usual dtypes; others are tried where none of these will do."""

EXTENTS = (16, 32, 1)
"""The usual extents, besides those that a requirement names."""

LARGEST = 128
"""A number in a requirement beyond this is taken for no extent."""

KEPT = 3
"""How many types of each operand lead to fits, spread over all that are possible."""

TRIES = 300
"""After how many types the search for fits of one op ends."""

MOST = 6
"""How many fits of an op are kept."""


def fits(spec: OpSpec, keywords: list[Keywords], specs: Specs) -> list[Fit]:
    """Some ways to type the operands of `spec` that have to be there. `keywords` are what a call may say."""
    for kwargs in keywords:
        found: list[Fit] = []
        for fit in _Search(spec, kwargs, specs).fits():
            if _accepted(spec, fit, kwargs, specs):
                found.append(fit)
            if len(found) == MOST:
                break
        if found:
            return found
    return []


def _dtypes(specs: Specs) -> tuple[tuple[str, ...], tuple[str, ...]]:
    numbers = [name for name, said in specs.dtypes.items() if said.kind in ("float", "signed", "unsigned")]
    return tuple(name for name in DTYPES if name in numbers), tuple(name for name in numbers if name not in DTYPES)


def _extents(requirements: tuple[Requirement, ...]) -> tuple[int, ...]:
    """The usual extents, those that the requirements name, and the ratios between these."""
    named = {int(number) for one in requirements for number in re.findall(r"\b\d+\b", one.that.text)}
    whole = [*EXTENTS, *sorted(number for number in named if 1 < number <= LARGEST and number not in EXTENTS)]
    ratios = sorted({one // other for one in whole for other in whole if other > 1 and one % other == 0})
    return tuple(dict.fromkeys((*whole, *ratios))) if named else EXTENTS


def _accepted(spec: OpSpec, fit: Fit, kwargs: Keywords, specs: Specs) -> bool:
    """Whether a call with just these operands is well typed. Where it has others besides, that is seen when they are there."""
    if len(fit) < spec.required:
        return True
    args = tuple(Var(f"operand{index}") for index in range(spec.required))
    types: dict[Expr, Type] = {arg: fit[index] for index, arg in enumerate(args)}
    try:
        deduce_call(spec.name, args, kwargs, lambda expr: types.get(expr, UNKNOWN), specs)
    except DiagnosticError:
        return False
    return True


class _Search:
    """Types the operands of one op, first those for which there is the least choice."""

    def __init__(self, spec: OpSpec, kwargs: Keywords, specs: Specs) -> None:
        rule = rule_of(spec, specs)
        self.spec = spec
        self.specs = specs
        self.requirements = () if rule is None else rule.require
        extents = _extents(self.requirements)
        self.shapes = [(rows, columns) for rows in extents for columns in extents]
        self.dtypes = _dtypes(specs)
        self.about_places = any(one.placed for one in self.requirements)
        self.args = tuple(Var(f"operand{index}") for index in range(spec.required))
        self.types: dict[Expr, Type] = {}
        self.context = Context(self.args, kwargs, spec, complete(lambda expr: self.types.get(expr, UNKNOWN), specs), specs)
        self.shaped = [index for index in range(spec.required) if {"Tile", "Tensor"} & set(spec.args[index].kinds)]
        self.tried = 0

    def fits(self) -> Iterator[Fit]:
        """Every fit that agrees with the operands that are typed. The next one is that for which there is the least choice."""
        open_ = [index for index in self.shaped if self.args[index] not in self.types]
        if not open_:
            yield {index: type_ for index in self.shaped if isinstance(type_ := self.types[self.args[index]], (TileType, TensorType))}
            return
        index, choices = min(((index, self._possible(index)) for index in open_), key=lambda pair: len(pair[1]))
        fruitful = 0
        for type_ in _spread(choices):
            self.tried += 1
            if fruitful == KEPT or self.tried > TRIES:
                break
            self.types[self.args[index]] = type_
            before = fruitful
            for fit in self.fits():
                fruitful = before + 1
                yield fit
        self.types.pop(self.args[index], None)

    def _possible(self, index: int) -> list[TileType | TensorType]:
        """The types of an operand that no requirement refuses, as far as it looks only at this one and at those that are typed."""
        arg, tile = self.args[index], "Tile" in self.spec.args[index].kinds
        for dtypes in self.dtypes:
            found = [type_ for type_ in self._types(index, tile, dtypes) if self._bearable(arg, type_)]
            if found:
                return found
        return []

    def _types(self, index: int, tile: bool, dtypes: tuple[str, ...]) -> Iterator[TileType | TensorType]:
        for space in self._spaces(index):
            for dtype in dtypes:
                if tile and not _enters(space, dtype, self.specs):
                    continue
                for shape in self.shapes:
                    yield tile_type(shape, dtype, space, None, None, self.specs) if tile else TensorType(shape, dtype)

    def _spaces(self, index: int) -> tuple[str | None, ...]:
        """Where an operand can be. It counts only for ops that want it somewhere, or require something of its place."""
        allowed = self.spec.allowed(index)
        if allowed:
            return allowed[:1]
        return tuple(self.specs.staging) if self.about_places else (None,)

    def _bearable(self, arg: Var, type_: TileType | TensorType) -> bool:
        self.types[arg] = type_
        try:
            return all(self._holds(one) for one in self.requirements)
        finally:
            del self.types[arg]

    def _holds(self, one: Requirement) -> bool:
        """Whether a requirement holds, or looks at an operand that is not typed yet."""
        try:
            return (one.when is not None and one.when(self.context) is not True) or one.that.holds(self.context) is True
        except Refusal as refusal:
            return refusal.code == ABSENT


def _enters(space: str | None, dtype: str, specs: Specs) -> bool:
    """Whether a tile of `dtype`, laid out as it should, can be moved into `space` from where a load stops for it."""
    stage = None if space is None else specs.staging.get(space)
    if space is None or stage is None or stage == space:
        return True
    shape = (EXTENTS[0], EXTENTS[0])
    blayout, slayout, fractal = implicit_layout(shape, space, specs)
    source = tile_type(shape, dtype, stage, TileView((), (), None, blayout, slayout, fractal), None, specs)
    try:
        return move_type(source, space, None, None, specs).dtype == dtype
    except DiagnosticError:
        return False


def _spread(found: list[TileType | TensorType]) -> list[TileType | TensorType]:
    """All of them, beginning with `KEPT` that lie far apart."""
    first = [place * len(found) // KEPT for place in range(min(KEPT, len(found)))]
    return [found[place] for place in (*first, *(place for place in range(len(found)) if place not in first))]
