"""What reading hand-written text keeps for one function beside the names in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .facts import DEVICE

if TYPE_CHECKING:
    import ast

    from .nodes import Call, Stmt, Var
    from .types import Type

    Compound: TypeAlias = ast.If | ast.For | ast.While | ast.With


class Authored:
    """What reading hand-written text keeps beside the names.

    `prelude` are statements that the value being read needs before its own; `dumped` the variables tagged for dumping;
    `call_types` holds types that only the arguments of a call said; `core_depth` counts the open in-core scopes, `split` is
    the mode of the open `pl.split_aiv`; `on_core` and `orchestrates` say what kind of function is being read. `inlines` are the functions
    of the file that are expanded where they are called, `expanding` those being expanded, `open` the compound statements around;
    `buffers` are the buffers that the file declares.
    """

    __slots__ = (
        "buffers",
        "call_types",
        "core_depth",
        "dumped",
        "expanding",
        "inlines",
        "on_core",
        "open",
        "orchestrates",
        "prelude",
        "split",
    )

    def __init__(self) -> None:
        self.buffers: dict[str, ast.Call] = {}
        self.inlines: dict[str, ast.FunctionDef] = {}
        self.expanding: list[str] = []
        self.begin("")

    def begin(self, kind: str) -> None:
        """Start a function of this kind."""
        self.prelude: list[Stmt] = []
        self.open: list[Compound] = []
        self.dumped: list[Var] = []
        self.call_types: dict[Call, Type] = {}
        self.core_depth = 0
        self.split: int | None = None
        self.on_core = kind in DEVICE
        self.orchestrates = kind == "Orchestration"
