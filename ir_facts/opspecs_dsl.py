"""Spellings of ops in hand-written kernels. In: `dsl.yaml` and the `dsl:` of overlays. Out: `DslVariant`s by spelling.

Loaded only when a kernel uses a spelling that printed IR does not have. Never: a rewrite of a call; `lowering` does that with
what stands here.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .record import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .opspecs import Specs
    from .opspecs_shapes import Context
    from .opspecs_yaml import Located

DSL = {"pypto": "dsl.yaml"}
"""The files of spellings by the word that stands for each under `spellings` in an op-spec file."""


@record
class DslParam:
    """A parameter of a spelling. `switch`: only True is passed on. `default` is an expression over the other parameters."""

    name: str
    required: bool
    switch: bool
    default: str | None


@record
class DslVariant:
    """One meaning of a spelling; the first one whose `when` fits a call is the one.

    params    the signature in positional order; a parameter that is passed by keyword takes no position
    when      parameter -> what it may be: Tile, Tensor, Scalar, Number, Tuple, keyword, given, absent, or a literal
    op        the op it stands for; or `scalar`, an expression (add, sub, mul, div, min, max, cast); or `rejected`, a reason
    args      operands: a parameter, `[x]` for a list of one, `x or empty`, `bytes(shape, dtype)`, or a literal; one that was not
              given is left out
    kwargs    keyword and value, in stored order
    numbers   parameter -> the dtype of a number that is written as its keyword; one at its position stays INDEX
    words     parameter -> the words that stand for 0, 1, ...
    typed_by  the parameters that give the result its shape and dtype
    """

    params: tuple[DslParam, ...]
    when: dict[str, tuple[str, ...]]
    op: str | None
    scalar: str | None
    rejected: str | None
    args: tuple[str, ...]
    kwargs: tuple[tuple[str, str], ...]
    numbers: dict[str, str]
    words: dict[str, tuple[str, ...]]
    typed_by: tuple[str, ...]


Entries = list[dict[str, Any]]


def variants(name: str, entries: Entries, index: dict[str, int], specs: Specs) -> tuple[DslVariant, ...]:
    """What a spelling can mean, in order; empty when nobody knows it."""
    last = name.rpartition(".")[2].rstrip("_")
    if name in index:
        entry = entries[index[name]]
        if "same" in entry:
            return specs.dsl(entry["same"].replace("*", last))
        params = tuple(param(text) for text in entry["params"])
        common = {key: entry[key] for key in ("numbers", "words") if key in entry}
        return tuple(_variant({**common, **case}, params, last) for case in entry.get("cases") or (entry,))
    op = op_of_spelling(name)
    return (_own_names(op, specs),) if op in specs.ops else ()


def op_of_spelling(name: str) -> str:
    """The op that a printed spelling names: `pl.tile.and_` is `tile.and`, `pld.tile.put` is itself."""
    op = name[3:] if name.startswith("pl.") else name
    return op[:-1] if op.endswith("_") else op


def param(text: str) -> DslParam:
    """`x`, `(x)`, `x!` or `x = default`."""
    name, equals, default = text.partition(" = ")
    if equals:
        return DslParam(name, False, False, default)
    return DslParam(name.strip("()!"), name[-1] not in ")!", name[-1] == "!", None)


def _variant(case: dict[str, Any], params: tuple[DslParam, ...], last: str) -> DslVariant:
    kwargs = tuple(_keywords(case))
    taken = {value for _, value in kwargs} | set(case.get("typed_by", ()))
    args = case.get("args")
    if args is None:
        args = [param.name for param in params if param.name not in taken]
    op, scalar = case.get("op"), case.get("scalar")
    return DslVariant(
        params=params,
        when={name: tuple(wanted) for name, wanted in case.get("when", {}).items()},
        op=None if op is None else op.replace("*", last),
        scalar=None if scalar is None else scalar.replace("*", last),
        rejected=case.get("rejected"),
        args=tuple(args),
        kwargs=kwargs,
        numbers=case.get("numbers", {}),
        words={name: tuple(words) for name, words in case.get("words", {}).items()},
        typed_by=tuple(case.get("typed_by", ())),
    )


def _keywords(case: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for said in case.get("kwargs", ()):
        yield (said, said) if isinstance(said, str) else next(iter(said.items()))


def _own_names(op: str, specs: Specs) -> DslVariant:
    """The spelling that is the op's own name: its operands and keywords, none with a default."""
    spec = specs.ops[op]
    params = [DslParam(arg.name, not arg.optional, False, None) for arg in spec.args]
    params += [DslParam(kwarg, False, False, None) for kwarg in spec.kwargs]
    kwargs = tuple((kwarg, kwarg) for kwarg in spec.kwargs)
    return DslVariant(tuple(params), {}, op, None, None, spec.arg_names, kwargs, {}, {}, ())


