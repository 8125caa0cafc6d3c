"""What other op specs would change in a kernel. In: a kernel and two ways to place it. Out: the differences, as data.

Both runs are complete runs of the pass; nothing is guessed from the specs themselves. A variable is known by its function and its
printed name, a move by its source and the memories at its ends.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ..ir_facts import parse_program
from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.names import printed_names
from ..ir_facts.nodes import Assign, Call, Program, Source, Var
from ..ir_facts.record import record
from ..ir_facts.types import TileType
from ..ir_facts.walk import statements, variable_types
from .failures import BAD_INPUT, diagnostics_of, exit_status

if TYPE_CHECKING:
    from ..ir_facts.opspecs import Specs
    from .passes import InferTileMemorySpace


@record(eq=True)
class Move:
    """A move that the pass inserted: of `tile` (as `function.name`), between two memories. `bytes` is None for a symbolic size."""

    tile: str
    source: str
    goal: str
    bytes: int | None


@record
class Outcome:
    """What one run made of a kernel: spaces of tiles, inserted moves, hoisted statements with their loops, and messages."""

    spaces: dict[str, str]
    moves: Counter[Move]
    hoists: tuple[tuple[str, str], ...]
    told: tuple[Diagnostic, ...]
    text: str | None


@record
class Impact:
    """How a kernel differs under two sets of op specs."""

    path: str
    spaces: tuple[tuple[str, str, str], ...]
    added: tuple[Move, ...]
    removed: tuple[Move, ...]
    hoists_gained: tuple[tuple[str, str], ...]
    hoists_lost: tuple[tuple[str, str], ...]
    errors_new: tuple[Diagnostic, ...]
    errors_gone: tuple[Diagnostic, ...]
    warnings_new: tuple[Diagnostic, ...]
    text_differs: bool

    @property
    def changed(self) -> bool:
        """Whether anything is different."""
        return bool(self.text_differs or self.errors_new or self.errors_gone or self.warnings_new)


def impact(source: Source, old: InferTileMemorySpace, new: InferTileMemorySpace) -> Impact:
    """How the kernel in `source` differs when it is placed by `new` instead of `old`.

    A kernel that one of them refuses is a difference. Raises `DiagnosticError` for one that neither can read.
    """
    before, after = outcome(source, old), outcome(source, new)
    if BAD_INPUT == exit_status(before.told) == exit_status(after.told):
        raise DiagnosticError(*before.told)
    refused = before.text is None or after.text is None
    spaces = [(tile, before.spaces[tile], space) for tile, space in after.spaces.items() if before.spaces.get(tile, space) != space]
    return Impact(
        source.path,
        tuple(spaces),
        () if refused else tuple((after.moves - before.moves).elements()),
        () if refused else tuple((before.moves - after.moves).elements()),
        () if refused else tuple(hoist for hoist in after.hoists if hoist not in before.hoists),
        () if refused else tuple(hoist for hoist in before.hoists if hoist not in after.hoists),
        _only(after.told, before.told, "error"),
        _only(before.told, after.told, "error"),
        _only(after.told, before.told, "warning"),
        before.text != after.text,
    )


def outcome(source: Source, infer: InferTileMemorySpace) -> Outcome:
    """What a run of the pass makes of the kernel; a refusal is an outcome too."""
    try:
        program = parse_program(source.text, path=source.path, specs=infer.specs)
        result = infer.run(program)
    except DiagnosticError as refused:
        return Outcome({}, Counter(), (), refused.diagnostics, None)
    except Exception as error:
        return Outcome({}, Counter(), (), diagnostics_of(error, source.path), None)
    specs = infer.specs
    spaces = {str(tile): specs.space_of(str(space)) for tile, space in result.model.rows("space")}
    hoists = () if result.residency is None else tuple((str(var), str(loop)) for var, loop in result.residency.model.rows("preheader"))
    moves = Counter(_moves(result.program, specs)) - Counter(_moves(program, specs))
    return Outcome(spaces, moves, hoists, result.diagnostics, str(result.program))


def _moves(program: Program, specs: Specs) -> list[Move]:
    found: list[Move] = []
    for function in program.functions:
        names, types = printed_names(function), variable_types(function)
        for stmt in statements(function.body):
            if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op == specs.move_op and stmt.value.args:
                source, goal = stmt.value.args[0], stmt.type
                if isinstance(source, Var) and isinstance(goal, TileType):
                    origin = types.get(source)
                    space = origin.space if isinstance(origin, TileType) else None
                    tile = f"{function.name}.{names.get(source, source.name)}"
                    found.append(Move(tile, space or "", goal.space or "", _bytes(goal, specs)))
    return found


def _bytes(tile: TileType, specs: Specs) -> int | None:
    """The size of a tile, where its extents are constants."""
    count = 1
    for extent in tile.shape:
        if not isinstance(extent, int):
            return None
        count *= extent
    return (count * specs.dtypes[tile.dtype].storage_bits + 7) // 8


def _only(told: tuple[Diagnostic, ...], other: tuple[Diagnostic, ...], severity: str) -> tuple[Diagnostic, ...]:
    known = {_identity(diagnostic) for diagnostic in other}
    return tuple(diagnostic for diagnostic in told if diagnostic.severity == severity and _identity(diagnostic) not in known)


def _identity(diagnostic: Diagnostic) -> tuple[Any, ...]:
    return diagnostic.code, diagnostic.message, tuple(label.span for label in diagnostic.labels)


# ---------------------------------------------------------------------------------------------- totals


def totals(impacts: list[Impact]) -> dict[str, int]:
    """The sums over all kernels, by what is counted; moves of symbolic size count no bytes."""
    return {
        "kernels": len(impacts),
        "kernels_changed": sum(one.changed for one in impacts),
        "tiles_moved_elsewhere": sum(len(one.spaces) for one in impacts),
        "moves_added": sum(len(one.added) for one in impacts),
        "bytes_added": sum(move.bytes or 0 for one in impacts for move in one.added),
        "moves_removed": sum(len(one.removed) for one in impacts),
        "bytes_removed": sum(move.bytes or 0 for one in impacts for move in one.removed),
        "hoists_gained": sum(len(one.hoists_gained) for one in impacts),
        "hoists_lost": sum(len(one.hoists_lost) for one in impacts),
        "errors_new": sum(len(one.errors_new) for one in impacts),
        "errors_gone": sum(len(one.errors_gone) for one in impacts),
        "warnings_new": sum(len(one.warnings_new) for one in impacts),
    }
