"""One checked tree -> a table. In: the merged tree and what the schema read from it. Out: plain marshal-able data.

Here names meet what they name: operands become indexes, kinds and categories get their defaults, and what only makes
sense together is checked. Every value that a proof may cite keeps its place. The table is what the cache stores.
"""

from __future__ import annotations

from typing import Any

from .opspecs_records import At, snake_case
from .opspecs_shapes import Context
from .opspecs_yaml import Entry, Located

Place = tuple[int, int, int]
"""File number, line, column."""


_WORDS_OF_RULES = ("not",)
"""Words that rule files keep for themselves."""


class Linker:
    """Turns one merged file into a table; problems go to `ctx`.

    An op may be missing from `values` although the tree has it: one whose entry is already known to be wrong.
    """

    def __init__(self, tree: Located, values: dict[str, Any], ctx: Context) -> None:
        self.tree = tree
        self.values = values
        self.ctx = ctx
        self.files = list(ctx.sources)
        self.known_places: dict[int, dict[str, Place]] = {}

    def place(self, at: At) -> Place:
        return (self.files.index(at.file), at.line, at.column)

    def entry(self, *path: str) -> Entry:
        """The entry at a path of keys that is known to be there."""
        node, entry = self.tree, None
        for key in path:
            assert isinstance(node.value, dict)
            entry = node.value[key]
            node = entry.value
        assert entry is not None
        return entry

    def item(self, *path: str | int) -> At:
        """The place of an item of a list."""
        *keys, index = path
        nodes = self.entry(*map(str, keys)).value.value
        assert isinstance(nodes, list) and isinstance(index, int)
        return nodes[index].at

    def table(self) -> dict[str, Any]:
        """The whole table. Call only when the schema found nothing wrong."""
        values = self.values
        return {
            "files": self.files,
            "spaces": self.spaces(),
            "permissive": self.permissive(),
            "unplaced": values["unplaced"],
            "moves": self.moves(),
            "staging": {name: (space, self.place(self.entry("staging", name).at)) for name, space in values["staging"].items()},
            "targets": {name: self.target(name, raw) for name, raw in values["targets"].items()},
            "builders": values.get("builders", {}),
            "residency": values["residency"],
            "dtypes": values["dtypes"],
            "categories": {name: bool(raw.get("boundary")) for name, raw in values["categories"].items()},
            "dsl": self.spellings(),
            "spellings": values.get("spellings"),
            "ops": {name: self.op(name, raw) for name, raw in values["ops"].items()},
        }

    # ------------------------------------------------------------------------------------------------ sections

    def permissive(self) -> str:
        chosen = [name for name, space in self.values["spaces"].items() if space.get("permissive")]
        if len(chosen) != 1:
            at = self.entry("spaces").at
            said = "none is" if not chosen else ", ".join(chosen) + " are"
            self.ctx.report("TW0211", f"exactly one space must be `permissive: true`; {said}", at, len("spaces"))
        return chosen[0] if chosen else ""

    def spaces(self) -> dict[str, tuple[dict[str, Any], Place]]:
        """Each space and its place. Rule files call a space by its name in snake_case, so that has to be a name there too."""
        named: dict[str, str] = {}
        for name in self.values["spaces"]:
            constant, at = snake_case(name), self.entry("spaces", name).at
            if not (constant.isidentifier() and constant.isascii()) or constant[0] == "_" or constant in _WORDS_OF_RULES:
                ways = "letters, digits and _, a letter first"
                self.ctx.report("TW0211", f"`{name}` is no name for a space: rules would call it `{constant}`", at, len(name), help=ways)
            if constant in named:
                message = f"rules would call both {named[constant]} and {name} `{constant}`"
                self.ctx.report("TW0211", message, at, len(name), help="rename one of them")
            named[constant] = name
        return {name: (space, self.place(self.entry("spaces", name).at)) for name, space in self.values["spaces"].items()}

    def moves(self) -> dict[str, Any]:
        raw = self.values["moves"]
        mover = self.values["ops"].get(raw["op"])
        keywords = () if mover is None else tuple(mover.get("kwargs", {}))
        if mover is not None and raw["kwarg"] not in keywords:
            self.ctx.unknown(f"keyword of {raw['op']}:", raw["kwarg"], self.entry("moves", "kwarg").value.at, keywords, "TW0207")
        places = self.entry("moves", "legal").value.value
        assert isinstance(places, list)
        pairs: dict[tuple[str, str], dict[str, Any]] = {}
        for move, node in zip(raw["legal"], places, strict=True):
            said = {key: value for key, value in move.items() if key not in ("from", "to")}
            for source in move["from"]:
                for target in move["to"]:
                    pairs[source, target] = {**pairs.get((source, target), {}), **said, "at": self.place(node.at)}
        return {"op": raw["op"], "kwarg": raw["kwarg"], "legal": pairs}

    def target(self, name: str, raw: dict[str, Any]) -> tuple[dict[str, Any], Place]:
        """Layouts turn from layout -> op -> operand names into op -> index -> (layout, place)."""
        layouts: dict[str, dict[int, tuple[str, Place]]] = {}
        for layout, ops in raw.get("layouts", {}).items():
            for op, operands in ops.items():
                if op not in self.values["ops"]:
                    continue  # its own entry is at fault, which is told already
                entry = self.entry("targets", name, "layouts", layout, op)
                nodes = entry.value.value
                assert isinstance(nodes, list)
                for operand, node in zip(operands, nodes, strict=True):
                    index = self.operand(op, operand, node.at)
                    if index is not None:
                        layouts.setdefault(op, {})[index] = (layout, self.place(node.at))
        return {**raw, "layouts": layouts}, self.place(self.entry("targets", name).at)

    def spellings(self) -> list[dict[str, Any]]:
        if "dsl" not in self.values:
            return []
        from .opspecs_dsl import check_entries, check_targets, load_entries

        tree = self.entry("dsl").value
        check_entries(self.values["dsl"], tree, self.ctx)
        check_targets(self.values["dsl"], tree, load_entries(self.values.get("spellings")), self.ctx.names["op"], self.ctx)
        return self.values["dsl"]

    # ---------------------------------------------------------------------------------------------------- ops

    def arguments(self, op: str) -> list[tuple[str, bool, bool, list[str]]]:
        """The operands of an op: name, optional, variadic, kinds.

        `(name)` may be left out; `name?` would read better, but PyYAML's own parser refuses it between brackets.
        """
        default = self.namespace(op)["kind"]
        found: list[tuple[str, bool, bool, list[str]]] = []
        for item in self.values["ops"][op].get("args", ()):
            text, kinds = (item, [default]) if isinstance(item, str) else next(iter(item.items()))
            found.append((text.strip("()").removesuffix("..."), text[:1] == "(", text[-3:] == "...", kinds))
        return found

    def namespace(self, op: str) -> dict[str, str]:
        known = self.values["namespaces"]
        name = op
        while name not in known:
            name, dot, _ = name.rpartition(".")
            if not dot:
                return {"kind": "Any", "category": ""}
        return known[name]

    def operand(self, op: str, name: str, at: At) -> int | None:
        """The index of an operand by its name; unknown ones are reported."""
        names = tuple(argument[0] for argument in self.arguments(op))
        if name in names:
            return names.index(name)
        if names:
            return self.ctx.unknown(f"operand of {op}:", name, at, names, "TW0207")
        return self.ctx.report("TW0207", f"{op} has no operands, so none is called `{name}`", at, len(name))

    def operands(self, op: str, key: str, raw: dict[str, Any]) -> tuple[int, ...]:
        """The indexes of a list (or a single one) of operand names under `key`."""
        if key not in raw:
            return ()
        node = self.entry("ops", op, key).value
        nodes = node.value if isinstance(node.value, list) else [node]
        found = [self.operand(op, item.value, item.at) for item in nodes if isinstance(item.value, str)]
        return tuple(index for index in found if index is not None)

    def keyed_operands(self, op: str, key: str, raw: dict[str, Any]) -> dict[int, Any]:
        """A mapping under `key` whose keys are operand names, by index and in their order."""
        found: dict[int, Any] = {}
        for name, value in raw.get(key, {}).items():
            index = self.operand(op, name, self.entry("ops", op, key, name).at)
            if index is not None:
                found[index] = value
        return dict(sorted(found.items()))

    def op(self, name: str, raw: dict[str, Any]) -> dict[str, Any]:
        """One row: only what the entry says, with defaults of its namespace and category."""
        category = raw.get("category") or self.namespace(name)["category"]
        by_category = bool(self.values["categories"][category].get("boundary")) if category else True
        boundary = raw.get("boundary", by_category)
        if not name.replace(".", "").isidentifier():
            at = self.entry("ops", name).at
            self.ctx.report("TW0211", f"`{name}` is no name for an op", at, len(name), help="write it as `namespace.name`")
        self.check_order(name)
        row: dict[str, Any] = {
            "category": category,
            "boundary": boundary,
            "args": self.arguments(name),
            "inputs": {index: tuple(spaces) for index, spaces in self.keyed_operands(name, "inputs", raw).items()},
            "output": self.output(name, raw),
            "where": self.places(name),
        }
        for key in ("kwargs", "result", "memory_access", "view", "effect", "hoisted", "crossing", "reduces", "residency", "is", "like"):
            if key in raw:
                row[key] = raw[key]
        for key in ("writes", "updates", "stationary", "reuses"):
            if key in raw:
                row[key] = self.operands(name, key, raw)
        if "literals" in raw:
            row["literals"] = self.literals(name, raw)
        if "stores" in raw:
            row["stores"] = self.stores(name, raw)
        if "storage" in raw:
            row["storage"] = self.storage(name, raw["storage"])
        if "lane" in raw:
            row["lane"] = self.lane(name, raw)
        return row

    def check_order(self, name: str) -> None:
        """Operands have names of their own; those that may be left out stand last, and a variadic one is the last."""
        left_out, seen = "", set[str]()
        for index, (argument, optional, variadic, _) in enumerate(arguments := self.arguments(name)):
            at = self.item("ops", name, "args", index)
            if not argument.isidentifier():
                ways = "write `name`, `name: Kind`, `(name)` for one that may be left out, or `name...` for any number"
                self.ctx.report("TW0211", f"{name}: `{argument}` is not a name of an operand", at, len(argument), help=ways)
            if argument in seen:
                self.ctx.report("TW0211", f"{name}: two operands are called `{argument}`", at, len(argument))
            seen.add(argument)
            if variadic and index != len(arguments) - 1:
                self.ctx.report("TW0211", f"{name}: only the last operand can be any number, `{argument}` is not", at, len(argument))
            if left_out and not (optional or variadic):
                self.ctx.report("TW0211", f"{name}: `{argument}` stands after `{left_out}`, which may be left out", at, len(argument))
            left_out = argument if optional else left_out

    def output(self, name: str, raw: dict[str, Any]) -> tuple[str, str | None, str | None]:
        """Kind, space, keyword."""
        said = raw.get("output")
        if said is None:
            return ("annotation", None, None)
        if isinstance(said, str):
            return (said, None, None) if said not in self.values["spaces"] else ("fixed", said, None)
        if "place" in said:
            return ("place", said["place"], None)
        entry = self.entry("ops", name, "output")
        kwarg = said.get("kwarg")
        if kwarg is None:
            self.ctx.report("TW0208", "an output mapping needs `kwarg` or `place`", entry.value.at, 1)
        elif kwarg not in raw.get("kwargs", {}):
            node = self.entry("ops", name, "output", "kwarg").value
            self.ctx.unknown(f"keyword of {name}:", kwarg, node.at, tuple(raw.get("kwargs", {})), "TW0207")
        return ("kwarg", said.get("default"), kwarg)

    def literals(self, name: str, raw: dict[str, Any]) -> dict[int, str]:
        """What gives a number its element type, by operand; that is another operand, a dtype keyword, or a dtype."""
        for operand, word in raw["literals"].items():
            known = (*(argument[0] for argument in self.arguments(name)), *raw.get("kwargs", {}), *self.values["dtypes"])
            if word.removeprefix("signed ") not in known:
                self.ctx.unknown("operand, keyword or dtype", word, self.entry("ops", name, "literals", operand).value.at, known, "TW0207")
        return self.keyed_operands(name, "literals", raw)

    def stores(self, name: str, raw: dict[str, Any]) -> tuple[int, int] | None:
        pairs = self.keyed_operands(name, "stores", raw)
        if len(pairs) != 1:
            at = self.entry("ops", name, "stores").at
            return self.ctx.report("TW0211", "`stores` says one operand and its destination", at, len("stores"))
        value, destination = next(iter(pairs.items()))
        tile = next(iter(raw["stores"]))
        index = self.operand(name, destination, self.entry("ops", name, "stores", tile).value.at)
        return None if index is None else (value, index)

    def storage(self, name: str, said: Any) -> tuple[int | None, str]:
        if said == "fresh":
            return (None, "itself")
        return (self.operand(name, said["of"], self.entry("ops", name, "storage", "of").value.at), said["joins"])

    def lane(self, name: str, raw: dict[str, Any]) -> tuple[str | None, str | None, dict[str, str], str]:
        """A lane, or keyword, lanes by its value, and the lane otherwise."""
        said = raw["lane"]
        if isinstance(said, str):
            return (said, None, {}, said)
        kwargs = [key for key in said if key != "otherwise"]
        if len(kwargs) != 1:
            self.ctx.report("TW0211", "a lane depends on exactly one keyword", self.entry("ops", name, "lane").at, len("lane"))
            return (None, None, {}, said["otherwise"])
        if kwargs[0] not in raw.get("kwargs", {}):
            at = self.entry("ops", name, "lane", kwargs[0]).at
            self.ctx.unknown(f"keyword of {name}:", kwargs[0], at, tuple(raw.get("kwargs", {})), "TW0207")
        return (None, kwargs[0], said[kwargs[0]], said["otherwise"])

    def places(self, name: str) -> dict[str, Place]:
        """Where the op, its keys, and the keys and items inside them stand, by dotted path."""
        entry = self.entry("ops", name)
        found = {"": self.place(entry.at)}
        for key, inner in _mapping(entry.value).items():
            found[key] = self.place(inner.at)
            found.update(self.inside(key, inner.value))
        return found

    def inside(self, key: str, node: Located) -> dict[str, Place]:
        """The places inside one key, found once for all ops that are alike."""
        found = self.known_places.get(id(node))
        if found is None:
            found = self.known_places[id(node)] = {}
            self.add_places(found, key + ".", node)
        return found

    def add_places(self, found: dict[str, Place], prefix: str, node: Located) -> None:
        if isinstance(node.value, dict):
            for key, entry in node.value.items():
                found[prefix + key] = self.place(entry.at)
                self.add_places(found, f"{prefix}{key}.", entry.value)
        elif isinstance(node.value, list):
            for index, item in enumerate(node.value):
                found[f"{prefix}{index}"] = self.place(item.at)
                self.add_places(found, f"{prefix}{index}.", item)


def _mapping(node: Located) -> dict[str, Entry]:
    return node.value if isinstance(node.value, dict) else {}
