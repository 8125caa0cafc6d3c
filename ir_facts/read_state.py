"""What the reader knows while it reads one file: the text, the names in sight, the types of variables, the open comments.

Every `read_*` module is functions over a `Reading`; this one holds the state and the few operations on it that all of
them need (spans, refusals, scopes of names). It reads no syntax itself.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, NoReturn

from .authored_state import Authored
from .diagnostic import Diagnostic, DiagnosticError, Label
from .nodes import Expr, Source, Span, Var

if TYPE_CHECKING:
    from collections.abc import Callable

    from .authored_constants import Constant
    from .nodes import Stmt, Symbol
    from .opspecs import Specs
    from .read_arity import Arity
    from .read_comments import Comments
    from .types import Dim, Type

    ExprReader = Callable[["Reading", Any], Expr]
    OpReader = Callable[["Reading", ast.Call, str], Expr]
    StmtReader = Callable[["Reading", Any], "Stmt | list[Stmt] | None"]

_span: Callable[[type[Span], tuple[int, int, int, int]], Span] = tuple.__new__  # type: ignore[assignment]  # skips a Python-level __new__


class Reading:
    """The state of reading one file.

    `names` maps each visible name to its variable; `log` remembers what a scope that does not leak has to undo.
    `dims` maps the names of symbolic extents to their one variable of the program, `declared` says which of them have a
    `pl.dynamic` line. `constants` are module-level values. `results` is a stack: what the yields of the constructs being read
    define. `dump` tells the print of a pass, which is read literally, from what people write; `authored` is what only the
    reading of such text keeps.

    `wide` are the numbers of lines that hold more than ASCII: there `ast` counts bytes, and we characters.
    `written` and `typed` remember annotations by their text: those without names for the whole program, those with names
    as long as the names mean the same (`extents` lists what they meant). `members` are the enum members and
    `arities` the ops that were looked up.
    """

    __slots__ = (
        "arities",
        "authored",
        "calls",
        "comments",
        "constants",
        "declared",
        "dims",
        "dump",
        "extents",
        "expressions",
        "function",
        "functions",
        "imported",
        "in_type",
        "iter_args",
        "lines",
        "log",
        "members",
        "names",
        "not_dims",
        "op_call",
        "results",
        "signatures",
        "source",
        "specs",
        "statements",
        "title",
        "typed",
        "types",
        "wide",
        "written",
    )

    def __init__(self, source: Source, lines: list[str], specs: Specs, comments: Comments, dump: bool) -> None:
        self.source = source
        self.lines = lines
        wide = [] if source.text.isascii() else [number for number, line in enumerate(lines, 1) if not line.isascii()]
        self.wide = frozenset(wide)
        self.specs = specs
        self.comments = comments
        self.dump = dump
        self.expressions: dict[type[ast.AST], ExprReader] = {}
        self.statements: dict[type[ast.AST], StmtReader] = {}
        self.op_call: OpReader
        self.names: dict[str, Var] = {}
        self.log: list[tuple[str, Var | None]] = []
        self.iter_args: set[Var] = set()
        self.members: dict[int, Symbol] = {}
        self.arities: dict[str, Arity] = {}
        self.not_dims: set[Var] = set()
        self.types: dict[Var, Type] = {}
        self.results: list[Targets] = []
        self.constants: dict[str, Constant] = {}
        self.imported: dict[str, str] = {}
        self.dims: dict[str, Var] = {}
        self.declared: dict[str, str] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.signatures: dict[str, tuple[Type, ...]] = {}
        self.function = ""
        self.title = ""
        self.calls: dict[str, list[str]] = {}
        self.written: dict[str, Type] = {}
        self.typed: dict[str, tuple[Type, list[tuple[str, Dim | None]]]] = {}
        self.extents: list[tuple[str, Dim | None]] = []
        self.in_type = False
        self.authored = Authored()

    # ------------------------------------------------------------------------------------------ places

    def span(self, node: Any) -> Span:
        """The place of an `ast` node, in characters."""
        if node.lineno not in self.wide and node.end_lineno not in self.wide:
            return _span(Span, (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))
        return Span(
            node.lineno,
            self.column(node.lineno, node.col_offset),
            node.end_lineno,
            self.column(node.end_lineno, node.end_col_offset),
        )

    def column(self, line: int, byte: int) -> int:
        """The column in characters of a UTF-8 byte offset, as `ast` counts."""
        text = self.lines[line - 1]
        return byte if text.isascii() else len(text.encode()[:byte].decode(errors="replace"))

    def refuse(self, code: str, where: Any, message: str, *, help: str, label: str = "") -> NoReturn:
        """Stop with a diagnostic at an `ast` node (or a `Span`)."""
        span = where if isinstance(where, Span) else self.span(where)
        raise DiagnosticError(Diagnostic(code, message, (Label(span, label, self.source),), help, source=self.source))

    # ------------------------------------------------------------------------------------------ names

    def define(self, name: str, node: Any) -> Var:
        """The variable that an assignment to `name` writes: the visible one, unless that is an iter-arg (ir_text.md 10.1)."""
        var = self.names.get(name)
        if var is None or var in self.iter_args:
            return self.bind(name, Var(name, self.span(node)))
        return var

    def bind(self, name: str, var: Var) -> Var:
        """Make `name` mean `var` from here on."""
        names = self.names
        self.log.append((name, names.get(name)))
        names[name] = var
        return var

    def rewind(self, mark: int) -> None:
        """Forget every name bound since the log had length `mark`."""
        log, names = self.log, self.names
        while len(log) > mark:
            name, before = log.pop()
            if before is None:
                del names[name]
            else:
                names[name] = before

    def extent(self, name: str) -> Dim | None:
        """What a name in a shape means: a variable of the function, then a symbol, then a constant (ir_text.md 3.3)."""
        var = self.names.get(name)
        if var is not None and var not in self.not_dims:
            return var
        symbol = self.declared.get(name)
        if symbol is not None:
            return self.dims[symbol]
        value = self.constants.get(name)
        if value is not None or not self.dump:
            return value if isinstance(value, (int, Expr)) else None
        # A dump may name a local of another function here, without declaring it: one free variable for each name.
        return self.dims.setdefault(name, Var(name))


class Targets:
    """What the yield that ends a body says: the names that it defines, their annotations, the values."""

    __slots__ = ("node", "targets", "types", "values")

    def __init__(self) -> None:
        self.node: ast.stmt | None = None
        self.targets: list[ast.Name] = []
        self.types: list[Type | None] = []
        self.values: tuple[Expr, ...] = ()
