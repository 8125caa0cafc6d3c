"""Facts as text, with the way back: what the extractors write and the solvers, proofs and messages read.

A fact file is plain text in the syntax of clingo. Beside it stand the entities: for each identifier that occurs in a
fact (a variable, a call, a loop, a function) the node that it names, so that every fact can be traced to its line.
"""

from __future__ import annotations

from .nodes import Block, Expr, Span, Stmt, Var, Yield
from .record import record

DEVICE = ("InCore", "AIC", "AIV")
"""The kinds of functions that run on a core."""


@record
class Entity:
    """What an identifier stands for. `statement` is the statement that contains or defines it."""

    kind: str
    function: str
    span: Span | None
    name: str
    statement: Stmt | None = None
    node: Expr | None = None


class Facts:
    """Facts in the order in which they were found, and the entities that they speak of.

    `variables` names each tile variable, `nodes` each call and yield by the identity of its node; `ops` are the ops that
    occur, with whether each is an op (and not a function of the program); `reads_tiles` are the calls, by identity, that have a
    tile as an operand. `nests_tiles` tells that a tile without a name is made inside of an expression, on a core.
    """

    __slots__ = ("chunks", "entities", "nests_tiles", "nodes", "ops", "reads_tiles", "variables")

    def __init__(self) -> None:
        self.chunks: list[str] = []
        self.entities: dict[str, Entity] = {}
        self.variables: dict[Var, str] = {}
        self.nodes: dict[int, str] = {}
        self.ops: dict[str, bool] = {}
        self.reads_tiles: set[int] = set()
        self.nests_tiles = False

    @property
    def text(self) -> str:
        """All facts, one chunk a line."""
        return "\n".join(self.chunks)


def final_yield(block: Block | None) -> Yield | None:
    """The yield that ends a body, looking through scopes that end it (ir_text.md 5.1)."""
    while block:
        last = block[-1]
        if isinstance(last, Yield):
            return last
        block = getattr(last, "body", None) if getattr(last, "head", None) is not None else None
    return None
