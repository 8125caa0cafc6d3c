"""Why an atom does not hold: for each rule that could have derived it, how far it got and the first condition that fails.

In come a finished model with its rulebook and an atom that nothing derives, out come misses, nearest first: a miss is the nearer the
fewer of its rule's conditions are open. A condition that fails because something is missing is looked into in turn; one that fails
because something is there has a proof.
"""

from __future__ import annotations

from ..ir_facts.record import record
from .explain import Explainer
from .join import Binding, Pattern, compare, found, ground, matches, unify, value, variables
from .proofs import Node
from .rules_ast import Comparison, Condition, Literal, Rule, Variable

WIDTH = 24
"""How many partial bindings are followed side by side."""

LOOKS = 6
"""How many rows of one condition are followed."""

DEPTH = 5
"""How far missing conditions are looked into."""


@record
class Miss:
    """A rule that does not derive what it could, and the first condition in its way.

    `met` counts the conditions that hold, `open` those that fail or depend on one that fails. `there` is the proof of what should be
    absent; `missing` are the misses of what should be there.
    """

    rule: Rule
    binding: Binding
    condition: Condition
    met: int
    open: int
    there: Node | None = None
    missing: tuple[Miss, ...] = ()

    @property
    def row(self) -> Pattern:
        """The row that the failing condition looked for; empty for a comparison."""
        return ground(self.condition.atom, self.binding) if isinstance(self.condition, Literal) else ()


@record
class _State:
    """A partial binding on the way through a rule: the conditions that fail under it, and the variables that they left open."""

    binding: Binding
    failing: tuple[Condition, ...] = ()
    lost: frozenset[str] = frozenset()
    dependent: int = 0

    @property
    def open(self) -> int:
        return len(self.failing) + self.dependent


def near_misses(explainer: Explainer, relation: str, row: Pattern, depth: int = DEPTH) -> tuple[Miss, ...]:
    """The misses of an atom, nearest first; None in `row` stands for anything."""
    return _Finder(explainer).misses(relation, row, depth, frozenset())


class _Finder:
    """Looks for misses in one model, and remembers how much its columns tell."""

    def __init__(self, explainer: Explainer) -> None:
        self.explainer = explainer
        self.model = explainer.model
        self._spread: dict[tuple[str, tuple[int, ...]], float] = {}

    def misses(self, relation: str, row: Pattern, depth: int, above: frozenset[tuple[str, Pattern]]) -> tuple[Miss, ...]:
        if not depth or (relation, row) in above:
            return ()
        missed: list[Miss] = []
        for rule in self.explainer.rulebook.by_head.get(relation, ()):
            bound = unify(rule.head, row, {})
            state = None if bound is None else self._furthest(rule, bound)
            if state is not None and state.failing:
                missed.append(self._miss(rule, state, depth, above | {(relation, row)}))
        return tuple(sorted(missed, key=lambda miss: (miss.open, -miss.met)))

    def _miss(self, rule: Rule, state: _State, depth: int, above: frozenset[tuple[str, Pattern]]) -> Miss:
        first, binding = state.failing[0], state.binding
        there, missing = None, ()
        if isinstance(first, Literal) and first.positive:
            missing = self.misses(first.atom.relation, ground(first.atom, binding), depth - 1, above)
        elif isinstance(first, Literal):
            rows = [row for row in matches(self.model, first.atom, binding) if unify(first.atom, row, binding) is not None]
            there = self.explainer.prove(first.atom.relation, rows[0])
        return Miss(rule, binding, first, len(rule.body) - state.open, state.open, there, missing)

    def _furthest(self, rule: Rule, bound: Binding) -> _State:
        """The partial binding that leaves the fewest conditions open."""
        states, waiting = [_State(bound)], list(rule.body)
        while waiting:
            known = {**states[0].binding, **dict.fromkeys(states[0].lost, "")}
            condition = min(waiting, key=lambda item: self._expected(item, known))
            waiting.remove(condition)
            states = sorted((new for state in states for new in self._follow(condition, state)), key=lambda state: state.open)[:WIDTH]
        return states[0]

    def _follow(self, condition: Condition, state: _State) -> list[_State]:
        """What becomes of one partial binding when a condition is looked at."""
        names = variables(condition)
        if not state.lost.isdisjoint(names):
            return [_State(state.binding, state.failing, state.lost, state.dependent + 1)]
        if isinstance(condition, Literal) and condition.positive:
            extended = [unify(condition.atom, row, state.binding) for row in matches(self.model, condition.atom, state.binding)]
            kept = [new for new in extended if new is not None][:LOOKS]
            if kept:
                return [_State(new, state.failing, state.lost, state.dependent) for new in kept]
        elif self._passes(condition, state.binding):
            return [state]
        lost = state.lost.union(name for name in names if name not in state.binding)
        return [_State(state.binding, (*state.failing, condition), lost, state.dependent)]

    def _passes(self, condition: Condition, binding: Binding) -> bool:
        if isinstance(condition, Literal):
            return not found(self.model, condition.atom, binding)
        left, right = value(condition.left, binding), value(condition.right, binding)
        return left is not None and right is not None and compare(left, condition.op, right)

    def _expected(self, condition: Condition, known: Binding) -> float:
        """How many rows a condition is likely to have: what says most about the atom in question is looked at first."""
        loose = [name for name in variables(condition) if name not in known]
        if isinstance(condition, Comparison) or not condition.positive:
            return float("inf") if loose else 0.0
        if not loose:
            return 0.0
        terms = enumerate(condition.atom.terms)
        columns = tuple(index for index, term in terms if not isinstance(term, Variable) or term.name in known)
        return self._rows_per_value(condition.atom.relation, columns)

    def _rows_per_value(self, relation: str, columns: tuple[int, ...]) -> float:
        """The mean number of rows that agree in `columns`."""
        spread = self._spread.get((relation, columns))
        if spread is None:
            rows = self.model.rows(relation)
            values = {tuple([row[column] for column in columns]) for row in rows}
            spread = self._spread[relation, columns] = len(rows) / len(values) if rows else 1.0
        return spread
