"""Proofs and stories as plain data for tools: one table of nodes, and for each answer the id of its root.

In come stories and proofs, out go dictionaries that `json` can write. Ids are made of content, so the same proof has the same
id in every run; lines and columns count from 1, as in diagnostics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .places import Place, Places
from .proofs import DERIVED, Node, walk
from .rules_ast import Literal
from .stages import Stage
from .wording import Wording

if TYPE_CHECKING:
    from .near_misses import Miss
    from .story import Story


def story_json(story: Story) -> dict[str, Any]:
    """`{"tile", "headline", "answers": [{"about", "stage", "says", "root"}], "nodes": {id: node}}`."""
    here = story.tile.partition(".")[0]
    nodes: dict[str, Any] = {}
    answers: list[dict[str, Any]] = []
    for answer in story.answers:
        wording = Wording(answer.stage, here)
        answers.append(
            {"about": answer.about, "stage": answer.stage.name, "says": wording.conclusion(answer.proof), "root": answer.proof.id}
        )
        nodes.update(nodes_json(answer.proof, answer.stage, here))
    return {"tile": story.tile, "headline": story.headline, "answers": answers, "nodes": nodes}


def misses_json(misses: tuple[Miss, ...], stage: Stage, here: str = "") -> list[dict[str, Any]]:
    """Misses as a list of trees, nearest first; what should be absent comes with its proof."""
    wording, places = Wording(stage, here), Places(stage)
    return [_miss(miss, stage, here, wording, places) for miss in misses]


def _miss(miss: Miss, stage: Stage, here: str, wording: Wording, places: Places) -> dict[str, Any]:
    told: dict[str, Any] = {
        "rule": {"name": miss.rule.name, "path": miss.rule.path, "line": miss.rule.line, "text": str(miss.rule)},
        "condition": str(miss.condition),
        "met": miss.met,
        "open": miss.open,
        "missing": misses_json(miss.missing, stage, here),
    }
    if miss.there is not None:
        told["says"] = wording.conclusion(miss.there)
        told["there"] = {"root": miss.there.id, "nodes": nodes_json(miss.there, stage, here)}
    elif isinstance(miss.condition, Literal):
        told["says"] = wording.absence(miss.condition.atom.relation, miss.row)
        told["place"] = place_json(places.atom(miss.condition.atom.relation, miss.row))
    return told


def nodes_json(root: Node, stage: Stage, here: str = "") -> dict[str, Any]:
    """Every node of a proof by its id. Names of the function `here` are told without their function."""
    wording, places = Wording(stage, here), Places(stage)
    return {node.id: _node(node, wording, places) for node in walk(root)}


def _node(node: Node, wording: Wording, places: Places) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": node.kind,
        "relation": node.relation,
        "row": list(node.row),
        "means": wording.conclusion(node),
        "says": wording.node(node),
        "place": place_json(places.atom(node.relation, node.row)),
    }
    if node.kind == DERIVED and node.rule is not None:
        rule = node.rule
        told["rule"] = {"name": rule.name, "path": rule.path, "line": rule.line, "text": str(rule), "voice": rule.voice}
        told["binding"] = {name: value for name, value in node.binding.items() if not name.startswith("_")}
        told["because"] = [child.id for child in node.because]
        told["height"] = node.height
    return told


def place_json(place: Place | None) -> dict[str, Any] | None:
    """A place with 1-based lines and columns; the end is exclusive."""
    if place is None:
        return None
    return {
        "kind": place.kind,
        "path": place.path,
        "line": place.line,
        "column": place.column + 1,
        "end_line": place.end_line,
        "end_column": place.end_column + 1,
    }
