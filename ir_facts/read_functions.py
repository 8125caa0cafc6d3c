"""A function of the program: decorator, signature, body (`reference/ir_text.md` 2.3 to 2.5)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Block, Function, Keywords, Param, Symbol, Var
from .read_dims import dotted
from .read_statements import block
from .read_types import annotation
from .read_values import attributes, value
from .spelling import did_you_mean
from .types import ScalarType, TupleType, Type

if TYPE_CHECKING:
    from .nodes import Value
    from .read_state import Reading

BAD_FUNCTION = "TW0114"

KINDS = ("Opaque", "Orchestration", "InCore", "AIC", "AIV", "Group", "Spmd", "Inline", "Graph")
DERIVED = {
    "InCore": ("CHIP_DIE", "SubWorker"),
    "AIC": ("AIC", "SubWorker"),
    "AIV": ("AIV", "SubWorker"),
    "Group": ("CORE_GROUP", "SubWorker"),
    "Orchestration": ("CHIP", "Orchestrator"),
    "Graph": ("CHIP", "Orchestrator"),
}
"""Level and role of a function that follow from its type (ir_text.md 2.3)."""

LEVELS = ("AIV", "AIC", "CORE_GROUP", "CHIP_DIE", "CHIP", "HOST", "CLUSTER_0", "CLUSTER_1", "CLUSTER_2", "GLOBAL")
LEVEL_ALIASES = {
    "L2CACHE": "CHIP_DIE",
    "PROCESSOR": "CHIP",
    "UMA": "CHIP",
    "NODE": "HOST",
    "POD": "CLUSTER_0",
    "CLOS1": "CLUSTER_1",
    "CLOS2": "CLUSTER_2",
}
ROLES = ("Orchestrator", "SubWorker")
HOST_LEVELS = LEVELS[LEVELS.index("HOST") :]


def function(r: Reading, node: ast.FunctionDef) -> Function:
    """One decorated function. Raises `DiagnosticError` for whatever in it is no IR."""
    r.function = node.name
    r.calls[node.name] = []
    r.names, r.log, r.results = {}, [], []
    r.iter_args.clear()
    r.not_dims.clear()
    r.comments.drop(node.lineno)
    params = _parameters(r, node)
    kind, level, role, options, attrs = _decorator(r, node)
    r.authored.begin(kind)
    returns, tuple_result = _returns(r, node)
    r.signatures[node.name] = (TupleType(returns),) if tuple_result else returns
    body_nodes = node.body
    if body_nodes and not attrs:
        attrs, body_nodes = _attributes(r, body_nodes)
    body: Block | None = None
    verbatim: tuple[str, ...] = ()
    if level in HOST_LEVELS and role == "SubWorker" and not _is_stub(body_nodes):
        verbatim = tuple("\n".join(ast.unparse(stmt) for stmt in body_nodes).split("\n"))
        body = ()
    elif not _is_stub(body_nodes):
        body = block(r, body_nodes)
    return Function(node.name, kind, level, role, params, returns, body, attrs, options, verbatim, tuple_result, r.span(node))


def is_function(r: Reading, node: ast.stmt) -> bool:
    """Whether this is a function decorated with `pl.function`."""
    return isinstance(node, ast.FunctionDef) and any(
        dotted(r, mark.func if isinstance(mark, ast.Call) else mark) == "pl.function" for mark in node.decorator_list
    )


def _decorator(r: Reading, node: ast.FunctionDef) -> tuple[str, str | None, str | None, Keywords, Keywords]:
    mark = node.decorator_list[0]
    kind, level, role = "Opaque", None, None
    options: list[tuple[str, Value]] = []
    attrs: Keywords = ()
    for keyword in mark.keywords if isinstance(mark, ast.Call) else ():
        key, given = keyword.arg, keyword.value
        if key == "type":
            kind = _member(r, given, "FunctionType", KINDS)
        elif key == "level":
            name = dotted(r, given).rpartition(".")[2]
            level = LEVEL_ALIASES.get(name) or _member(r, given, "Level", LEVELS)
        elif key == "role":
            role = _member(r, given, "Role", ROLES)
        elif key in ("auto_scope", "external_source"):
            made = value(r, given)
            if made is not True:
                options.append((key, made))
        elif key == "attrs":
            attrs = attributes(r, given)
        elif key != "strict_ssa":
            r.refuse(
                BAD_FUNCTION,
                given,
                f"`{key}=` is nothing a function can be given",
                help="it takes type, level, role, auto_scope, external_source, attrs",
            )
    derived = DERIVED.get(kind)
    if derived is not None:
        for word, given_value, expected in (("level", level, derived[0]), ("role", role, derived[1])):
            if given_value is not None and given_value != expected:
                r.refuse(
                    BAD_FUNCTION, mark, f"a function of type {kind} has {word} {expected}, not {given_value}", help=f"leave out `{word}=`"
                )
        level, role = derived
    return kind, level, role, tuple(options), attrs


def _member(r: Reading, node: ast.expr, enum: str, known: tuple[str, ...]) -> str:
    head, _, member = dotted(r, node).rpartition(".")
    if head != f"pl.{enum}" or member not in known:
        advice = did_you_mean(member, known) or f"write pl.{enum}. and one of {', '.join(known)}"
        r.refuse(BAD_FUNCTION, node, f"`{ast.unparse(node)}` is no `pl.{enum}`", help=advice)
    return member


def _parameters(r: Reading, node: ast.FunctionDef) -> tuple[Param, ...]:
    """The parameters. An INDEX scalar may stand as an extent in the types of all others, also of earlier ones (ir_text.md 3.3)."""
    args = node.args
    extra = args.vararg or args.kwarg or (args.kwonlyargs or args.posonlyargs or [None])[0]
    if extra is not None or args.defaults:
        r.refuse(
            BAD_FUNCTION,
            extra or args.defaults[0],
            "parameters have a name and a type, no defaults and no `*`",
            help="write `x: pl.Scalar[pl.INDEX]`",
        )
    given = args.args[1:] if args.args and args.args[0].arg == "self" else args.args
    variables: list[Var] = []
    seen: set[str] = set()
    for arg in given:
        if arg.arg in seen:
            r.refuse(BAD_FUNCTION, arg, f"two parameters are called `{arg.arg}`", help="rename one of them")
        seen.add(arg.arg)
        var = Var(arg.arg, r.span(arg))
        variables.append(var)
        if _is_index(r, arg.annotation):
            r.names[arg.arg] = var
    params: list[Param] = []
    for arg, var in zip(given, variables, strict=True):
        type_, direction = _parameter_type(r, arg)
        params.append(Param(var, type_, direction))
        r.types[var] = type_
    for arg, var in zip(given, variables, strict=True):
        if arg.arg not in r.names:
            r.names[arg.arg] = var
            r.not_dims.add(var)
    return tuple(params)


def _is_index(r: Reading, node: ast.expr | None) -> bool:
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Tuple):
        return False
    return dotted(r, node.slice) == "pl.INDEX" and dotted(r, node.value) == "pl.Scalar"


def _parameter_type(r: Reading, arg: ast.arg) -> tuple[Type, str]:
    note = arg.annotation
    if note is None:
        r.refuse(BAD_FUNCTION, arg, f"the parameter `{arg.arg}` has no type", help=f"write `{arg.arg}: pl.Tensor[[16, 64], pl.FP32]`")
    if isinstance(note, ast.Subscript):
        head = dotted(r, note.value)
        if head in ("pl.Out", "pl.InOut"):
            type_ = annotation(r, note.slice)
            if head == "pl.InOut" and isinstance(type_, ScalarType):
                r.refuse(BAD_FUNCTION, note, "a scalar cannot be `pl.InOut`", help="pass it in and return it")
            return type_, head[3:]
    return annotation(r, note), "In"


def _returns(r: Reading, node: ast.FunctionDef) -> tuple[tuple[Type, ...], bool]:
    note = node.returns
    if note is None or (isinstance(note, ast.Constant) and note.value is None):
        return (), False
    if isinstance(note, ast.Subscript) and isinstance(note.value, ast.Name) and note.value.id == "tuple":
        items = note.slice.elts if isinstance(note.slice, ast.Tuple) else [note.slice]
        return tuple([annotation(r, item) for item in items]), False
    type_ = annotation(r, note)
    return (type_.items, True) if isinstance(type_, TupleType) else ((type_,), False)


def _attributes(r: Reading, nodes: list[ast.stmt]) -> tuple[Keywords, list[ast.stmt]]:
    """The `pl.func_attr({...})` line, if the body begins with one."""
    for index, node in enumerate(nodes):
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and dotted(r, call.func) == "pl.func_attr" and len(call.args) == 1:
            found = attributes(r, call.args[0])
            return tuple([(key, given) for key, given in found if given != Symbol("SplitMode", "NONE")]), nodes[:index] + nodes[index + 1 :]
        if not isinstance(call, ast.Constant):
            break
    return (), nodes


def _is_stub(nodes: list[ast.stmt]) -> bool:
    return len(nodes) == 1 and isinstance(nodes[0], ast.Expr) and isinstance(nodes[0].value, ast.Constant) and nodes[0].value.value is ...
