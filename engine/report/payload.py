"""One run as the data of a page: texts, rounds, data flow, lifetimes and messages, with every constant in one table.

In comes a `Run`, out goes a dictionary that `json` can write; the page reads it in `assets/decode.js`. It depends on nothing but the
run: the same kernel, op specs and target give the same bytes.
"""

from __future__ import annotations

from typing import Any

from ...ir_facts.diagnostic import Diagnostic
from ...ir_facts.nodes import Function, Program, Source, Var
from ...ir_facts.opspecs import Specs
from ...ir_facts.opspecs_records import SpaceSpec
from ..near_misses import DEPTH, LOOKS, WIDTH
from ..stages import Stage
from ..story import PLAIN, REFUSALS, TITLES, WAYS
from ..why_not import SHOWN
from .dataflow import Dataflow
from .lifetimes import lifetimes
from .names import Name, tile_names
from .rounds import RoundWriter
from .runs import Run
from .spec_lines import SpecLines
from .texts import Printed, printed, texts
from .values import Values, deltas


def payload(run: Run, label: str) -> dict[str, Any]:
    """Everything that the page knows of one run. `label` tells it from another."""
    answers, specs, target = run.answers, run.infer.specs, run.infer.target
    stages = [stage for stage in (answers.placement, answers.residency, answers.verification) if stage is not None]
    values, spec_lines = Values(), SpecLines()
    writers = [RoundWriter(stage, values, spec_lines) for stage in stages]
    result = None if run.result is None else run.result.program
    names = _names(result or run.program, stages[0], specs)
    values.add(name.ident for function in names.values() for name in function.values())
    table = values.settle()
    before = printed(run.program, specs)
    after = None if result is None else printed(result, specs)
    shown = after or before
    return {
        "label": label,
        "path": run.source.path,
        "target": target,
        "program": run.program.name,
        "values": table,
        "spaces": [_space(space, values, spec_lines) for space in specs.spaces.values()],
        "rounds": [writer.data() for writer in writers],
        "texts": texts(run.source, before, after, None if run.result is None else run.result.placed, result),
        "functions": [_function(function, names[function.name], shown, specs, values) for function in (result or run.program).functions],
        "memory": None if result is None else lifetimes(result, specs, target, names, shown.begins),
        "messages": [_message(diagnostic) for diagnostic in run.diagnostics],
        "story": _story(),
        "specs": spec_lines.data(run.spec_texts),
    }


def _names(program: Program, stage: Stage, specs: Specs) -> dict[str, dict[Var, Name]]:
    return {function.name: tile_names(function, stage.facts, specs) for function in program.functions}


def _space(space: SpaceSpec, values: Values, spec_lines: SpecLines) -> list[Any]:
    return [space.name, values[space.constant], space.about, spec_lines.add(space.at), space.off_chip or not space.tiles]


def _function(function: Function, names: dict[Var, Name], shown: Printed, specs: Specs, values: Values) -> dict[str, Any]:
    """Where a function begins, what its names stand for, and its graph."""
    spaces = list(specs.spaces)
    listed = names.values()
    return {
        "name": function.name,
        "kind": function.kind,
        "line": shown.begins.get(id(function), 0),
        "names": [name.text for name in listed],
        "tiles": deltas([values[name.ident] for name in listed]),
        "homes": [-1 if name.space is None else spaces.index(name.space) for name in listed],
        "copies": [place for place, name in enumerate(listed) if name.copy],
        "graph": Dataflow(function, names, shown.begins, specs).data() if names else None,
    }


def _story() -> dict[str, Any]:
    """What is told of a tile, and how much of it: the page tells what the product tells."""
    misses = {"shown": SHOWN, "width": WIDTH, "looks": LOOKS, "depth": DEPTH}
    return {"titles": TITLES, "refusals": REFUSALS, "ways": WAYS, "plain": PLAIN, "misses": misses}


def _message(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "labels": [[label.span.line, label.text, _path(label.source or diagnostic.source)] for label in diagnostic.labels],
    }


def _path(source: Source | None) -> str:
    return "" if source is None else source.path
