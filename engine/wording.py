"""Atoms and rules in words that a kernel author reads: `x_tile` for `kernel.x_tile`, `Mat` for `mat`, `lhs` for operand 0.

In come relations, rows, rules and bindings of one round; out come sentences. What they say stands in the rule files
(`%!means`, `%!lacks`, `%!says`); only the values are worded here.
"""

from __future__ import annotations

from ..ir_facts.facts import Entity
from ..ir_facts.nodes import Call, For, While
from .join import Binding, Pattern
from .proofs import ABSENT, DERIVED, Node, atom_text
from .rulebook import Template
from .rules_ast import Constant
from .stages import Stage


class Wording:
    """Words for one round. Names of the function `here` are told without their function."""

    def __init__(self, stage: Stage, here: str = "") -> None:
        self.stage = stage
        self.here = here
        self._spaces = {space.constant: name for name, space in stage.specs.spaces.items()}

    def node(self, node: Node) -> str:
        """What a node says: the sentence of its rule, the fact, or what is missing."""
        if node.kind == ABSENT:
            return self.absence(node.relation, node.row)
        if node.kind == DERIVED and node.rule is not None:
            if node.rule.says[0]:
                return self.fill(node.rule.says, node.binding)
            return ", and ".join(self.conclusion(child) for child in node.because) or self.atom(node.relation, node.row)
        return self.atom(node.relation, node.row)

    def conclusion(self, node: Node) -> str:
        """What a node proves, whatever proves it."""
        return self.absence(node.relation, node.row) if node.kind == ABSENT else self.atom(node.relation, node.row)

    def atom(self, relation: str, row: Pattern) -> str:
        """What a row of a relation says; an open column is told as `any ...`."""
        declared = self.stage.rulebook.relations.get(relation)
        if declared is None or not declared.means[0] or len(row) != len(declared.columns):
            return atom_text(relation, row)
        return self.fill(declared.means, _columns(declared.columns, row))

    def absence(self, relation: str, row: Pattern) -> str:
        """What it says that there is no such row."""
        declared = self.stage.rulebook.relations.get(relation)
        if declared is None or not declared.lacks[0] or len(row) != len(declared.columns):
            return f"nothing says that {self.atom(relation, row)}"
        return self.fill(declared.lacks, _columns(declared.columns, row))

    def fill(self, template: Template, binding: Binding) -> str:
        """A sentence with its variables filled in."""
        parts = template[0].split("%")
        words = [self.value(name, binding.get(name), binding) for name in template[1]]
        return "".join(part + word for part, word in zip(parts, words, strict=False)) + parts[-1]

    def value(self, name: str, value: Constant | None, binding: Binding) -> str:
        """The value of the variable `name` in words; the other variables may tell what a number counts."""
        if value is None:
            return f"any {name.lower()}" if name else "anything"
        if isinstance(value, int):
            return self._operand(value, binding) if name in ("Index", "Slot") else str(value)
        entity = self.stage.facts.entities.get(value)
        space = self._spaces.get(value)
        if space is not None and (entity is None or name != "Function"):
            return space
        if entity is not None:
            return self.entity(entity)
        return value.replace("_", " ") if name == "Reason" else value

    def entity(self, entity: Entity) -> str:
        """The name of a thing of the kernel."""
        if entity.kind == "call":
            return entity.node.op if isinstance(entity.node, Call) else f"the call of {getattr(entity.node, 'callee', entity.name)}"
        if entity.kind == "yield":
            return "the yield"
        if entity.kind == "statement":
            return "a statement" if entity.span is None else f"the statement in line {entity.span.line}"
        name = entity.name.removeprefix(f"{self.here}.") if self.here else entity.name.partition(".")[2] or entity.name
        return self._state(entity, name) if entity.kind == "state" else name

    def _state(self, entity: Entity, name: str) -> str:
        """A state of a carried tile: what it is inside of the loop if the loop binds it, else until the loop ends."""
        base, _, label = name.partition("@")
        loop = self.stage.facts.entities.get(f"{entity.function}.{label}")
        statement = loop.statement if loop is not None else None
        if isinstance(statement, (For, While)) and any(carry.iter_arg is entity.node for carry in statement.carries):
            return f"{base} inside loop {label}"
        return f"{base} until loop {label} ends"

    def _operand(self, index: int, binding: Binding) -> str:
        """The name of operand `index` of the op that the other variables speak of."""
        for name in ("Op", "Call", "Consumer"):
            value = binding.get(name)
            entity = self.stage.facts.entities.get(str(value))
            op = entity.node.op if entity is not None and isinstance(entity.node, Call) else value
            spec = self.stage.specs.ops.get(str(op))
            if spec is not None and index < len(spec.args):
                return spec.args[index].name
        return f"number {index}"


def _columns(columns: tuple[str, ...], row: Pattern) -> Binding:
    return {column: value for column, value in zip(columns, row, strict=True) if value is not None}
