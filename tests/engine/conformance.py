"""The engines as evaluators of the suites of `datalog-conformance`: a program of theirs in, a model of theirs out.

Their rules name relations as they like, write every bare word among the terms as a variable and every constant in quotes. Ours begin
relations with a small and variables with a capital letter. That is all that is translated; what lies outside of our fragment is refused
by the rulebook, as it would be in a rule file.
"""

from __future__ import annotations

import re
from typing import Any

from datalog_conformance.schema import Model, Program

from tilewhy.engine.engines import engine_named
from tilewhy.engine.rulebook import Rulebook
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.nodes import Source

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z]\w*(\s*\()?|.')
_CALLED = re.compile(r"([A-Za-z]\w*)\s*\(([^()]*)\)")


class Refused(Exception):
    """A refusal under the name by which the suites expect it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class SafetyViolationError(Refused):
    """An unsafe rule. The suites know this refusal under three names: as a class, as a code and as a message."""

    def __init__(self) -> None:
        super().__init__("safety_violations")
        self.code = "unbound_variable"


class Evaluator:
    """An evaluator in the sense of the suites (`datalog_conformance.protocol.DatalogEvaluator`)."""

    engine: str

    def evaluate(self, program: Program) -> Model:
        """The model of `program`. Raises `Refused` where the rulebook or the engine refuses it."""
        try:
            return self._evaluate(program)
        except DiagnosticError as refused:
            code = refused.diagnostics[0].code
            if code == "TW0702":
                raise SafetyViolationError from refused
            raise Refused({"TW0704": "arity_mismatch", "TW0705": "cyclic_negation"}.get(code, code)) from refused

    def _evaluate(self, program: Program) -> Model:
        arities = _arities(program)
        derived = {_CALLED.match(rule).group(1) for rule in program.rules}
        declared = "".join(_declaration(relation, arity, relation not in derived) for relation, arity in arities.items())
        regular = all(len(row) == arities[relation] for relation, rows in program.facts.items() for row in rows)
        facts = "".join(
            f"{_name(relation)}({', '.join(map(_constant, row))}).\n" for relation, rows in program.facts.items() for row in rows
        )
        rules = "".join(f"{_rule(rule)}\n" for rule in program.rules)
        # Rows of different lengths go in as rules, since only rules are checked against the declared columns.
        text, given = (f"{declared}{rules}", facts) if regular else (f"{declared}{facts}{rules}", "")
        rulebook = Rulebook((Source("suite.lp", text),))
        rulebook.check()
        model = engine_named(self.engine).solve(rulebook, given)
        return Model({relation: set(model.rows(_name(relation))) for relation in arities})


class Clingo(Evaluator):
    """The default evaluator."""

    engine = "clingo"


class Pydatalog(Evaluator):
    """The reference evaluator."""

    engine = "pydatalog"


def _arities(program: Program) -> dict[str, int]:
    """The relations with the number of columns at their first occurrence."""
    found = {relation: len(rows[0]) for relation, rows in program.facts.items() if rows}
    for rule in program.rules:
        for relation, terms in _CALLED.findall(rule):
            found.setdefault(relation, len([term for term in terms.split(",") if term.strip()]))
    return found


def _declaration(relation: str, arity: int, given: bool) -> str:
    columns = ", ".join(f"C{column}" for column in range(arity))
    lines = [f"%!relation {_name(relation)}({columns})", '%!means {""}', "%!at C0"]
    return "\n".join([*lines, f"#defined {_name(relation)}/{arity}.\n" if given else ""])


def _name(relation: str) -> str:
    return f"r_{relation}"


def _constant(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _rule(text: str) -> str:
    return f"{_TOKEN.sub(_token, text).rstrip('. ')}."


def _token(match: re.Match[str]) -> str:
    token = match.group()
    if not token[0].isalpha() or token == "not":
        return token
    return f"{_name(token[:-1].strip())}(" if match.group(1) else f"V_{token}"
