"""Whether a printed call can be one at all: as many operands as its op has, and no keyword that it does not have.

Calls of a dump are kept as they stand and their types are believed, so nothing else would notice. Ops without a spec take anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .spelling import did_you_mean

if TYPE_CHECKING:
    import ast

    from .nodes import Expr, Keywords
    from .opspecs import OpSpec
    from .read_state import Reading

WRONG_COUNT, WRONG_KEYWORD = "TW0150", "TW0157"

AWAITED = "deps"
"""What a task waits for prints as a keyword, though it is none of the op's (ir_text.md 9.2)."""


class Arity(NamedTuple):
    """How many operands an op takes, and the names of its keywords."""

    least: int
    most: float
    keywords: frozenset[str]


def arity(spec: OpSpec) -> Arity:
    """What a call of the op must look like."""
    return Arity(spec.required, float("inf") if spec.variadic else len(spec.args), frozenset(spec.kwargs))


def check_call(r: Reading, node: ast.Call, op: str, args: tuple[Expr, ...], kwargs: Keywords) -> None:
    """Refuse a call with operands or keywords that its op does not have. Raises `DiagnosticError` TW0150, TW0157."""
    known = r.arities.get(op)
    if known is None:
        spec = r.specs.ops.get(op)
        if spec is None:
            return
        known = r.arities[op] = arity(spec)
    if not known.least <= len(args) <= known.most:
        spec = r.specs.ops[op]
        most, names = len(spec.args), ", ".join(spec.arg_names)
        span = f"at least {known.least}" if spec.variadic else f"{most}" if known.least == most else f"{known.least} to {most}"
        takes = f"it takes {span} {'operand' if span == '1' else 'operands'} ({names})"
        r.refuse(WRONG_COUNT, node, f"{op}: {takes}, not {len(args)}", label="in this call", help=f"see `tilewhy ops show {op}`")
    for key, _ in kwargs:
        if key not in known.keywords and key != AWAITED:
            place = next((word for word in node.keywords if word.arg == key), node)
            names = sorted(known.keywords)
            help_ = did_you_mean(key, names) or (f"it has {', '.join(names)}" if names else "it has none")
            r.refuse(WRONG_KEYWORD, place, f"{op}: it has no keyword {key}=", help=help_)
