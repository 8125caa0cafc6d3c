"""Reading what people write: everything that PyPTO's front end accepts and never prints (`reference/ir_text.md` 8.3, 11).

`install` gives a `Reading` the tables and the state for it. A dump never comes here.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .authored_calls import authored_op_call
from .authored_scalars import binary, comparison, logical, nothing, unary
from .authored_statements import annotated, compound, expression, simple
from .authored_subscripts import element
from .authored_words import member
from .read_branches import if_
from .read_calls import call
from .read_expr import EXPRESSIONS
from .read_loops import for_, while_
from .read_scopes import with_
from .read_statements import STATEMENTS

if TYPE_CHECKING:
    from .read_state import ExprReader, Reading, StmtReader


EXPRESSIONS_AUTHORED: dict[type[ast.AST], ExprReader] = {
    **EXPRESSIONS,
    ast.Call: call,
    ast.BinOp: binary,
    ast.Compare: comparison,
    ast.BoolOp: logical,
    ast.UnaryOp: unary,
    ast.Constant: nothing,
    ast.Subscript: element,
    ast.Attribute: member,
}
STATEMENTS_AUTHORED: dict[type[ast.AST], StmtReader] = {
    **STATEMENTS,
    ast.If: compound(if_),
    ast.For: compound(for_),
    ast.While: compound(while_),
    ast.With: compound(with_),
    ast.AnnAssign: simple(annotated),
    ast.Assign: simple(STATEMENTS[ast.Assign]),
    ast.Expr: simple(expression),
    ast.Return: simple(STATEMENTS[ast.Return]),
}


def install(r: Reading) -> None:
    """Make `r` read what people write."""
    r.expressions, r.statements, r.op_call = EXPRESSIONS_AUTHORED, STATEMENTS_AUTHORED, authored_op_call
