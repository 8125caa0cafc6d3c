"""Several op-spec files -> one tree. In: the trees of the built-in file and of overlays, in order. Out: the merged tree.

A later file wins, op by op and inside an op key by key (design decision 6); every other section merges mapping by mapping.
Lists replace each other, except those of legal moves and of spellings, which grow. `null` removes what an earlier file said. `like` is
resolved in each file on what stands below it, so correcting an op in an overlay never changes the ops that are like it. A file that
says `standalone: true` describes a machine of its own: nothing of what lies below it counts.
"""

from __future__ import annotations

from .opspecs_shapes import Context
from .opspecs_yaml import Entry, Located

_GROW = (("moves", "legal"), ("dsl",))


def merge_layers(layers: list[Located], ctx: Context) -> Located:
    """The merged tree. A value that is no mapping where one stands below it is reported, and what stands below stays."""
    merged = Located({}, layers[0].at, 1)
    for layer in _from_the_last_standalone(layers, ctx):
        below = _mapping(merged.value).get("ops")
        merged = _merge(merged, layer, (), ctx)
        ops = _mapping(layer.value).get("ops")
        if ops is not None and isinstance(ops.value.value, dict):
            _mapping(merged.value)["ops"] = Entry(ops.at, _merge_ops(_mapping(below.value.value) if below else {}, ops.value, ctx))
    return merged


def _from_the_last_standalone(layers: list[Located], ctx: Context) -> list[Located]:
    start = 0
    for number, layer in enumerate(layers):
        said = _mapping(layer.value).get("standalone")
        if said is not None and said.value.value == "true":
            start = number
            if (extends := _mapping(layer.value).get("extends")) is not None:
                ctx.report("TW0211", "a file that stands alone extends no other", extends.at, len("extends"), help="drop one of the two")
    return layers[start:]


def _mapping(value: str | list[Located] | dict[str, Entry]) -> dict[str, Entry]:
    return value if isinstance(value, dict) else {}


def _removed(node: Located) -> bool:
    return isinstance(node.value, str) and not node.quoted and node.value in ("null", "~", "")


def _merge(old: Located, new: Located, path: tuple[str, ...], ctx: Context) -> Located:
    if isinstance(old.value, list) and isinstance(new.value, list) and path in _GROW:
        return Located([*old.value, *new.value], new.at, new.width)
    if not isinstance(old.value, dict):
        return new
    if not isinstance(new.value, dict):
        ctx.report("TW0205", f"expected a mapping, got {new.shape()}", new.at, new.width)
        return old
    both = dict(old.value)
    for key, entry in new.value.items():
        if _removed(entry.value):
            both.pop(key, None)
        elif path or key != "ops" or not isinstance(entry.value.value, dict):
            before = both.get(key)
            value = _merge(before.value, entry.value, (*path, key), ctx) if before is not None else _without_null(entry.value)
            both[key] = Entry(entry.at, value)
    return Located(both, new.at, new.width)


def _without_null(node: Located) -> Located:
    if not isinstance(node.value, dict) or not any(_removed(entry.value) for entry in node.value.values()):
        return node
    return Located({key: entry for key, entry in node.value.items() if not _removed(entry.value)}, node.at, node.width)


def _keys(op: Entry | None) -> dict[str, Entry]:
    return _mapping(op.value.value) if op is not None else {}


def _merge_ops(below: dict[str, Entry], layer: Located, ctx: Context) -> Located:
    assert isinstance(layer.value, dict)
    resolved: dict[str, Entry] = {}

    def resolve(name: str, chain: tuple[str, ...]) -> Entry | None:
        if name in resolved or name not in own:
            return resolved.get(name) or below.get(name)
        entry = own[name]
        if not isinstance(entry.value.value, dict):
            resolved[name] = entry
            return entry
        start = _keys(below.get(name))
        like = entry.value.value.get("like")
        if like is not None and isinstance(like.value.value, str):
            model = like.value.value
            if model in (*chain, name):
                circle = " -> ".join((*chain, name, model))
                ctx.report("TW0209", f"{name} is like itself: {circle}", like.value.at, like.value.width)
            else:
                start = {**start, **_keys(resolve(model, (*chain, name)))}
        keys = {**start, **entry.value.value}
        keys = {key: value for key, value in keys.items() if not _removed(value.value)}
        resolved[name] = Entry(entry.at, Located(keys, entry.value.at, entry.value.width))
        return resolved[name]

    own = layer.value
    for name in own:
        resolve(name, ())
    together = {**{name: entry for name, entry in below.items() if name not in resolved}, **resolved}
    return Located({name: entry for name, entry in together.items() if not _removed(entry.value)}, layer.at, layer.width)
