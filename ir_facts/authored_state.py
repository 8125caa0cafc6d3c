"""What reading hand-written text keeps for one function beside the names in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .facts import DEVICE

if TYPE_CHECKING:
    from .nodes import Call, Stmt, Var
    from .types import Type


class Authored:
    """What reading hand-written text keeps beside the names.

    `prelude` are statements that the value being read needs before its own; `dumped` the variables tagged for dumping;
    `call_types` holds types that only the arguments of a call said; `core_depth` counts the open in-core scopes, `split` is
    the mode of the open `pl.split_aiv`; `on_core` and `orchestrates` say what kind of function is being read.
    """

    __slots__ = ("call_types", "core_depth", "dumped", "on_core", "orchestrates", "prelude", "split")

    def __init__(self) -> None:
        self.begin("")

    def begin(self, kind: str) -> None:
        """Start a function of this kind."""
        self.prelude: list[Stmt] = []
        self.dumped: list[Var] = []
        self.call_types: dict[Call, Type] = {}
        self.core_depth = 0
        self.split: int | None = None
        self.on_core = kind in DEVICE
        self.orchestrates = kind == "Orchestration"
