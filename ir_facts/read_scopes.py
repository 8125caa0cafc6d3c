"""`with` scopes and dispatching `for` forms (`reference/ir_text.md` section 6)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Expr, ForScope, Keywords, Stmt, Symbol, Var, With
from .read_branches import header_comments
from .read_dims import dotted
from .read_statements import block, names_of
from .read_typing import INDEX, TASK_ID
from .read_values import keywords

if TYPE_CHECKING:
    from .read_state import Reading

BAD_SCOPE = "TW0113"

SCOPES = ("pl.spmd", "pl.split_aiv")
"""What a `for` may run over beside loops."""

WITH_SCOPES = ("pl.at", "pl.cluster", "pl.scope", "pl.spmd", "pl.manual_scope")


def with_(r: Reading, node: ast.With) -> Stmt:
    """`with pl.scope():` and its kin; a name bound by `as` is the task id of the dispatch."""
    item = node.items[0]
    header = item.context_expr
    name = dotted(r, header.func) if isinstance(header, ast.Call) else ""
    if len(node.items) != 1 or not isinstance(header, ast.Call) or name not in WITH_SCOPES:
        r.refuse(BAD_SCOPE, header, f"`{ast.unparse(header)}` opens no scope", help=f"scopes are {', '.join(WITH_SCOPES)}")
    name, args, kwargs = _header(r, header, name)
    comments = header_comments(r, (item.optional_vars or header).end_lineno, node.body)
    task: Var | None = None
    if item.optional_vars is not None:
        (target,) = names_of(r, item.optional_vars)
        task = r.define(target.id, target)
        r.types[task] = TASK_ID
    if r.dump:
        return With(name, args, kwargs, block(r, node.body), task, comments, r.span(node))
    from .authored_scopes import canonical_with, is_in_core

    depth = int(is_in_core(name, kwargs))
    r.authored.core_depth += depth
    body = block(r, node.body)
    r.authored.core_depth -= depth
    return canonical_with(With(name, args, kwargs, body, task, comments, r.span(node)))


def for_scope(r: Reading, node: ast.For, header: ast.Call, name: str) -> Stmt:
    """`for i in pl.spmd(n):` and `for lane in pl.split_aiv(2, mode=...):`."""
    if not isinstance(node.target, ast.Name):
        r.refuse(BAD_SCOPE, node.target, f"`{name}` binds one index", help=f"write `for i in {name}(...):`")
    name, args, kwargs = _header(r, header, name)
    comments = header_comments(r, header.end_lineno, node.body)
    target = node.target
    var = r.bind(target.id, Var(target.id, r.span(target)))
    r.types[var] = INDEX
    from .authored_scopes import canonical_for, is_in_core, split_mode

    depth, outer = int(is_in_core(name, kwargs)), r.authored.split
    r.authored.core_depth += depth
    if name == "pl.split_aiv":
        r.authored.split = split_mode(r, header, kwargs)
    body = block(r, node.body)
    r.authored.core_depth -= depth
    r.authored.split = outer
    if r.dump:
        return ForScope(name, var, args, kwargs, body, comments, r.span(node))
    return canonical_for(r, ForScope(name, var, args, kwargs, body, comments, r.span(node)))


def _header(r: Reading, header: ast.Call, name: str) -> tuple[str, tuple[Expr, ...], Keywords]:
    """The head, operands and keywords of a scope in their canonical spelling."""
    args = tuple([r.expressions[arg.__class__](r, arg) for arg in header.args])
    kwargs = keywords(r, header.keywords)
    if name == "pl.manual_scope":
        return "pl.scope", args, (("mode", Symbol("ScopeMode", "MANUAL")),)
    if not r.dump:
        from .authored_scopes import canonical_header

        return canonical_header(r, header, name, args, kwargs)
    return name, args, kwargs
