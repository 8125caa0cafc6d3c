"""What a loop carries from one iteration to the next: iter-args, yielded values, results (`reference/ir_text.md` 5.2)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import Block, Carry, Expr, Var
from .read_state import Targets
from .read_statements import BAD_YIELD, block, count, ends_with_yield, is_yield
from .read_types import annotation
from .read_typing import type_of
from .types import TileType

if TYPE_CHECKING:
    from .read_state import Reading
    from .types import Type


class Carried:
    """The carries of one loop while it is read: made at the header, closed after the body."""

    __slots__ = ("frame", "inits", "iter_args", "mark", "names", "types")

    def __init__(self, r: Reading, names: list[ast.Name], inits: list[Expr], nodes: list[ast.stmt], mark: int | None = None) -> None:
        """Bind the iter-args. What is bound after the log had length `mark` is forgotten when the loop ends."""
        self.names = names
        self.inits = inits
        self.mark = len(r.log) if mark is None else mark
        self.frame = Targets()
        noted = _noted_type(r, nodes) if len(inits) == 1 else None
        self.types = [type_of(r, init) for init in inits] if noted is None else [noted]
        self.iter_args: list[Var] = []
        for name, type_ in zip(names, self.types, strict=True):
            var = r.bind(name.id, Var(name.id, r.span(name)))
            r.iter_args.add(var)
            r.types[var] = type_
            self.iter_args.append(var)

    def body(self, r: Reading, nodes: list[ast.stmt]) -> Block:
        """Read the body, whose final yield belongs to this loop."""
        r.results.append(self.frame)
        body = block(r, nodes)
        r.results.pop()
        ends_with_yield(r, body, self.frame.node)
        return body

    def close(self, r: Reading) -> tuple[Carry, ...]:
        """Forget the names of the body and bind the results. Raises `DiagnosticError` (TW0110) where the yield does not fit."""
        r.rewind(self.mark)
        frame, names = self.frame, self.names
        if frame.node is not None:
            self._check_yield(r, frame.node)
        note = frame.types[0] if len(frame.types) == 1 else None
        if note is not None:
            self.types = [note if r.dump else _agreed(r, frame.targets[0], note, self.types[0])]
        carries: list[Carry] = []
        for index, (iter_arg, init, type_) in enumerate(zip(self.iter_args, self.inits, self.types, strict=True)):
            if frame.targets:
                target = frame.targets[index]
                result = r.bind(target.id, Var(target.id, r.span(target)))
            else:
                result = Var(names[index].id + "_out")
            r.types[result] = r.types[iter_arg] = type_
            carries.append(Carry(iter_arg, init, result, type_, type_))
        return tuple(carries)

    def _check_yield(self, r: Reading, node: ast.stmt) -> None:
        frame, names = self.frame, [name.id for name in self.names]
        if not frame.targets:
            advice = f"write `{', '.join(name + '_out' for name in names)} = pl.yield_(...)`"
            r.refuse(BAD_YIELD, node, "the results of this loop need names", help=advice)
        if len(frame.targets) != len(names):
            message = f"the loop carries {count(len(names), 'value')}, but its body yields {len(frame.targets)}"
            r.refuse(BAD_YIELD, node, message, help=f"yield one value for each of {', '.join(names)}")


def _agreed(r: Reading, node: ast.expr, note: Type, init: Type) -> Type:
    """A hand-written annotation of a loop's result may leave open what the initial value says."""
    if isinstance(note, TileType) and note.space is not None:
        return note
    from .authored_types import merged

    return merged(r, node, note, init)


def plain_body(r: Reading, nodes: list[ast.stmt]) -> Block:
    """The body of a loop that carries nothing; it must not yield."""
    frame = Targets()
    r.results.append(frame)
    body = block(r, nodes)
    r.results.pop()
    if frame.node is not None:
        advice = "add `init_values=(...)` to the header"
        r.refuse(BAD_YIELD, frame.node, "this loop carries nothing that could be yielded", help=advice)
    return body


def _noted_type(r: Reading, nodes: list[ast.stmt]) -> Type | None:
    """The annotation of the yield that ends a body: it types the iter-arg before the body is read (tile_views.md 1.7)."""
    last = nodes[-1]
    while isinstance(last, ast.With):
        last = last.body[-1]
    if r.dump and isinstance(last, ast.AnnAssign) and last.value is not None and is_yield(last.value):
        return annotation(r, last.annotation)
    return None
