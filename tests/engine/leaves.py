"""Do the leaves of a proof point at the right line? A judge that reads the text itself and shares nothing with what found the place."""

from __future__ import annotations

import re

from tilewhy.engine.places import KERNEL, Place, Places
from tilewhy.engine.proofs import GIVEN, Node, walk
from tilewhy.engine.stages import Stage
from tilewhy.ir_facts.nodes import Call
from tilewhy.ir_facts.opspecs_layers import layers

_ENTRY = re.compile(r"^  ([\w.]+):")
_NAMED = {"tile": 0, "annotated": 0, "param": 2, "alias": 0, "phi": 0, "given": 0, "copies": 0, "merges": 0}
"""Relations whose place is a variable, and the column that names it."""


class Judge:
    """Judges the places of one round."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.places = Places(stage)
        assert stage.source is not None
        self.lines = stage.source.text.split("\n")
        self.specs = {path: text.decode().split("\n") for path, text in layers(stage.specs.files[1:])}

    def check(self, root: Node) -> None:
        """Every fact of the proof has a place, and something of the fact can be read there."""
        for node in walk(root):
            if node.kind == GIVEN:
                place = self.places.atom(node.relation, node.row)
                assert place is not None, f"{node} has no place"
                wrong = self._wrong(node, place)
                assert not wrong, f"{node} points to {place}: {wrong}"

    def _wrong(self, node: Node, place: Place) -> str:
        if place.kind != KERNEL:
            return self._wrong_in_specs(node, place)
        text = self._text(place)
        if not text.strip():
            return "nothing there"
        if node.relation in _NAMED and not self._made_by_the_pass(node.row[_NAMED[node.relation]]):
            name = _name(node.row[_NAMED[node.relation]])
            return "" if re.search(rf"\b{re.escape(name)}\b", text) else f"no {name} in {text!r}"
        if node.relation == "defines":
            name, line = _name(node.row[1]), "\n".join(self.lines[place.line - 1 : place.end_line])
            return "" if self._made_by_the_pass(node.row[1]) or re.search(rf"\b{re.escape(name)}\b", line) else f"no {name} in {line!r}"
        if node.relation == "uses" and not any(self._made_by_the_pass(node.row[column]) for column in (0, 2)):
            name = _name(node.row[2])
            return "" if re.search(rf"\b{re.escape(name)}\b", text) else f"no {name} in {text!r}"
        if node.relation == "call" and not self._made_by_the_pass(node.row[0]):
            return self._wrong_call(str(node.row[0]), text)
        if node.relation == "function":
            return "" if f"def {node.row[0]}" in text else f"no def of {node.row[0]} in {text!r}"
        if node.relation in ("carry", "seeded", "forced"):
            return "" if re.match(r"\s*(for|while)\b", self.lines[place.line - 1]) else f"no loop in {text!r}"
        return ""

    def _wrong_call(self, ident: str, text: str) -> str:
        node = self.stage.facts.entities[ident].node
        word = node.op.rpartition(".")[2] if isinstance(node, Call) else getattr(node, "callee", "")
        written = re.sub(r"\W", "", text)
        return "" if word.replace("_", "")[:3] in written.replace("_", "") or not text.strip().endswith(")") else f"no {word} in {text!r}"

    def _wrong_in_specs(self, node: Node, place: Place) -> str:
        """An op's fact stands in the entry of the op, or of one that it is like."""
        lines = self.specs[place.path]
        ops = [str(value) for value in node.row if value in self.stage.specs.ops]
        if not ops or node.relation == "operand_layout":
            return "" if lines[place.line - 1].strip() else "nothing there"
        entry = next((m[1] for line in reversed(lines[: place.line]) if (m := _ENTRY.match(line))), "")
        family, op = {ops[0]}, ops[0]
        while (like := self.stage.specs.ops[op].like) is not None and like not in family:
            family.add(like)
            op = like
        return "" if entry in family else f"that is the entry of {entry}"

    def _text(self, place: Place) -> str:
        lines = self.lines[place.line - 1 : max(place.end_line, place.line)]
        if not lines:
            return ""
        if place.end_line > place.line:
            return "\n".join([lines[0][place.column :], *lines[1:-1], lines[-1][: place.end_column]])
        return lines[0][place.column : place.end_column]

    def _made_by_the_pass(self, ident: object) -> bool:
        entity = self.stage.facts.entities.get(str(ident))
        return entity is not None and entity.span is None


def _name(ident: object) -> str:
    """The name of a variable as the text has it."""
    return str(ident).partition(".")[2].partition("@")[0].partition("#")[0]
