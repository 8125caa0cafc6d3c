"""One call as a result rule sees it. In: operands, keywords, types. Out: shapes, dtypes and values by operand number.

Everything is looked up when a rule asks for it. An operand that is missing or of the wrong kind is a `Refusal` (TW0150).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arithmetic import Prover, as_dim, as_expr
from .nodes import Bool, Float, Int, Item, Symbol, Text, Tuple
from .refusal import Refusal
from .types import ScalarType, TensorType, TileType, TupleType
from .views import Layout, layout_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .nodes import Expr, Keywords, Value
    from .opspecs import OpSpec, Specs
    from .types import Dim, Shape, Type

ABSENT = "TW0150"


class Context:
    """The call under deduction. `types` gives the type of any operand expression.

    `shape` and `valid` are filled while a rule builds its result: view templates read them.
    """

    __slots__ = ("_prover", "args", "kwargs", "op", "shape", "specs", "types", "valid")

    def __init__(self, args: tuple[Expr, ...], kwargs: Keywords, op: OpSpec, types: Callable[[Expr], Type], specs: Specs) -> None:
        self.args = args
        self.kwargs: dict[str, Value] = dict(kwargs) if kwargs else {}
        self.op = op
        self.types = types
        self.specs = specs
        self.shape: Shape = ()
        self.valid: Shape = ()
        self._prover: Prover | None = None

    @property
    def prover(self) -> Prover:
        made = self._prover
        if made is None:
            made = self._prover = Prover(self.types, self.specs)
        return made

    # ------------------------------------------------------------------------------------------ operands

    def given(self, index: int) -> bool:
        return index < len(self.args)

    def operand(self, index: int) -> Expr:
        if index >= len(self.args):
            raise Refusal(ABSENT, f"the operand {self.name(index)} is missing", f"operands: {', '.join(self.op.arg_names)}")
        return self.args[index]

    def name(self, index: int) -> str:
        names = self.op.arg_names
        return names[index] if index < len(names) else f"#{index}"

    def type(self, index: int) -> Type:
        return self.types(self.operand(index))

    def tile(self, index: int) -> TileType:
        found = self.type(index)
        if found.__class__ is not TileType:
            raise Refusal(ABSENT, f"the operand {self.name(index)} must be a tile", _other(found))
        return found  # type: ignore[return-value]  # checked by class

    def tensor(self, index: int) -> TensorType:
        found = self.type(index)
        if not isinstance(found, TensorType):
            raise Refusal(ABSENT, f"the operand {self.name(index)} must be a tensor", _other(found))
        return found

    def shaped(self, index: int) -> TileType | TensorType:
        found = self.type(index)
        if isinstance(found, (TileType, TensorType)):
            return found
        raise Refusal(ABSENT, f"the operand {self.name(index)} must be a tile or a tensor", _other(found))

    def dims(self, index: int) -> Shape:
        """The extents an operand stands for: the items of a tuple, or the shape of a tile or tensor."""
        expr = self.operand(index)
        if isinstance(expr, Tuple):
            return tuple([as_dim(item) for item in expr.items])
        found = self.types(expr)
        if isinstance(found, (TileType, TensorType)):
            return found.shape
        if isinstance(found, TupleType):
            return tuple(Item(expr, place) for place in range(len(found.items)))
        raise Refusal(ABSENT, f"the operand {self.name(index)} must be a list of extents", "write `[16, 64]`")

    def dim(self, index: int) -> Dim:
        """A scalar operand as an extent."""
        return as_dim(self.operand(index))

    def dtype(self, index: int) -> str:
        """The element type of an operand; of a scalar, its own."""
        expr = self.operand(index)
        if isinstance(expr, (Int, Float)):
            return expr.dtype
        dtype = "BOOL" if isinstance(expr, Bool) else getattr(self.types(expr), "dtype", None)
        if dtype is None:
            raise Refusal(ABSENT, f"the operand {self.name(index)} has no dtype", _other(self.types(expr)))
        return dtype

    def layout(self, index: int) -> Layout:
        return layout_of(self.tile(index), self.specs)

    # ------------------------------------------------------------------------------------------ keywords

    def keyword(self, name: str) -> int | float | bool | str | None:
        """A keyword's plain value: the member of an enum, the name of a dtype, a number, a word; None when absent."""
        value = self.kwargs.get(name)
        if value.__class__ is Symbol:
            return value.name  # type: ignore[union-attr]  # checked by class
        if isinstance(value, Text):
            return value.value
        if isinstance(value, (Int, Bool)):
            return value.value
        return value if isinstance(value, (int, float)) else None

    def keyword_dim(self, name: str) -> Dim:
        """A keyword as an extent."""
        value = self.kwargs.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, Int)):
            raise Refusal(ABSENT, f"the keyword {name}= must be an integer", "write the number itself")
        return as_dim(as_expr(value))


def _other(found: Type) -> str:
    """The way out where an operand is of another kind."""
    if isinstance(found, TileType):
        return "it is a tile; `pl.store` writes one into a tensor"
    if isinstance(found, TensorType):
        return "it is a tensor; `pl.load` brings a part of one into a tile"
    return "it is a scalar; `pl.tile.full` makes a tile of one" if isinstance(found, ScalarType) else "annotate it where it is defined"
