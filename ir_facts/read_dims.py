"""The small parts of annotations: dotted names, dtypes, extents and shapes (`reference/ir_text.md` 3.1)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Int, Symbol, Var
from .spelling import did_you_mean

if TYPE_CHECKING:
    from .read_state import Reading
    from .types import Dim, Shape

BAD_TYPE = "TW0106"


def dotted(r: Reading, node: ast.expr) -> str:
    """`pl.Mem.Vec` of an attribute chain; a name that was imported from PyPTO gets its module. Empty for anything else."""
    if isinstance(node, ast.Name):
        return r.imported.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        base = dotted(r, node.value)
        return base and f"{base}.{node.attr}"
    return ""


def dtype(r: Reading, node: ast.expr) -> str:
    """The element type that `pl.FP32` names."""
    constant = r.constants.get(node.id) if isinstance(node, ast.Name) else None
    name = f"pl.{constant.name}" if isinstance(constant, Symbol) and not constant.enum else dotted(r, node)
    short = name[3:]
    if name[:3] != "pl." or short not in r.specs.dtypes:
        advice = did_you_mean(short or name, r.specs.dtypes) or "dtypes are written `pl.FP32`, `pl.INDEX`, ..."
        r.refuse(BAD_TYPE, node, f"`{ast.unparse(node)}` is no dtype", help=advice)
    return short


def shape(r: Reading, node: ast.expr) -> Shape:
    """The extents of `[16, n]`; a name may stand for a list of constants."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return tuple([extent(r, item) for item in node.elts])
    if isinstance(node, ast.Name):
        value = r.constants.get(node.id)
        if isinstance(value, tuple):
            from .authored_constants import constant_shape

            r.extents.append((node.id, None))
            return constant_shape(r, node, value)
    r.refuse(BAD_TYPE, node, "a shape is a list of extents", help="write `[16, 64]`")


def extent(r: Reading, node: ast.expr) -> Dim:
    """One extent: an integer, or a scalar expression whose constants are typed."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Call) and dotted(r, node.func) == "pl.dynamic":
        return declared(r, node)
    made = r.expressions[node.__class__](r, node)
    return made.value if isinstance(made, Int) else made


def declared(r: Reading, node: ast.Call) -> Var:
    """The extent that `pl.dynamic("N")` names; one variable for each name of the program."""
    given = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if not isinstance(given, ast.Constant) or not isinstance(given.value, str) or not given.value.isidentifier():
        r.refuse(BAD_TYPE, node, "a symbol is declared by its name", help='write `N = pl.dynamic("N")`')
    return r.dims.setdefault(given.value, Var(given.value, r.span(node)))
