"""What opspecs.yaml says, as typed values. In: rows of the table that `opspecs_link` makes. Out: records.

Operands are named in the file and numbered here, since IR calls number theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .record import record

if TYPE_CHECKING:
    from .opspecs_link import Place


@record(eq=True)
class At:
    """A place in an op-spec file: 1-based line, 0-based column. Prints as proofs cite it: `opspecs.yaml:412`."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@record
class LayoutTriple:
    """How a tile lies in memory: block layout (`from_shape` depends on the shape), scatter layout, bytes of a box."""

    blayout: str
    slayout: str
    fractal: int


@record
class SpaceSpec:
    """A memory. `constant` is its name in rule files (`left_scale`); `lane` is the core that works there.

    `tiles` is false where no op is expected to put one.
    """

    name: str
    about: str
    constant: str
    implicit: LayoutTriple
    lane: str
    permissive: bool
    off_chip: bool
    tiles: bool
    at: At

    @property
    def blayout(self) -> str:
        return self.implicit.blayout

    @property
    def slayout(self) -> str:
        return self.implicit.slayout

    @property
    def fractal(self) -> int:
        return self.implicit.fractal


@record
class MoveSpec:
    """A legal move. `through` means two moves: into `through` with `kwargs`, then on to `target` without any."""

    source: str
    target: str
    kwargs: tuple[tuple[str, str], ...]
    through: str | None
    targets: tuple[str, ...]
    at: At


@record
class TargetSpec:
    """A chip. A space without capacity does not exist on it; `layouts` is op -> operand index -> (layout, place)."""

    name: str
    about: str
    arch: str
    capacity: dict[str, int]
    alignment: int
    row_alignment: dict[str, dict[str, int]]
    store_dtypes: dict[str, tuple[str, ...]]
    excludes: tuple[str, ...]
    layouts: dict[str, dict[int, tuple[str, At]]]
    layout_adds: dict[str, tuple[tuple[str, str], ...]]
    at: At


@record
class DTypeSpec:
    """An element type; `kind` is float, signed, unsigned, bool or handle."""

    name: str
    kind: str
    bits: int

    @property
    def storage_bits(self) -> int:
        """Bits per element in memory: four-bit types are packed, all others take whole bytes."""
        return self.bits if self.bits == 4 else (self.bits + 7) // 8 * 8

    @property
    def bytes(self) -> int:
        """Bytes that hold one element."""
        return (self.bits + 7) // 8


@record
class KwargDefault:
    """What a builder makes of an absent keyword: by the layout of the tensor operand, else `default`, else nothing."""

    default: str | None
    by_layout: dict[str, str]


@record
class BuilderSpec:
    """What a Python builder adds to a call. `result_space` is where `shape=` and `dtype=` type the result."""

    defaults: dict[str, KwargDefault]
    result_space: str | None


@record
class ResidencySpec:
    """Where resident matrix operands wait, and the attribute that marks the loads that may be kept."""

    panel: str
    marker: str


@record
class ArgSpec:
    """An operand. `kinds` are those it may have: Tile, Tensor, Tuple, Scalar, ..."""

    name: str
    optional: bool
    variadic: bool
    kinds: tuple[str, ...]


@record
class OutputSpec:
    """Where the result of an op is.

    fixed       in `space`
    kwarg       where the keyword `kwarg` says, else in `space`; retargetable when that is None
    inherit     where the first tile operand is; demand travels back to that operand
    follow      where the first tile operand is; demand does not travel back
    place       in `space`, although the op's own type deduction names none
    annotation  no rule: the type written in the text counts
    """

    kind: str
    space: str | None = None
    kwarg: str | None = None


@record
class StorageSpec:
    """Whose memory a tensor result is: fresh (`of` is None) or an operand's. `joins`: itself, root or unknown."""

    of: int | None
    joins: str

    @property
    def fresh(self) -> bool:
        return self.of is None


@record
class LaneBy:
    """The core an op runs on, by the value of a keyword."""

    kwarg: str
    lanes: dict[str, str]
    otherwise: str


@record
class CrossingSpec:
    """The gate of a split region: `shard` (cube to vector) or `gather` (back), and the spaces that it needs."""

    kind: str
    operand: str | None
    result: str | None


