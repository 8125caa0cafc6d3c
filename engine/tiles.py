"""Which tile a user means: `x_tile`, `x_tile#2`, `function.x_tile`, `kernel.py:9`, `9`, or the name of a copy (`x_tile_Left`).

In comes what the user wrote, out comes the identifier of a tile, or a diagnostic with the candidates, nearest first.
"""

from __future__ import annotations

import os

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.facts import Entity
from ..ir_facts.opspecs import Specs
from ..ir_facts.spelling import nearest_or_all
from .places import heading
from .stages import Stage

SHOWN = 8
"""How many candidates a message lists."""


def find_tile(stage: Stage, wanted: str) -> str:
    """The identifier of the tile that `wanted` names. Raises DiagnosticError TW0611 for an unknown, TW0612 for an ambiguous name."""
    tiles = dict.fromkeys(str(row[0]) for row in stage.model.rows("tile"))
    if wanted in tiles:
        return wanted
    line = _line(wanted, stage)
    if line is not None:
        found = _at_line(stage, tiles, line)
        if not found:
            raise DiagnosticError(_unknown(stage, f"no tile is assigned or read in line {line}", _near_line(stage, tiles, line)))
    else:
        found = [tile for tile in tiles if _short(tile) == wanted] or _copied(stage, tiles, wanted)
    if not found:
        raise DiagnosticError(_unknown(stage, _no_tile(stage, wanted), _nearest(wanted, tiles)))
    if len(found) > 1:
        help_ = f"say which one:{_listed(stage, found)}"
        raise DiagnosticError(Diagnostic("TW0612", f"`{wanted}` may be any of {len(found)} tiles", help=help_, source=stage.source))
    return found[0]


def copy_of(stage: Stage, wanted: str) -> tuple[str, str] | None:
    """The tile and the space constant, where `wanted` is the name that the pass gives to a copy (`x_tile_Left`)."""
    base, _, space = wanted.rpartition("_")
    constant = next((known.constant for name, known in stage.specs.spaces.items() if name == space), None)
    if constant is None:
        return None
    tiles = [str(row[0]) for row in stage.model.match("moved", (None, constant)) if base in (row[0], _short(str(row[0])))]
    return (tiles[0], constant) if len(tiles) == 1 else None


def copy_note(stage: Stage, wanted: str, tile: str) -> str:
    """What to say first where `wanted` is no tile of the kernel but a copy of `tile`; else nothing."""
    if wanted in (tile, _short(tile)):
        return ""
    found = copy_of(stage, wanted)
    return "" if found is None else f"{wanted} is the copy of {_short(found[0])} in {stage.specs.space_of(found[1])}"


def _copied(stage: Stage, tiles: dict[str, None], wanted: str) -> list[str]:
    found = copy_of(stage, wanted)
    return [] if found is None else [found[0]]


def _short(ident: str) -> str:
    return ident.partition(".")[2]


def _line(wanted: str, stage: Stage) -> int | None:
    """The line number, where `wanted` is one, maybe after the name of the file."""
    path, _, number = wanted.rpartition(":")
    own = stage.source.path if stage.source is not None else ""
    if number.isdigit() and (not path or path == own or os.path.basename(path) == os.path.basename(own)):
        return int(number)
    return None


def _at_line(stage: Stage, tiles: dict[str, None], line: int) -> list[str]:
    """The tiles assigned in a line; if there are none, those that it reads."""
    entities = stage.facts.entities
    assigned = [tile for tile in tiles if _covers(entities[tile], line)]
    if assigned:
        return assigned
    calls = [ident for ident, entity in entities.items() if entity.kind in ("call", "yield") and _covers(entity, line)]
    return list(dict.fromkeys(str(row[2]) for call in calls for row in stage.model.match("uses", (call, None, None))))


def _covers(entity: Entity, line: int) -> bool:
    """Whether a line belongs to the statement of an entity, but not merely to the body of that statement."""
    span = entity.span
    if span is not None and span.line <= line <= span.end_line:
        return True
    whole = entity.statement.span if entity.statement is not None and getattr(entity.statement, "value", None) is not None else None
    return whole is not None and whole.line <= line <= whole.end_line


def _near_line(stage: Stage, tiles: dict[str, None], line: int) -> list[str]:
    lines = {tile: entity.span.line for tile in tiles if (entity := stage.facts.entities[tile]).span is not None}
    return sorted(lines, key=lambda tile: (abs(lines[tile] - line), tile))[:SHOWN]


def _nearest(wanted: str, tiles: dict[str, None]) -> list[str]:
    """Tiles whose name begins with `wanted`, and those that are spelt nearly like it."""
    from difflib import get_close_matches

    name = wanted.rpartition(".")[2]
    shorts: dict[str, list[str]] = {}
    for tile in tiles:
        shorts.setdefault(_short(tile), []).append(tile)
    begin = sorted((short for short in shorts if short.startswith(name)), key=len)
    close = get_close_matches(name, shorts, n=SHOWN, cutoff=0.6)
    return [tile for short in dict.fromkeys([*begin, *close]) for tile in shorts[short]][:SHOWN]


def _no_tile(stage: Stage, wanted: str) -> str:
    others = [ident for ident, entity in stage.facts.entities.items() if entity.kind == "variable" and wanted in (ident, _short(ident))]
    return f"`{wanted}` is no tile, but a tensor or a scalar" if others else f"there is no tile `{wanted}`"


def _unknown(stage: Stage, message: str, candidates: list[str]) -> Diagnostic:
    help_ = f"did you mean{_listed(stage, candidates)}" if candidates else "`tilewhy query FILE 'tile(T)'` lists all tiles"
    return Diagnostic("TW0611", message, help=help_, source=stage.source)


def _listed(stage: Stage, tiles: list[str]) -> str:
    shown = [f"\n{tile}{_placed(stage, tile)}" for tile in tiles[:SHOWN]]
    more = len(tiles) - SHOWN
    return "".join(shown) + (f"\nand {more} more" if more > 0 else "")


def _placed(stage: Stage, tile: str) -> str:
    span = heading(stage.facts.entities[tile], stage.source)
    return f" (line {span.line})" if span is not None else ""


def find_space(specs: Specs, wanted: str) -> str:
    """The constant of the memory that `wanted` names (`Mat` or `mat`). Raises DiagnosticError TW0614."""
    for name, space in specs.spaces.items():
        if wanted in (name, space.constant) and not space.off_chip:
            return space.constant
    known = [name for name, space in specs.spaces.items() if not space.off_chip]
    message = f"`{wanted}` is no memory on the chip" if wanted in specs.spaces else f"there is no memory `{wanted}`"
    raise DiagnosticError(Diagnostic("TW0614", message, help=nearest_or_all(wanted, known, "memories")))
