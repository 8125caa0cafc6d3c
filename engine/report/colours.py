"""The colours of memories: one for each, in the order in which the op specs list them, the same in every picture.

The first ones are the palette of Okabe and Ito, which people with any kind of colour vision can tell apart. No picture rests on
colour alone: letters and lines say the same.
"""

from __future__ import annotations

COLOURS = ("#8a8f96", "#2f86c9", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#d8c400", "#56b4e9", "#7a6ff0", "#a06a4a")
"""Enough for the built-in op specs; with more memories they begin again."""

LINES = ("solid", "solid", "dashed", "dotted", "double", "wavy", "dotted", "dashed", "dotted", "double")
"""The line under a tile, for print and for readers who see no colours."""


def colour(rank: int) -> str:
    """The colour of the memory that is listed as number `rank`."""
    return COLOURS[rank % len(COLOURS)]


def styles(ranks: int) -> str:
    """The rules of a style sheet that give `ranks` memories their colours: variables `--m0` and classes `.m0`, ..."""
    variables = " ".join(f"--m{rank}: {colour(rank)};" for rank in range(ranks))
    classes = "\n".join(f".m{rank} {{ --m: var(--m{rank}); --under: {LINES[rank % len(LINES)]}; }}" for rank in range(ranks))
    return f":root {{ {variables} }}\n{classes}"
