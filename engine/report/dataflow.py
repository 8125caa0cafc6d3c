"""The data flow of a function as a graph: tiles, moves, carries and branches, and the calls that tiles end in.

In comes a function with the names of its tiles and the line of each statement, out go nodes and edges in the order of the text.
A loop is an edge that leads back. Where nodes stand on the screen is decided by the page.
"""

from __future__ import annotations

from typing import Any

from ...ir_facts.facts import final_yield
from ...ir_facts.nodes import (
    Assign,
    Block,
    Call,
    Evaluate,
    Expr,
    For,
    ForScope,
    Function,
    If,
    Invoke,
    Return,
    Submit,
    Var,
    While,
    With,
    Yield,
)
from ...ir_facts.opspecs import Specs
from ...ir_facts.types import TensorType
from ...ir_facts.walk import children, variable_types
from .names import Name

TILE, MOVE, PARAMETER, CARRIED, RESULT, CHOSEN, END = "tile", "move", "parameter", "carried", "result", "chosen", "end"
"""What a node is: the result of a call, a move, a parameter, a loop's iter-arg or result, an if's result, a call without a tile."""

USE, INIT, BACK, OUT, BRANCH, SAME = "use", "init", "back", "out", "branch", "same"
"""What an edge is: an operand; into a loop, round it, out of it; out of a branch; another name."""


class Dataflow:
    """The graph of one function. `lines` gives the line (0-based) of each statement by identity."""

    def __init__(self, function: Function, names: dict[Var, Name], lines: dict[int, int], specs: Specs) -> None:
        self.names = names
        self.lines = lines
        self.specs = specs
        self.tensors = {var for var, type_ in variable_types(function).items() if isinstance(type_, TensorType)}
        self.loops: list[dict[str, Any]] = []
        self.nodes: list[dict[str, Any]] = []
        self.edges: list[list[Any]] = []
        self.node_of: dict[Var, int] = {}
        start = lines.get(id(function), 0)
        for param in function.params:
            if param.var in names:
                self._node(PARAMETER, param.var, start, -1)
        self._block(function.body or (), -1)

    def data(self) -> dict[str, Any]:
        """Nodes, edges `[from, to, kind, label]` and loops, as the page reads them (`assets/graph.js`)."""
        return {"nodes": self.nodes, "edges": self.edges, "loops": self.loops}

    # ---------------------------------------------------------------------------------------- statements

    def _block(self, block: Block, loop: int) -> None:
        for stmt in block:
            line = self.lines.get(id(stmt), 0)
            if isinstance(stmt, Assign):
                self._value(stmt.value, stmt.var, line, loop)
            elif isinstance(stmt, Evaluate):
                self._value(stmt.value, None, line, loop)
            elif isinstance(stmt, (For, While)):
                self._loop(stmt, line, loop)
            elif isinstance(stmt, If):
                self._if(stmt, line, loop)
            elif isinstance(stmt, (With, ForScope)):
                self._block(stmt.body, loop)
            elif isinstance(stmt, Return):
                self._ends(stmt, line, loop)

    def _value(self, value: Expr, var: Var | None, line: int, loop: int) -> None:
        if isinstance(value, Var):
            if var in self.names and value in self.node_of:
                self._edge(self.node_of[value], self._node(TILE, var, line, loop), SAME, "")
            return
        reads = self._reads(value)
        if var is not None and var in self.names:
            moves = isinstance(value, Call) and value.op == self.specs.move_op
            target = self._node(MOVE if moves else TILE, var, line, loop, value)
        elif reads:
            target = self._end(var, line, loop, value)
        else:
            return
        for source, label in reads:
            self._edge(source, target, USE, label)

    def _loop(self, stmt: For | While, line: int, outer: int) -> None:
        loop = len(self.loops)
        self.loops.append({"line": line, "outer": outer})
        for carry in stmt.carries:
            if carry.iter_arg in self.names:
                entry = self._node(CARRIED, carry.iter_arg, line, loop)
                for source, _ in self._reads(carry.init):
                    self._edge(source, entry, INIT, "starts as")
        self._block(stmt.body, loop)
        last = final_yield(stmt.body)
        for slot, carry in enumerate(stmt.carries):
            if carry.result in self.names:
                result = self._node(RESULT, carry.result, line, outer)
                for source, _ in self._reads(last.values[slot]) if last is not None and slot < len(last.values) else ():
                    self._edge(source, self.node_of[carry.iter_arg], BACK, "next round")
                    self._edge(source, result, OUT, "after the loop")

    def _if(self, stmt: If, line: int, loop: int) -> None:
        self._block(stmt.then, loop)
        self._block(stmt.orelse or (), loop)
        yields = [("then", final_yield(stmt.then)), ("else", final_yield(stmt.orelse))]
        for slot, phi in enumerate(stmt.phis):
            if phi.var in self.names:
                chosen = self._node(CHOSEN, phi.var, line, loop)
                for label, last in yields:
                    self._branch(last, slot, chosen, label)

    def _branch(self, last: Yield | None, slot: int, chosen: int, label: str) -> None:
        if last is not None and slot < len(last.values):
            for source, _ in self._reads(last.values[slot]):
                self._edge(source, chosen, BRANCH, label)

    def _ends(self, stmt: Return, line: int, loop: int) -> None:
        for value in stmt.values:
            for source, _ in self._reads(value):
                self._edge(source, self._end(None, line, loop, None, "return"), USE, "")

    # ---------------------------------------------------------------------------------------- nodes and edges

    def _reads(self, value: Expr) -> list[tuple[int, str]]:
        """The nodes of the tiles that an expression reads, each with the name of the operand."""
        if isinstance(value, Var):
            return [(self.node_of[value], "")] if value in self.node_of else []
        found: list[tuple[int, str]] = []
        args = value.args if isinstance(value, (Call, Invoke, Submit)) else children(value)
        spec = self.specs.ops.get(value.op) if isinstance(value, Call) else None
        for index, arg in enumerate(args):
            name = spec.args[index].name if spec is not None and index < len(spec.args) else ""
            found += [(node, label or name) for node, label in self._reads(arg)]
        return found

    def _node(self, kind: str, var: Var, line: int, loop: int, value: Expr | None = None) -> int:
        name = self.names[var]
        number = self.node_of[var] = len(self.nodes)
        told: dict[str, Any] = {"kind": kind, "name": name.text, "tile": name.ident, "line": line, "loop": loop}
        self.nodes.append({**told, "space": name.space, "op": _op(value), "of": self._tensor(value)})
        return number

    def _end(self, var: Var | None, line: int, loop: int, value: Expr | None, op: str = "") -> int:
        told: dict[str, Any] = {"kind": END, "name": var.name if var else "", "tile": "", "line": line, "loop": loop}
        self.nodes.append({**told, "space": None, "op": op or _op(value), "of": ""})
        return len(self.nodes) - 1

    def _tensor(self, value: Expr | None) -> str:
        """The first tensor that a call reads, for those that bring a tile in."""
        args = value.args if isinstance(value, Call) else ()
        return next((arg.name for arg in args if isinstance(arg, Var) and arg in self.tensors), "")

    def _edge(self, source: int, target: int, kind: str, label: str) -> None:
        self.edges.append([source, target, kind, label])


def _op(value: Expr | None) -> str:
    if isinstance(value, Call):
        return value.op
    return f"self.{value.callee}" if isinstance(value, (Invoke, Submit)) else ""
