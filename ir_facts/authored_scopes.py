"""Scopes as people write them, in the form in which they print (`reference/ir_text.md` 6.1 to 6.3, 11)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Call, Expr, ForScope, Int, Invoke, Keywords, Stmt, Submit, Symbol, Text, Value, With
from .read_functions import HOST_LEVELS, LEVEL_ALIASES
from .read_scopes import BAD_SCOPE
from .record import replace
from .text_forms import BLOCK_INDEX
from .walk import expressions, statements, subexpressions

if TYPE_CHECKING:
    from .read_state import Reading

ORDER = (
    "level",
    "role",
    "mode",
    "sync_start",
    "optimizations",
    "name_hint",
    "deps",
    "no_dep_args",
    "dumps",
    "allow_early_resolve",
    "windowize",
    "predicate",
)
SPMD_ORDER = ("sync_start", "name_hint", "optimizations", "deps", "allow_early_resolve", "predicate")

SPLIT_MODES = ("NONE", "UP_DOWN", "LEFT_RIGHT")

IN_CORE = Symbol("Level", "CORE_GROUP")
_NO_SPLIT = Symbol("SplitMode", "NONE")
_AUTO = Symbol("ScopeMode", "AUTO")
_WORKER = Symbol("Role", "SubWorker")
_SUFFIX = "_spmd"


def canonical_header(
    r: Reading, header: ast.Call, name: str, args: tuple[Expr, ...], kwargs: Keywords
) -> tuple[str, tuple[Expr, ...], Keywords]:
    """Operands and keywords of a scope in printed order, without those that say nothing."""
    given: dict[str, Value] = {key: value for key, value in kwargs if not _says_nothing(value)}
    if name == "pl.at":
        if args:
            given["level"] = args[0]
            args = args[1:]
        level = given.get("level")
        if args or not isinstance(level, Symbol):
            r.refuse(BAD_SCOPE, header, "`pl.at` names a level", help="write `pl.at(level=pl.Level.CORE_GROUP)`")
        given["level"] = Symbol("Level", LEVEL_ALIASES.get(level.name, level.name))
        if given.get("role") == _WORKER and level.name in HOST_LEVELS:
            r.refuse(
                BAD_SCOPE, header, "a worker of the host is a function, not a scope", help="write a `@pl.function(level=..., role=...)`"
            )
        if r.authored.dumped:
            given["dumps"] = tuple(r.authored.dumped)
    elif name == "pl.spmd":
        if "core_num" in given:
            count = given.pop("core_num")
            args = (count if isinstance(count, Expr) else Int(count if isinstance(count, int) else 0),)
        if len(args) != 1:
            r.refuse(BAD_SCOPE, header, "`pl.spmd` takes the number of cores", help="write `pl.spmd(4)`")
    elif name == "pl.scope" and given.get("mode") == _AUTO:
        del given["mode"]
    if "optimizations" in given:
        kept = _optimizations(given.pop("optimizations"))
        if kept:
            given["optimizations"] = kept
    order = SPMD_ORDER if name == "pl.spmd" else ORDER
    for key in given:
        if key not in order:
            r.refuse(BAD_SCOPE, header, f"`{name}` has no `{key}=`", help=f"it takes {', '.join(order)}")
    return name, args, tuple(sorted(given.items(), key=lambda pair: order.index(pair[0])))


def _says_nothing(value: Value) -> bool:
    return value is False or value == ()


def _optimizations(value: Value) -> tuple[Value, ...]:
    """The optimisations of a scope: the split first, none that does nothing."""
    items = value if isinstance(value, tuple) else (value,)
    kept = [item for item in items if not (isinstance(item, Call) and item.args == (_NO_SPLIT,))]
    return tuple(sorted(kept, key=lambda item: not (isinstance(item, Call) and item.op == "split")))


def is_in_core(name: str, kwargs: Keywords) -> bool:
    """Whether the body of a scope runs on a core."""
    return name == "pl.spmd" or (name == "pl.at" and ("level", IN_CORE) in kwargs)


def split_mode(r: Reading, header: ast.Call, kwargs: Keywords) -> int:
    """The mode of a `pl.split_aiv` as the number that ops inside it take."""
    for key, value in kwargs:
        if key == "mode" and isinstance(value, Symbol) and value.name in SPLIT_MODES:
            return SPLIT_MODES.index(value.name)
    r.refuse(BAD_SCOPE, header, "`pl.split_aiv` names its mode", help="write `pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN)`")


def canonical_with(made: With) -> Stmt:
    """A dispatch by `with pl.spmd(n):` whose body is no call of a kernel holds an in-core scope (ir_text.md 6.2)."""
    if made.head != "pl.spmd" or _dispatches(made):
        return made
    only = made.body[0] if len(made.body) == 1 else None
    if isinstance(only, With) and is_in_core(only.head, only.kwargs):
        return replace(made, kwargs=_suffixed(made.kwargs))
    splits = any(key == "optimizations" for key, _ in made.kwargs)
    if made.as_var is not None and (splits or _asks_for_index(made)):
        return replace(made, kwargs=_suffixed(made.kwargs))
    hint = tuple([(key, value) for key, value in made.kwargs if key == "name_hint"])
    inner = With("pl.at", (), (("level", IN_CORE), *hint), made.body, None, (), made.span)
    return replace(made, kwargs=_suffixed(made.kwargs), body=(inner,))


def canonical_for(r: Reading, made: ForScope) -> Stmt:
    """`for i in pl.spmd(n):` names its dispatch; a `pl.split_aiv` outside a core gets an in-core scope around it."""
    if made.head == "pl.spmd":
        return replace(made, kwargs=_suffixed(made.kwargs))
    if r.authored.on_core or r.authored.core_depth:
        return made
    return With("pl.at", (), (("level", IN_CORE),), (replace(made, comments=()),), None, made.comments, made.span)


def _suffixed(kwargs: Keywords) -> Keywords:
    """The dispatch around the in-core scope `sp` is called `sp_spmd`."""
    return tuple(
        [
            (
                key,
                Text(value.value + _SUFFIX)
                if key == "name_hint" and isinstance(value, Text) and not value.value.endswith(_SUFFIX)
                else value,
            )
            for key, value in kwargs
        ]
    )


def _parts(stmt: Stmt) -> list[Expr]:
    return [part for inner in statements((stmt,)) for expr in expressions(inner) for part in subexpressions(expr)]


def _dispatches(made: With) -> bool:
    return any(isinstance(part, (Invoke, Submit)) for part in _parts(made))


def _asks_for_index(made: With) -> bool:
    return any(isinstance(part, Call) and part.op in BLOCK_INDEX for part in _parts(made))
