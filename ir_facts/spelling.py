"""A misspelt word and the words that were possible in, "did you mean" out. Knows no vocabulary of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` most likely stands for, or None. A word that differs only in case always matches."""
    from difflib import get_close_matches

    known = sorted(set(candidates))
    folded = {name.casefold(): name for name in reversed(known)}
    close = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """ "did you mean `tile.load`?", or the empty string where nothing comes near."""
    name = nearest(word, candidates)
    return f"did you mean `{name}`?" if name else ""


def nearest_or_all(word: str, candidates: Collection[str], what: str) -> str:
    """As `did_you_mean`; where nothing comes near, all candidates in their order: "engines are clingo, both"."""
    return did_you_mean(word, candidates) or f"{what} are {', '.join(candidates)}"
