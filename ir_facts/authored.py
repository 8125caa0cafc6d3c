"""Reading what people write: everything that PyPTO's front end accepts and never prints (`reference/ir_text.md` 8.3, 11).

`install` gives a `Reading` the tables and the state for it. A dump never comes here.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .authored_calls import authored_op_call
from .authored_scalars import binary, comparison, logical, nothing, unary
from .authored_statements import annotated, expression
from .read_branches import if_
from .read_calls import call
from .read_expr import EXPRESSIONS
from .read_loops import for_, while_
from .read_scopes import with_
from .read_statements import STATEMENTS

if TYPE_CHECKING:
    from .nodes import Call, Stmt, Var
    from .read_state import ExprReader, Reading, StmtReader
    from .types import Type


class Authored:
    """What reading hand-written text keeps beside the names.

    `prelude` are statements that the value being read needs before its own; `dumped` the variables tagged for dumping;
    `call_types` holds types that only the arguments of a call said; `core_depth` counts the open in-core scopes, `split` is
    the mode of the open `pl.split_aiv`; `on_core` and `orchestrates` say what kind of function is being read.
    """

    __slots__ = ("call_types", "core_depth", "dumped", "on_core", "orchestrates", "prelude", "split")

    def __init__(self) -> None:
        self.begin("")

    def begin(self, kind: str) -> None:
        """Start a function of this kind."""
        self.prelude: list[Stmt] = []
        self.dumped: list[Var] = []
        self.call_types: dict[Call, Type] = {}
        self.core_depth = 0
        self.split: int | None = None
        self.on_core = kind in ("InCore", "AIC", "AIV")
        self.orchestrates = kind == "Orchestration"


EXPRESSIONS_AUTHORED: dict[type[ast.AST], ExprReader] = {
    **EXPRESSIONS,
    ast.Call: call,
    ast.BinOp: binary,
    ast.Compare: comparison,
    ast.BoolOp: logical,
    ast.UnaryOp: unary,
    ast.Constant: nothing,
}
STATEMENTS_AUTHORED: dict[type[ast.AST], StmtReader] = {
    **STATEMENTS,
    ast.If: if_,
    ast.For: for_,
    ast.While: while_,
    ast.With: with_,
    ast.AnnAssign: annotated,
    ast.Expr: expression,
}


def install(r: Reading) -> None:
    """Make `r` read what people write."""
    r.expressions, r.statements, r.op_call = EXPRESSIONS_AUTHORED, STATEMENTS_AUTHORED, authored_op_call
    r.authored = Authored()
