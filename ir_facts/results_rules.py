"""`result:` entries as typed rules. In: the raw YAML value of an op. Out: a `ResultRule` that builds types, or located problems.

A rule is compiled when its op is first met and kept with the specs. One of these keys says what the result is:

    view: TEMPLATE      a tile                  tensor: KIND      a tensor
    type: OPERAND       that operand's type     scalar: DTYPE     a scalar
    array: EXTENT       an array                marker: NAME      a type by its printed name (pl.Ptr, pl.UnknownType)
    tuple: [RULE, ...]  several results

and the others refine it: `shape dtype valid pad memref` (tiles and tensors), `blayout slayout fractal compact space` (tiles),
`layout stride` (tensors), `require` (conditions). Any value may be a list of rows `{when: condition, then: value}`, of which
the first that holds counts; where none does, the value is as if left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .record import record
from .results_language import Compiler, Test
from .results_syntax import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .opspecs import OpSpec, Specs
    from .results_language import Evaluate

KINDS: dict[str, str] = {
    "view": "view",
    "tensor": "tensor",
    "scalar": "dtype",
    "array": "dim",
    "shape": "shape",
    "dtype": "dtype",
    "valid": "shape",
    "blayout": "symbol",
    "slayout": "symbol",
    "fractal": "dim",
    "pad": "symbol",
    "compact": "symbol",
    "space": "symbol",
    "layout": "symbol",
    "stride": "shape",
}
"""What stands under each key, as a kind of expression."""

RESULTS: dict[str, frozenset[str]] = {
    "view": frozenset("shape dtype valid blayout slayout fractal pad compact space memref".split()),
    "tensor": frozenset("shape dtype valid layout stride pad memref".split()),
    "type": frozenset(("valid",)),
    "scalar": frozenset(),
    "array": frozenset(("dtype",)),
    "marker": frozenset(),
    "tuple": frozenset(),
}
"""The keys that say what the result is, and those that may refine each."""

SAYS: dict[str, str] = {
    "view": "a tile; a template for its layout, its pad and what else is left out",
    "tensor": "a tensor; a template likewise",
    "type": "just the type of that operand",
    "scalar": "a scalar of that dtype",
    "array": "an array of that many elements",
    "marker": "a type without parameters, by its printed name",
    "tuple": "several results, each a rule of its own",
    "shape": "the extents",
    "dtype": "the element type",
    "valid": "the extents of the valid part; left out: the whole shape",
    "blayout": "the block layout",
    "slayout": "the layout inside a box",
    "fractal": "bytes of an inner box",
    "pad": "what fills the part that is not valid",
    "compact": "the compact mode",
    "space": "the memory, where the type itself names one",
    "memref": "the operand whose buffer the type names",
    "layout": "the layout of a tensor",
    "stride": "the strides of a tensor",
    "require": "what must hold of a call: conditions, or mappings {when, that, says}",
}
"""One sentence for each key of a `result:` entry."""

UNSTABLE = frozenset(("layout", "space", "shape"))
"""What a placement may change of an operand; conditions that read none of it hold after the pass as before."""


PLACED = frozenset(("layout", "space"))
"""What is not known of an operand before it is placed."""


@record
class RuleProblem:
    """Nonsense in a `result:` value: `path` leads to the text inside the value, `column` to the place inside the text."""

    path: tuple[str | int, ...]
    column: int
    message: str
    help: str


@record
class Requirement:
    """A condition that a call must meet, where `when` holds.

    `unstable`: a placement may break it. `placed`: it is about where the operands are, so it says nothing before that is known.
    """

    when: Evaluate | None
    that: Test
    says: str
    unstable: bool
    placed: bool


@record
class ResultRule:
    """A compiled rule. `what` is the key that says what the result is; `parts` holds every other value by key.

    `base` is the operand that supplies what the rule leaves out. `follows_layout` tells that shape and valid shape depend
    on how an operand is laid out, so that a rebuild must compute them again.
    """

    what: str
    parts: dict[str, Evaluate]
    base: int | None
    memref: int | None
    marker: str
    items: tuple[ResultRule, ...]
    require: tuple[Requirement, ...]
    unstable: tuple[Requirement, ...]
    follows_layout: bool


def rule_of(op: OpSpec, specs: Specs) -> ResultRule | None:
    """The rule of an op, compiled once; None where its spec has no `result:`.

    Raises `DiagnosticError` (TW0250) at the place in the op-spec file where the rule makes no sense.
    """
    rules = specs.result_rules
    if op.name in rules:
        return rules[op.name]
    problems: list[RuleProblem] = []
    rule = None if op.result is None else _Reader(op.arg_names, op.kwargs, specs, problems).rule(op.result, ())
    if problems:
        raise _nonsense(op, problems)
    rules[op.name] = rule
    return rule


def _nonsense(op: OpSpec, problems: list[RuleProblem]) -> Exception:
    """The problems as diagnostics at their places in the op-spec files."""
    from .diagnostic import Diagnostic, DiagnosticError
    from .nodes import Source
    from .opspecs_layers import BUILTIN, layers
    from .opspecs_yaml import problem

    found: list[Diagnostic] = []
    for one in problems:
        at = op.where("result", *one.path)
        texts = dict(layers(() if at.file == BUILTIN else (at.file,)))
        source = Source(at.file, texts[at.file].decode("utf-8"))
        width = len(str(one.path[-1] if one.path else "result"))
        found.append(problem("TW0250", f"result of {op.name}: {one.message}", at, width, source, help=one.help))
    return DiagnosticError(*found)


def check_result_rule(
    raw: object, args: Iterable[str], kwargs: Iterable[str], specs: Specs, kinds: Mapping[str, tuple[str, ...]] | None = None
) -> list[RuleProblem]:
    """Everything that is wrong with a `result:` value of an op with these operands and keywords.

    With the `kinds` of the operands, that includes what it reads of an operand that is something else.
    """
    problems: list[RuleProblem] = []
    _Reader(args, kwargs, specs, problems, kinds).rule(raw, ())
    return problems


def _mapping(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None  # type: ignore[reportUnknownVariableType]  # plain YAML data


class _Reader:
    """Reads one op's value, collecting problems."""

    def __init__(
        self,
        args: Iterable[str],
        kwargs: Iterable[str],
        specs: Specs,
        problems: list[RuleProblem],
        kinds: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.args = tuple(args)
        self.kwargs = tuple(kwargs)
        self.specs = specs
        self.problems = problems
        self.kinds = kinds

    def compiler(self) -> Compiler:
        return Compiler(self.args, self.kwargs, self.specs, self.kinds)

    def rule(self, raw: object, path: tuple[str | int, ...]) -> ResultRule | None:
        entries = _mapping(raw)
        if entries is None:
            return self._refuse(path, "a result is a mapping", "for example {view: inherit(tile)}")
        what = [key for key in RESULTS if key in entries]
        if len(what) != 1:
            return self._refuse(path, "a result says what it is by exactly one key", f"one of {', '.join(RESULTS)}")
        kind = what[0]
        allowed = RESULTS[kind]
        for key in entries:
            if key not in allowed and key not in (kind, "require"):
                self._refuse((*path, key), f"a result with `{kind}:` has no key `{key}`", f"keys: {', '.join(sorted(allowed))}, require")
        compilers: dict[str, Compiler] = {}
        parts: dict[str, Evaluate] = {}
        for key, expected in KINDS.items():
            if key in entries:
                compilers[key] = self.compiler()
                made = self._value(entries[key], expected, (*path, key), compilers[key])
                if made is not None:
                    parts[key] = made
        base = compilers[kind].base if kind in compilers else None
        if kind == "type":
            base = self._operand(entries["type"], (*path, "type"))
        if base is None and kind in ("view", "tensor") and kind in parts:
            for key in ("shape", "dtype"):
                if key not in parts and key not in entries:
                    advice = f"say it, or use a template of an operand, as in `{kind}: {'inherit' if kind == 'view' else 'keeps'}(operand)`"
                    self._refuse(path, f"the key `{key}:` is missing", advice)
        return ResultRule(
            kind,
            parts,
            base,
            self._operand(entries["memref"], (*path, "memref")) if "memref" in entries else None,
            str(entries.get("marker", "")),
            tuple(filter(None, (self.rule(item, (*path, "tuple", place)) for place, item in enumerate(entries.get("tuple", ()))))),
            *self._requirements(entries.get("require", ()), (*path, "require")),
            any("layout" in compilers[key].reads for key in ("shape", "valid") if key in compilers),
        )

    def _requirements(self, raw: Any, path: tuple[str | int, ...]) -> tuple[tuple[Requirement, ...], tuple[Requirement, ...]]:
        found: list[Requirement] = []
        for place, item in enumerate(raw):
            entry = _mapping(item) or {"that": item}
            here = (*path, place)
            if "that" not in entry or not set(entry) <= {"when", "that", "says"}:
                self._refuse(here, "a requirement is a condition or a mapping {when, that, says}")
                continue
            compiler = self.compiler()
            try:
                that = compiler.test(str(entry["that"]))
                when = compiler.compile(entry["when"], "test") if "when" in entry else None
            except RuleError as error:
                self._report(here, error)
                continue
            found.append(
                Requirement(when, that, str(entry.get("says", "")), bool(compiler.reads & UNSTABLE), bool(compiler.reads & PLACED))
            )
        return tuple(found), tuple(item for item in found if item.unstable)

    def _value(self, raw: Any, kind: str, path: tuple[str | int, ...], compiler: Compiler) -> Evaluate | None:
        """One value: an expression, a list of extents, or rows."""
        try:
            if isinstance(raw, list):
                items: list[Any] = raw  # type: ignore[reportUnknownVariableType]  # plain YAML data
                if kind == "shape" and not any(isinstance(item, dict) for item in items):
                    return compiler.compile(f"[{', '.join(map(str, items))}]", kind)
                return self._rows(items, kind, path, compiler)
            if isinstance(raw, (str, int)):
                return compiler.compile(raw, kind)
        except RuleError as error:
            return self._report(path, error)
        return self._refuse(path, "an expression or rows {when, then} must stand here")

    def _rows(self, rows: list[Any], kind: str, path: tuple[str | int, ...], compiler: Compiler) -> Evaluate | None:
        made: list[tuple[Evaluate | None, Evaluate]] = []
        for place, item in enumerate(rows):
            row = _mapping(item)
            if row is None or "then" not in row or not set(row) <= {"when", "then"}:
                return self._refuse((*path, place), "a row is a mapping {when: condition, then: value}")
            made.append((compiler.compile(row["when"], "test") if "when" in row else None, compiler.compile(row["then"], kind)))
        compiler.base = None

        def first(c: Any) -> Any:
            for when, then in made:
                if when is None or when(c) is True:
                    return then(c)
            return None

        return first

    def _operand(self, text: Any, path: tuple[str | int, ...]) -> int | None:
        try:
            return self.compiler().operand(str(text))
        except RuleError as error:
            return self._report(path, error)

    def _report(self, path: tuple[str | int, ...], error: RuleError) -> None:
        self.problems.append(RuleProblem(path, error.column, error.message, error.help))

    def _refuse(self, path: tuple[str | int, ...], message: str, help: str = "") -> None:
        self.problems.append(RuleProblem(path, 0, message, help))
