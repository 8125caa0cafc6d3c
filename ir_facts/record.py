"""Slotted, frozen-by-convention data classes that cost little to define and to build.

`record` is what `dataclasses.dataclass(frozen=True, slots=True)` would be, without its two costs on the hot path:
importing `dataclasses` (which pulls in `inspect`) is half of a cold start, and a frozen `__init__` goes through
`object.__setattr__` for every field. The type checker enforces that fields are never assigned; at run time nothing does.

A record compares by identity unless its class says `eq=True`; then it compares and hashes by its fields.
"""

from __future__ import annotations

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
    params = ", ".join(f"{name}=_d[{name!r}]" if name in values else name for name in every)
    body = "; ".join(f"self.{name} = {name}" for name in every) or "pass"
    lines = [f"def __init__(self, {params}): {body}" if every else "def __init__(self): pass"]
    if eq:
        mine = "".join(f"self.{name}, " for name in every)
        theirs = "".join(f"other.{name}, " for name in every)
        lines.append(
            "def __eq__(self, other):\n"
            "    if self is other: return True\n"
            "    if self.__class__ is not other.__class__: return NotImplemented\n"
            f"    return ({mine}) == ({theirs})"
        )
        lines.append(f"def __hash__(self): return hash(({mine}))")
    made: dict[str, Any] = {}
    exec("\n".join(lines), {"_d": values}, made)
    own.update({name: function for name, function in made.items() if name not in own or name == "__eq__"})
    own.update(__slots__=fields, __fields__=every, __defaults__=values, __match_args__=every)
    own.setdefault("__repr__", _repr)
    return type(cls.__name__, cls.__bases__, own)


def _repr(self: Any) -> str:
    fields: tuple[str, ...] = self.__fields__
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields)
    return f"{self.__class__.__name__}({inside})"


def replace(node: T, **changes: Any) -> T:
    """The same record with some fields changed: a new object of the same class."""
    fields: tuple[str, ...] = getattr(node, "__fields__", ())
    return node.__class__(*[changes[name] if name in changes else getattr(node, name) for name in fields])
