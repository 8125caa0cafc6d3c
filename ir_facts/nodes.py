"""PyPTO's IR as data: what a printed program says, no more (`reference/ir_text.md`).

The tree mirrors the text. A variable is a `Var` object, compared by identity; its type stands where the text writes it,
at the definition (`Assign.type`, `Param.type`, `Carry.result_type`, `Phi.type`), so a rewrite of a type rebuilds one
definition and no use. `walk.variable_types` collects them. Nodes are never changed after they were built; a rewrite
returns the same object where nothing changed.

Spans are those of the text that was read (1-based line, 0-based column in characters); `None` on what a pass made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .record import record
from .types import Type

if TYPE_CHECKING:
    from .opspecs import Specs


Span = NamedTuple("Span", [("line", int), ("column", int), ("end_line", int), ("end_column", int)])  # noqa: UP014  # costs half of a class
"""Where a node stands: 1-based lines, 0-based columns, end exclusive."""


# ---------------------------------------------------------------------------------------------- expressions


class Expr:
    """Base of all expressions."""

    __slots__ = ()


class Var(Expr):
    """A variable. Two `Var`s may share a name; the printer tells them apart (ir_text.md 10.2)."""

    __slots__ = ("name", "span")

    def __init__(self, name: str, span: Span | None = None) -> None:
        self.name = name
        self.span = span

    def __repr__(self) -> str:
        return f"Var({self.name!r})"


@record(eq=True)
class Int(Expr):
    """An integer constant. `INDEX` prints bare, any other dtype as `pl.const(5, pl.INT32)`."""

    value: int
    dtype: str = "INDEX"


@record(eq=True)
class Float(Expr):
    """A float constant. `FP32` prints bare. `text` is the canonical float text (ir_text.md 8.1)."""

    text: str
    dtype: str = "FP32"


@record(eq=True)
class Bool(Expr):
    """`True` or `False`."""

    value: bool


@record(eq=True)
class Binary(Expr):
    """`left op right`; `op` is the operator as written, or `min` / `max`."""

    op: str
    left: Expr
    right: Expr


@record(eq=True)
class Unary(Expr):
    """`-x`, `~x`, `not x`, `abs(x)`; `op` is `-`, `~`, `not` or `abs`."""

    op: str
    operand: Expr


@record(eq=True)
class Cast(Expr):
    """`pl.cast(x, pl.INT32)` on a scalar."""

    operand: Expr
    dtype: str


@record(eq=True)
class Tuple(Expr):
    """`[a, b]`: shapes, offsets, tuple values."""

    items: tuple[Expr, ...]


@record(eq=True)
class Item(Expr):
    """`t[0]` of a tuple value."""

    operand: Expr
    index: int


@record(eq=True)
class Symbol(Expr):
    """An enum member or dtype as an argument: `pl.Mem.Vec` is `Symbol("Mem", "Vec")`, `pl.FP16` is `Symbol("", "FP16")`."""

    enum: str
    name: str


@record(eq=True)
class Text:
    """A string as a keyword value. The printer writes single quotes unless `double` (ir_text.md 9.1, 9.2)."""

    value: str
    double: bool = False


Value: TypeAlias = "int | float | bool | Text | Symbol | Expr | tuple[Value, ...]"
"""What a keyword or an attribute may hold; a tuple prints as a list."""

Keywords: TypeAlias = "tuple[tuple[str, Value], ...]"
"""Keyword arguments or attributes in stored order."""


@record
class Call(Expr):
    """A call of a registered op, by its full IR name (`tile.load`, `pld.tile.put`). Keywords keep their order."""

    op: str
    args: tuple[Expr, ...]
    kwargs: Keywords = ()
    attrs: Keywords = ()
    span: Span | None = None


@record
class Invoke(Expr):
    """`self.callee(args)`: a call of a function of the program. `kwargs` holds `device=` when present."""

    callee: str
    args: tuple[Expr, ...]
    kwargs: Keywords = ()
    attrs: Keywords = ()
    span: Span | None = None


@record
class Submit(Expr):
    """`pl.submit(self.callee, args, deps=[..], ...)` or `pl.spmd_submit(...)` (ir_text.md 6.5)."""

    callee: str
    args: tuple[Expr, ...]
    kwargs: Keywords = ()
    attrs: Keywords = ()
    spmd: bool = False
    span: Span | None = None


# ---------------------------------------------------------------------------------------------- statements


class Stmt:
    """Base of all statements. `comments` are the lines above it, without `# `."""

    __slots__ = ()
    comments: tuple[str, ...]
    span: Span | None


Block: TypeAlias = "tuple[Stmt, ...]"


@record
class Assign(Stmt):
    """`var: type = value`."""

    var: Var
    type: Type
    value: Expr
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class Evaluate(Stmt):
    """An expression as a statement."""

    value: Expr
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class Return(Stmt):
    """`return`, `return a`, `return a, b`."""

    values: tuple[Expr, ...]
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class Yield(Stmt):
    """`pl.yield_(a, b)`. As the last statement of a body it prints with the results of its loop or `if` as targets."""

    values: tuple[Expr, ...]
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class Jump(Stmt):
    """`break` or `continue` (`word`)."""

    word: str
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class Phi:
    """A result of an `if`: defined by the `if`, yielded by both branches."""

    var: Var
    type: Type


@record
class If(Stmt):
    """`orelse is None` means that no `else` stands in the text; an empty one is `()` and prints `pass`."""

    condition: Expr
    then: Block
    orelse: Block | None
    phis: tuple[Phi, ...] = ()
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class Carry:
    """One loop-carried value: iter-arg, its init, the result after the loop.

    Both types are equal as read (tile_views.md 1.7); a pass may let them differ. The yielded value is the one at the
    same position of the yield that ends the body.
    """

    iter_arg: Var
    init: Expr
    result: Var
    result_type: Type
    iter_type: Type


@record
class For(Stmt):
    """A counted loop. `kind` is `range`, `parallel`, `unroll` or `pipeline`; bounds are always complete."""

    kind: str
    var: Var
    start: Expr
    stop: Expr
    step: Expr
    carries: tuple[Carry, ...]
    body: Block
    var_dtype: str = "INDEX"
    stage: int | None = None
    attrs: Keywords = ()
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class While(Stmt):
    """`for (a,) in pl.while_(init_values=(x,)):` with `pl.cond(c)` first, or a natural `while c:` when no carries."""

    condition: Expr
    carries: tuple[Carry, ...]
    body: Block
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class With(Stmt):
    """A `with` scope. `head` is the header as written: `pl.at`, `pl.cluster`, `pl.scope`, `pl.spmd` and its keywords.

    `args` are the positional arguments; `as_var` is the TASK_ID that `as tid` binds.
    """

    head: str
    args: tuple[Expr, ...]
    kwargs: Keywords
    body: Block
    as_var: Var | None = None
    comments: tuple[str, ...] = ()
    span: Span | None = None


@record
class ForScope(Stmt):
    """`for i in pl.spmd(n, ...):` and `for lane in pl.split_aiv(2, mode=...):` (ir_text.md 6.2, 6.3).

    `var` is the index that the header binds.
    """

    head: str
    var: Var
    args: tuple[Expr, ...]
    kwargs: Keywords
    body: Block
    comments: tuple[str, ...] = ()
    span: Span | None = None


# ---------------------------------------------------------------------------------------------- program


@record
class Param:
    """`x: T`, `x: pl.Out[T]`, `x: pl.InOut[T]`; `direction` is `In`, `Out` or `InOut`."""

    var: Var
    type: Type
    direction: str = "In"


@record
class Function:
    """A function of a program. `kind` is `InCore`, `AIC`, `Orchestration`, ...

    `body` is None for an abstract `...` stub; a HOST sub-worker keeps its Python `verbatim`, line by line.
    `attrs` is the `pl.func_attr` line. `options` are decorator extras in order (`auto_scope`, `external_source`).
    `tuple_result` tells `-> pl.Tuple[T1, T2]` (one tuple) from `-> tuple[T1, T2]` (several results).
    """

    name: str
    kind: str
    level: str | None
    role: str | None
    params: tuple[Param, ...]
    returns: tuple[Type, ...]
    body: Block | None
    attrs: Keywords = ()
    options: Keywords = ()
    verbatim: tuple[str, ...] = ()
    tuple_result: bool = False
    span: Span | None = None


@record
class Program:
    """A whole file. `title` is the name in the header comment, `dynamics` the `pl.dynamic` lines in order.

    `free_dims` maps each name that stands for a symbolic extent (declared or not) to its one `Var` of the program. `specs` are the
    op specs that it was read with; they say which tile layouts go without saying when it prints.
    """

    name: str
    title: str
    dynamics: tuple[str, ...]
    functions: tuple[Function, ...]
    free_dims: dict[str, Var]
    source: Source | None = None
    specs: Specs | None = None

    def __str__(self) -> str:
        from .printer import print_program

        return print_program(self)


@record(eq=True)
class Source:
    """The text that a program was read from, for spans in messages."""

    path: str
    text: str
