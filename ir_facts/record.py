"""Slotted, frozen-by-convention data classes that cost little to define and to build.

`record` is what `dataclasses.dataclass(frozen=True, slots=True)` would be, without its two costs on the hot path:
importing `dataclasses` (which pulls in `inspect`) is half of a cold start, and a frozen `__init__` goes through
`object.__setattr__` for every field. The type checker enforces that fields are never assigned; at run time nothing does.

A record compares by identity unless its class says `eq=True`; then it compares and hashes by its fields.
"""

from __future__ import annotations

from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[T], T]:
        return lambda decorated: decorated


T = TypeVar("T")


@overload
@dataclass_transform(frozen_default=True, eq_default=False)
def record(cls: type[T], /) -> type[T]: ...
@overload
@dataclass_transform(frozen_default=True, eq_default=False)
def record(*, eq: bool = ...) -> Callable[[type[T]], type[T]]: ...
def record(cls: Any = None, /, *, eq: bool = False) -> Any:
    """Turn a class with annotated fields into a slotted record. `eq=True` gives it structural equality and hash."""
    if cls is not None:
        return _build(cls, eq)

    def decorate(decorated: type[Any]) -> type[Any]:
        return _build(decorated, eq)

    return decorate


def _build(cls: type[Any], eq: bool) -> type[Any]:
    own = dict(cls.__dict__)
    fields = tuple(own.get("__annotations__", {}))
    defaults = {name: own.pop(name) for name in fields if name in own}
    own.pop("__dict__", None)
    own.pop("__weakref__", None)
    inherited: tuple[str, ...] = getattr(cls, "__fields__", ())
    inherited_defaults: dict[str, Any] = getattr(cls, "__defaults__", {})
    every, values = inherited + fields, {**inherited_defaults, **defaults}
    own.setdefault("__init__", _initialiser(cls.__name__, every, values))
    if eq:
        own["__eq__"], hashed = _comparison(every)
        own.setdefault("__hash__", hashed)
    own.update(__slots__=fields, __fields__=every, __defaults__=values, __match_args__=every)
    own.setdefault("__repr__", _repr)
    return type(cls.__name__, cls.__bases__, own)


def _initialiser(name: str, fields: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """`__init__` for these fields: the one for as many, under their names. To compile one for each class would take half of the
    time in which a small kernel is placed."""
    pattern = _patterns.get(len(fields))
    if pattern is None:
        places = [f"field_{index}" for index in range(len(fields))]
        body = "; ".join(f"self.{place} = {place}" for place in places) or "pass"
        made: dict[str, Any] = {}
        exec(f"def pattern({', '.join(['self', *places])}): {body}", made)
        pattern = _patterns[len(fields)] = made["pattern"].__code__
    code = pattern.replace(co_name="__init__", co_varnames=("self", *fields), co_names=fields)
    given = tuple([defaults[field] for field in fields if field in defaults])
    function = FunctionType(code, {}, "__init__", given)
    function.__qualname__ = f"{name}.__init__"
    return function


_patterns: dict[int, CodeType] = {}


def _comparison(fields: tuple[str, ...]) -> tuple[Callable[[Any, Any], Any], Callable[[Any], int]]:
    """`__eq__` and `__hash__` by the values of these fields."""
    values: Callable[[Any], Any] = attrgetter(*fields) if fields else lambda record: ()

    def equal(self: Any, other: Any) -> Any:
        if self is other:
            return True
        return values(self) == values(other) if self.__class__ is other.__class__ else NotImplemented

    return equal, lambda self: hash(values(self))


def _repr(self: Any) -> str:
    fields: tuple[str, ...] = self.__fields__
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields)
    return f"{self.__class__.__name__}({inside})"


def replace(node: T, **changes: Any) -> T:
    """The same record with some fields changed: a new object of the same class."""
    fields: tuple[str, ...] = getattr(node, "__fields__", ())
    return node.__class__(*[changes[name] if name in changes else getattr(node, name) for name in fields])
