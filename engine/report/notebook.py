"""A run in a notebook: what was placed where, and the placed kernel in colours with the reason behind each tile.

In comes a `Result`, out comes a piece of HTML without scripts, so that it also shows where a notebook is only viewed. Long
kernels are cut; the report shows all of them.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from ...ir_facts.nodes import Function, Var
from ...ir_facts.opspecs import Specs
from ..story import Story
from .colours import colour
from .names import Name, tile_names
from .texts import printed

if TYPE_CHECKING:
    from ..passes import Result

SHOWN = 120
"""How many lines of a kernel are shown."""

_WORD = re.compile(r"[A-Za-z_]\w*")


def compact(result: Result) -> str:
    """What a notebook shows for a result."""
    specs = result.answers.infer.specs
    names = {function.name: tile_names(function, result.facts, specs) for function in result.program.functions}
    title = f"<p><b>{escape(result.program.name)}</b> {_summary(result, names, specs)}</p>"
    text = _text(result, names, specs)
    return f'<div style="font-family: system-ui, sans-serif; font-size: 13px">{title}{_messages(result)}{text}</div>'


def _summary(result: Result, names: dict[str, dict[Var, Name]], specs: Specs) -> str:
    tiles = [name for function in names.values() for name in function.values()]
    counts = {space: sum(not name.copy and name.space == space for name in tiles) for space in specs.spaces}
    parts = [f"{_chip(space, space, specs)} {number}" for space, number in counts.items() if number]
    moves = sum(name.copy for name in tiles)
    left = 0 if result.residency is None else len(result.residency.model.rows("preheader"))
    parts += [f"{moves} move{'s' * (moves != 1)} inserted"] if moves else []
    parts += [f"{left} statement{'s' * (left != 1)} moved out of loops"] if left else []
    return " · ".join(parts) or "no tile is placed"


def _messages(result: Result) -> str:
    return "".join(
        f"<p>{escape(one.severity)}[{escape(one.code)}]: {escape(one.message)}"
        f"{f' (line {one.labels[0].span.line})' if one.labels else ''}</p>"
        for one in result.diagnostics
    )


def _text(result: Result, names: dict[str, dict[Var, Name]], specs: Specs) -> str:
    text = printed(result.program, specs)
    by_text = {function: {name.text: name for name in tiles.values()} for function, tiles in names.items()}
    reasons: dict[str, str] = {}
    function, lines = "", list[str]()
    for line, owner in zip(text.lines[:SHOWN], text.owners, strict=False):
        function = owner.name if isinstance(owner, Function) else function
        known = by_text.get(function, {})
        lines.append(_line(line, known, result, reasons, specs))
    rest = len(text.lines) - len(lines)
    more = f"\n... {rest} more lines; `tilewhy report` shows them all" if rest > 0 else ""
    return (
        f"<details open><summary>the placed kernel</summary>"
        f'<pre style="font-size: 12px; line-height: 1.5; overflow-x: auto">{chr(10).join(lines)}{more}</pre></details>'
    )


def _line(line: str, known: dict[str, Name], result: Result, reasons: dict[str, str], specs: Specs) -> str:
    parts: list[str] = []
    at = 0
    for word in () if line.lstrip().startswith("#") else _WORD.finditer(line):
        name = known.get(word[0]) if line[word.start() - 1 : word.start()] != "." else None
        if name is not None and name.space is not None:
            title = f"{name.text} is a copy in {name.space}" if name.copy else _reason(name.ident, result, reasons)
            parts += [escape(line[at : word.start()]), _chip(word[0], name.space, specs, title)]
            at = word.end()
    return "".join([*parts, escape(line[at:])])


def _reason(tile: str, result: Result, reasons: dict[str, str]) -> str:
    """Why a tile is where it is, in one sentence."""
    if tile not in reasons:
        known = tile in result.facts.entities
        reasons[tile] = _first(result.answers.why(tile)) if known else ""
    return reasons[tile]


def _first(story: Story) -> str:
    block = story.blocks()[0]
    return ": ".join(line.text for line in (block, *block.because[:1]))


def _chip(text: str, space: str, specs: Specs, title: str = "") -> str:
    tint = colour(list(specs.spaces).index(space))
    said = f' title="{escape(title)}"' if title else f' title="{escape(specs.spaces[space].about)}"'
    return f'<span{said} style="background: {tint}33; border-bottom: 2px solid {tint}">{escape(text)}</span>'
