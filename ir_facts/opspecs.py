"""opspecs.yaml as typed specs: what every op, memory space and target is.

In: the built-in file and any overlays. Out: `Specs`, immutable, cheap to ask. Never: a placement; what a spec leads to is
decided by the rules. The keys of the file are documented in `opspecs_schema`, the records in `opspecs_records`.

    specs = load_specs("mine.yaml")
    specs.ops["tile.matmul"].allowed(0)                  # ("Left",)
    specs.ops["tile.matmul"].where("inputs", "lhs")      # opspecs.yaml:412
    specs.layout("ascend950", "tile.add", 1)             # "row_major"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .opspecs_records import (
    At,
    BuilderSpec,
    DTypeSpec,
    KwargDefault,
    LayoutTriple,
    MoveSpec,
    OpSpec,
    ResidencySpec,
    SpaceSpec,
    TargetSpec,
    op_spec,
    snake_case,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from .opspecs_dsl import DslVariant, Entries
    from .opspecs_link import Place
    from .results_rules import ResultRule

__all__ = ["At", "OpSpec", "Specs", "load_specs"]


class Ops(Mapping[str, OpSpec]):
    """The ops by name. A record is made when it is first asked for: a kernel uses a dozen of three hundred."""

    __slots__ = ("_files", "_made", "_rows")

    def __init__(self, rows: dict[str, bytes], files: tuple[str, ...]) -> None:
        self._rows = rows
        self._files = files
        self._made: dict[str, OpSpec] = {}

    def __getitem__(self, name: str) -> OpSpec:
        made = self._made.get(name)
        if made is None:
            import marshal

            made = self._made[name] = op_spec(name, marshal.loads(self._rows[name]), self._files)
        return made

    def __contains__(self, name: object) -> bool:
        return name in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class Specs:
    """Everything one set of op-spec files says. Made by `load_specs`."""

    __slots__ = (
        "_constants",
        "_own_spellings",
        "_spelled_by",
        "_spellings",
        "_variants",
        "builders",
        "categories",
        "dtypes",
        "files",
        "move_kwarg",
        "move_op",
        "moves",
        "ops",
        "permissive",
        "residency",
        "result_rules",
        "spaces",
        "staging",
        "staging_places",
        "targets",
        "unplaced",
    )

    def __init__(self, table: dict[str, Any]) -> None:
        self.files: tuple[str, ...] = tuple(table["files"])
        self.ops: Ops = Ops(table["ops"], self.files)
        self.spaces: dict[str, SpaceSpec] = {name: self._space(name, raw, place) for name, (raw, place) in table["spaces"].items()}
        self.permissive: str = table["permissive"]
        self.unplaced: LayoutTriple = LayoutTriple(**table["unplaced"])
        moves = table["moves"]
        self.move_op: str = moves["op"]
        self.move_kwarg: str = moves["kwarg"]
        self.moves: dict[tuple[str, str], MoveSpec] = {pair: self._move(pair, raw) for pair, raw in moves["legal"].items()}
        self.staging: dict[str, str] = {name: space for name, (space, _) in table["staging"].items()}
        self.staging_places: dict[str, At] = {name: self._at(place) for name, (_, place) in table["staging"].items()}
        self.targets: dict[str, TargetSpec] = {name: self._target(name, raw, place) for name, (raw, place) in table["targets"].items()}
        self.builders: dict[str, BuilderSpec] = {name: _builder(raw) for name, raw in table["builders"].items()}
        self.residency: ResidencySpec = ResidencySpec(**table["residency"])
        self.dtypes: dict[str, DTypeSpec] = {name: DTypeSpec(name, **raw) for name, raw in table["dtypes"].items()}
        self.categories: dict[str, bool] = table["categories"]
        self.result_rules: dict[str, ResultRule | None] = {}
        """Compiled `result:` entries by op, filled by `results_rules` as they are needed."""
        self._own_spellings: Entries = table["dsl"]
        self._spelled_by: str | None = table["spellings"]
        self._spellings: tuple[Entries, dict[str, int]] | None = None
        self._variants: dict[str, tuple[DslVariant, ...]] = {}
        self._constants: dict[str, str] = {space.constant: name for name, space in self.spaces.items()}

    def constant(self, space: str) -> str:
        """The name of a space in rule files: `LeftScale` is `left_scale`."""
        return self.spaces[space].constant

    def space_of(self, constant: str) -> str:
        """The space that a rule file calls `constant`."""
        return self._constants[constant]

    def layout(self, target: str, op: str, index: int) -> str | None:
        """The block layout that `op` requires of operand `index` on `target`, if any."""
        required = self.targets[target].layouts.get(op)
        return required[index][0] if required is not None and index in required else None

    def layout_at(self, target: str, op: str, index: int) -> At:
        """Where that layout is said. Raises KeyError where none is required."""
        return self.targets[target].layouts[op][index][1]

    def capacity(self, target: str, space: str) -> int | None:
        """Bytes of `space` on `target`; None when the target does not say or does not have it."""
        return self.targets[target].capacity.get(space)

    def move(self, source: str, target: str, chip: str | None = None) -> MoveSpec | None:
        """The legal move of that pair (on `chip`), or None."""
        move = self.moves.get((source, target))
        return None if move is None or (chip is not None and move.targets and chip not in move.targets) else move

    def is_float(self, dtype: str) -> bool:
        """Whether `dtype` is a float; false for a dtype that nobody declares."""
        return dtype in self.dtypes and self.dtypes[dtype].kind == "float"

    def boundary(self, op: str) -> bool:
        """Whether nothing may be moved across a call of `op`; true for an op or a function that no spec describes."""
        return op not in self.ops or self.ops[op].boundary

    def dsl(self, spelling: str) -> tuple[DslVariant, ...]:
        """What a spelling of hand-written code (`pl.load`) can mean, in the order to try; empty for an unknown one."""
        from . import opspecs_dsl

        found = self._variants.get(spelling)
        if found is None:
            entries, index = self._all_spellings()
            self._variants[spelling] = ()  # so that a spelling which is the same as itself means nothing
            found = self._variants[spelling] = opspecs_dsl.variants(spelling, entries, index, self)
        return found

    def spellings(self) -> tuple[str, ...]:
        """Every spelling that is more than the name of an op."""
        return tuple(self._all_spellings()[1])

    def _all_spellings(self) -> tuple[Entries, dict[str, int]]:
        if self._spellings is None:
            from .opspecs_dsl import load_entries

            entries = [*load_entries(self._spelled_by), *self._own_spellings]
            self._spellings = entries, {name: number for number, entry in enumerate(entries) for name in entry["names"]}
        return self._spellings

    def _at(self, place: Place) -> At:
        return At(self.files[place[0]], place[1], place[2])

    def _space(self, name: str, raw: dict[str, Any], place: Place) -> SpaceSpec:
        return SpaceSpec(
            name=name,
            about=raw.get("is", ""),
            constant=snake_case(name),
            implicit=LayoutTriple(**raw["layout"]),
            lane=raw["lane"],
            permissive=raw.get("permissive", False),
            off_chip=raw.get("off_chip", False),
            tiles=raw.get("tiles", True),
            at=self._at(place),
        )

    def _move(self, pair: tuple[str, str], raw: dict[str, Any]) -> MoveSpec:
        kwargs = tuple(raw.get("with", {}).items())
        return MoveSpec(pair[0], pair[1], kwargs, raw.get("through"), tuple(raw.get("targets", ())), self._at(raw["at"]))

    def _target(self, name: str, raw: dict[str, Any], place: Place) -> TargetSpec:
        return TargetSpec(
            name=name,
            about=raw.get("is", ""),
            arch=raw.get("arch", ""),
            capacity=raw.get("capacity", {}),
            alignment=raw.get("alignment", 1),
            row_alignment=raw.get("row_alignment", {}),
            store_dtypes={space: tuple(dtypes) for space, dtypes in raw.get("store_dtypes", {}).items()},
            excludes=tuple(raw.get("excludes", ())),
            layouts={op: {index: (layout, self._at(said)) for index, (layout, said) in at.items()} for op, at in raw["layouts"].items()},
            layout_adds={space: tuple(kwargs.items()) for space, kwargs in raw.get("layout_adds", {}).items()},
            at=self._at(place),
        )


def _builder(raw: dict[str, Any]) -> BuilderSpec:
    defaults = {
        kwarg: KwargDefault(said.get("default"), said.get("by_layout", {})) for kwarg, said in raw.items() if kwarg != "result_space"
    }
    return BuilderSpec(defaults, raw.get("result_space"))


def load_specs(*overlays: str | os.PathLike[str]) -> Specs:
    """The built-in op specs with `overlays` merged over them in order (design decision 6).

    An overlay is a path, or `builtin:NAME` for one that is shipped (`opspecs_layers.builtin_overlays`). Raises `DiagnosticError`
    with every problem found (codes TW02xx), each with its place and what is allowed there.
    """
    from .opspecs_load import load_table

    return Specs(load_table(overlays))