@record
class OpSpec:
    """One op. Operands are numbers; `where` finds the line of the file that says a thing."""

    name: str
    about: str
    category: str
    args: tuple[ArgSpec, ...]
    kwargs: dict[str, str]
    inputs: dict[int, tuple[str, ...]]
    output: OutputSpec
    result: Any
    memory_access: str
    reuses: int | None
    view: bool
    writes: tuple[int, ...]
    updates: tuple[int, ...]
    storage: StorageSpec | None
    effect: bool
    boundary: bool
    lane: str | None
    lane_by: LaneBy | None
    hoisted: bool
    crossing: CrossingSpec | None
    reduces: str | None
    stores: tuple[int, int] | None
    literals: dict[int, str]
    residency: str | None
    stationary: tuple[int, ...]
    like: str | None
    files: tuple[str, ...]
    places: dict[str, Place]

    @property
    def arg_names(self) -> tuple[str, ...]:
        return tuple(arg.name for arg in self.args)

    @property
    def required(self) -> int:
        """How many operands must be there."""
        return sum(not (arg.optional or arg.variadic) for arg in self.args)

    @property
    def variadic(self) -> bool:
        """Whether more operands than named ones are fine."""
        return bool(self.args) and self.args[-1].variadic

    @property
    def retargetable(self) -> bool:
        """Whether the op's result can be put where its consumers want it: a keyword decides, and it may be absent."""
        return self.output.kind == "kwarg" and self.output.space is None

    @property
    def fixed(self) -> str | None:
        """The space the result always has."""
        return self.output.space if self.output.kind == "fixed" else None

    @property
    def inherits(self) -> bool:
        return self.output.kind == "inherit"

    def allowed(self, index: int) -> tuple[str, ...]:
        """The spaces operand `index` may be in, preferred first; empty when the op does not care."""
        if self.args and self.args[-1].variadic and index >= len(self.args):
            index = len(self.args) - 1
        return self.inputs.get(index, ())

    @property
    def at(self) -> At:
        """Where the entry of the op begins."""
        return self.where()

    def where(self, *path: str | int) -> At:
        """Where a key of the entry stands (`where("inputs", "lhs")`), or the nearest one around it that is written."""
        while path:
            place = self.places.get(".".join(map(str, path)))
            if place is not None:
                return At(self.files[place[0]], place[1], place[2])
            path = path[:-1]
        place = self.places[""]
        return At(self.files[place[0]], place[1], place[2])


def op_spec(name: str, row: dict[str, Any], files: tuple[str, ...]) -> OpSpec:
    """The record of one row."""
    get = row.get
    said: tuple[str | None, str | None, dict[str, str], str] = get("lane") or (None, None, {}, "")
    lane, kwarg, lanes, otherwise = said
    crossing, storage, reuses = get("crossing"), get("storage"), get("reuses")
    updates = tuple(get("updates", ()))
    return OpSpec(
        name=name,
        about=get("is", ""),
        category=row["category"],
        args=tuple(ArgSpec(arg, optional, variadic, tuple(kinds)) for arg, optional, variadic, kinds in row["args"]),
        kwargs=get("kwargs", {}),
        inputs=row["inputs"],
        output=OutputSpec(*row["output"]),
        result=get("result"),
        memory_access=get("memory_access", "unspecified"),
        reuses=reuses[0] if reuses else None,
        view=get("view", False),
        writes=(*get("writes", ()), *updates),
        updates=updates,
        storage=None if storage is None else StorageSpec(*storage),
        effect=get("effect", False),
        boundary=row["boundary"],
        lane=lane,
        lane_by=None if kwarg is None else LaneBy(kwarg, lanes, otherwise),
        hoisted=get("hoisted", False),
        crossing=None if crossing is None else CrossingSpec(crossing["kind"], crossing.get("operand"), crossing.get("result")),
        reduces=get("reduces"),
        stores=get("stores"),
        literals=get("literals", {}),
        residency=get("residency"),
        stationary=tuple(get("stationary", ())),
        like=get("like"),
        files=files,
        places=row["where"],
    )


def snake_case(name: str) -> str:
    """The name of a space in rule files: `LeftScale` -> `left_scale`, `DDR` -> `ddr`."""
    out = ""
    for index, letter in enumerate(name):
        if letter.isupper() and index and (name[index - 1].islower() or name[index + 1 : index + 2].islower()):
            out += "_"
        out += letter.lower()
    return out
