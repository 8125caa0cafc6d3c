"""What the printer knows while it prints one function: names, texts of types that it has printed before, the lines so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    from .nodes import Function, Stmt, Var
    from .opspecs import Specs

    Owner: TypeAlias = "tuple[int, int, Stmt | Function]"
    """The lines from the first to before the second (0-based) are those of the third; what it contains is told before it."""


class Printing:
    """The state of printing one program.

    `names` are the printed names of the function at hand and of the extents of the program. Inside a compound extent
    (`in_extent`) integers print typed and variables print their hints (ir_text.md 3.1); in a tree of nothing but integers
    (`typed`) integers print typed (8.1). `named` is set when a name was printed. `split` is
    true inside `pl.split_aiv`. `types` caches texts without names by the
    identity of the type, `local_types` those with names for one function. `owners`, where there is one, is told whose each line is.
    """

    __slots__ = (
        "_specs",
        "extents",
        "in_extent",
        "iter_args",
        "lines",
        "local_types",
        "named",
        "names",
        "owners",
        "split",
        "typed",
        "types",
    )

    def __init__(self, extents: dict[Var, str], specs: Specs | None, owners: list[Owner] | None = None) -> None:
        self._specs = specs
        self.owners = owners
        self.extents = extents
        self.names: dict[Var, str] = extents
        self.iter_args: set[Var] = set()
        self.lines: list[str] = []
        self.types: dict[int, str] = {}
        self.local_types: dict[int, str] = {}
        self.typed = False
        self.in_extent = False
        self.named = False
        self.split = False

    @property
    def specs(self) -> Specs:
        """The op specs that say which layouts are implicit; the built-in ones unless others were given."""
        if self._specs is None:
            from .opspecs import load_specs

            self._specs = load_specs()
        return self._specs

    def enter(self, names: dict[Var, str]) -> None:
        """Begin a function whose variables have these names."""
        self.names = {**self.extents, **names} if self.extents else names
        self.iter_args.clear()
        self.local_types.clear()

    def name(self, var: Var) -> str:
        """The name under which a variable prints; one that nothing defines says so."""
        return self.names.get(var) or f"{var.name}__FREE_VAR"