# ------------------------------------------------------------------------------------------------------ loading


def load_entries(spellings: str | None) -> Entries:
    """The entries of a built-in set of spellings, from the cache when they did not change; none without a set."""
    from . import opspecs_cache

    if spellings is None:
        return []
    name = DSL[spellings]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), "rb") as file:
        texts = [(name, file.read())]
    found = opspecs_cache.read(texts)
    if found is None:
        found = {"dsl": _build(name, texts[0][1].decode("utf-8"))}
        opspecs_cache.write(texts, found)
    return found["dsl"]


def _build(name: str, text: str) -> Entries:
    from .diagnostic import Diagnostic, DiagnosticError
    from .nodes import Source
    from .opspecs_schema import DSL_FILE
    from .opspecs_shapes import Context
    from .opspecs_yaml import read_tree

    problems: list[Diagnostic] = []
    source = Source(name, text)
    ctx = Context({name: source}, problems)
    tree = read_tree(source, problems)
    values = DSL_FILE.read(tree, ctx) if tree is not None else None
    if problems or values is None or tree is None or not isinstance(tree.value, dict):
        raise DiagnosticError(*problems)
    check_entries(values["dsl"], tree.value["dsl"].value, ctx)
    if problems:
        raise DiagnosticError(*problems)
    return values["dsl"]


def check_targets(entries: Entries, tree: Located, builtin: Entries, ops: tuple[str, ...], ctx: Context) -> None:
    """Report ops and spellings that an overlay's entries stand for but neither `builtin` ones nor `ops` declare."""
    assert isinstance(tree.value, list)
    known = {name for entry in (*builtin, *entries) for name in entry["names"]}
    for entry, node in zip(entries, tree.value, strict=True):
        for name in entry["names"]:
            last = name.rpartition(".")[2].rstrip("_")
            same = entry.get("same", name).replace("*", last)
            if same not in known and op_of_spelling(same) not in ops:
                ctx.unknown("spelling", same, node.at, tuple(sorted(known)))
            for case in entry.get("cases") or [entry]:
                op = case.get("op", ops[0]).replace("*", last)
                if op not in ops:
                    ctx.unknown("op", op, node.at, ops)


def check_entries(entries: Entries, tree: Located, ctx: Context) -> None:
    """Report parameters that a spelling uses but does not have, and entries that say nothing."""
    assert isinstance(tree.value, list)
    for entry, node in zip(entries, tree.value, strict=True):
        cases: Entries = entry.get("cases", []) + [entry]
        if "same" in entry:
            continue
        names = tuple(param(text).name for text in entry.get("params", ()))
        for case in cases:
            if (case is not entry or len(cases) == 1) and not any(key in case for key in ("op", "scalar", "rejected")):
                ctx.report("TW0208", "a spelling needs `op`, `scalar`, `rejected` or `same`", node.at, node.width)
            for used in (*case.get("when", {}), *case.get("numbers", {}), *case.get("words", {}), *_used(case)):
                if used.isidentifier() and used not in names:
                    ctx.unknown("parameter", used, node.at, names, "TW0207")


def _used(case: dict[str, Any]) -> Iterator[str]:
    for text in (*case.get("args", ()), *(value for _, value in _keywords(case)), *case.get("typed_by", ())):
        name = text.strip("[]").partition(" or ")[0]
        if name not in ("True", "False"):
            yield name
