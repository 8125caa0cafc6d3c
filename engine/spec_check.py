"""All that is wrong with an op-spec file. In: its name. Out: diagnostics in the order of their places.

A file is checked over everything that it is laid over. What was wrong before it is not its fault and is left out.
"""

from __future__ import annotations

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.nodes import Source
from ..ir_facts.opspecs_check import Checked, read_on, rule_problems
from ..ir_facts.opspecs_layers import decoded, layers
from .engines import Engine
from .spec_findings import findings


def check_file(name: str, engine: Engine) -> list[Diagnostic]:
    """Every problem of the file, or of the built-in overlay, called `name`; empty where it is fine."""
    try:
        sources = [Source(path, decoded(path, text)) for path, text in layers((name,))]
    except DiagnosticError as refused:
        return list(refused.diagnostics)
    checked = read_on(sources)
    told = [*checked.problems, *_beyond_shapes(checked, engine)]
    below = read_on(sources[:-1])
    known = {_identity(diagnostic) for diagnostic in (*below.problems, *_beyond_shapes(below, engine))}
    order = {source.path: number for number, source in enumerate(sources)}
    return sorted((one for one in told if _identity(one) not in known), key=lambda one: (_position(one, order), one.code, one.message))


def _beyond_shapes(checked: Checked, engine: Engine) -> list[Diagnostic]:
    specs = checked.specs
    return [] if specs is None else [*rule_problems(checked, specs), *findings(checked, specs, engine)]


def _identity(diagnostic: Diagnostic) -> tuple[object, ...]:
    return diagnostic.code, diagnostic.message, _position(diagnostic, {})


def _position(diagnostic: Diagnostic, order: dict[str, int]) -> tuple[int, str, int, int]:
    label = diagnostic.labels[0] if diagnostic.labels else None
    if label is None or label.source is None:
        return (0, "", 0, 0)
    path = label.source.path
    return (order.get(path, 0), path, label.span.line, label.span.column)
