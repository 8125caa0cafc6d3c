"""The conditions of a rule or a query over a finished model: every way to make them true, in a fixed order.

In come conditions and what their variables are bound to already, out come complete bindings. Works on any `Model`, whoever
computed it. Nothing is derived here; a condition is looked up, never proven.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeAlias

from .model import Model, Row
from .rules_ast import Atom, Comparison, Condition, Constant, Literal, Term, Variable

Binding: TypeAlias = "dict[str, Constant]"
"""What each variable stands for, by its name."""

Pattern: TypeAlias = "tuple[Constant | None, ...]"
"""A row in which None stands for anything."""

_FEW, _LAST = 2, 1 << 60

_HOLDS: dict[str, Callable[[Any, Any], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def solutions(model: Model, body: Sequence[Condition], binding: Binding) -> Iterator[Binding]:
    """Each binding that extends `binding` and makes all of `body` true.

    `body` is safe: every variable occurs in a positive condition, in `binding`, or is set equal to one that does.
    """
    return search(model, plan(model, body, binding)[0], binding)


def plan(model: Model, body: Sequence[Condition], binding: Binding) -> tuple[list[Condition], bool]:
    """`body` in an order that is cheap to look up: tests first, then what has the fewest rows when one row of each is followed.

    The second value says whether some row led through all of `body`, so that the order may serve for like bindings too.
    """
    followed, waiting, ordered = dict(binding), list(body), list[Condition]()
    while waiting:
        chosen = waiting.pop(_cheapest(model, waiting, followed))
        ordered.append(chosen)
        following = next(search(model, [chosen], followed), None)
        if following is None:
            return [*ordered, *_by_bound(waiting, {*followed, *variables(chosen)})], False
        followed = following
    return ordered, True


def search(model: Model, planned: Sequence[Condition], binding: Binding, place: int = 0) -> Iterator[Binding]:
    """`solutions` of a body that `plan` has put in order."""
    if place == len(planned):
        yield binding
        return
    condition = planned[place]
    if isinstance(condition, Comparison):
        extended = _compared(condition, binding)
        if extended is not None:
            yield from search(model, planned, extended, place + 1)
    elif not condition.positive:
        if not found(model, condition.atom, binding):
            yield from search(model, planned, binding, place + 1)
    else:
        for row in matches(model, condition.atom, binding):
            extended = unify(condition.atom, row, binding)
            if extended is not None:
                yield from search(model, planned, extended, place + 1)


def variables(condition: Condition) -> list[str]:
    """The variables of a condition by name, in order of appearance; `_` is none."""
    terms = (condition.left, condition.right) if isinstance(condition, Comparison) else condition.atom.terms
    return list(dict.fromkeys(term.name for term in terms if isinstance(term, Variable) and term.name != "_"))


def ground(atom: Atom, binding: Binding) -> Pattern:
    """The row of `atom` under `binding`; None where a variable is not bound."""
    return tuple([binding.get(term.name) if isinstance(term, Variable) else term for term in atom.terms])


def unify(atom: Atom, row: Pattern, binding: Binding) -> Binding | None:
    """`binding` extended so that `atom` is `row`; None where it cannot be. None in `row` agrees with anything."""
    if len(atom.terms) != len(row):
        return None
    extended = dict(binding)
    for term, value in zip(atom.terms, row, strict=True):
        if value is None:
            continue
        if not isinstance(term, Variable):
            if term != value:
                return None
        elif term.name != "_" and extended.setdefault(term.name, value) != value:
            return None
    return extended


def compare(left: Constant, op: str, right: Constant) -> bool:
    """Does the comparison hold? Numbers come before words, as in clingo."""
    return _HOLDS[op]((isinstance(left, str), left), (isinstance(right, str), right))


def is_true(model: Model, condition: Condition, binding: Binding) -> bool:
    """Whether some row makes a condition true; unbound variables stand for anything."""
    if isinstance(condition, Literal):
        return found(model, condition.atom, binding) == condition.positive
    left, right = value(condition.left, binding), value(condition.right, binding)
    return left is None or right is None or compare(left, condition.op, right)


def found(model: Model, atom: Atom, binding: Binding) -> bool:
    """Whether some row is `atom` under `binding`."""
    return any(unify(atom, row, binding) is not None for row in matches(model, atom, binding))


def matches(model: Model, atom: Atom, binding: Binding) -> Sequence[Row]:
    """The rows that `atom` can be under `binding`, disregarding variables that occur twice in it."""
    pattern = ground(atom, binding)
    if None in pattern:
        return model.match(atom.relation, pattern)
    row: Row = tuple([value for value in pattern if value is not None])
    return (row,) if model.holds(atom.relation, row) else ()


def value(term: Term, binding: Binding) -> Constant | None:
    """What a term stands for, None where that is not known yet."""
    return binding.get(term.name) if isinstance(term, Variable) else term


def _cheapest(model: Model, waiting: list[Condition], known: Binding) -> int:
    """The place of the condition with the fewest rows to try. One that has next to none is taken at once, unseen the others."""
    best, least = 0, _LAST + 1
    for place, condition in enumerate(waiting):
        cost = _cost(model, condition, known)
        if cost <= _FEW:
            return place
        if cost < least:
            best, least = place, cost
    return best


def _cost(model: Model, condition: Condition, known: Binding) -> int:
    """How many rows must be tried to fulfil a condition; a test costs nothing, what cannot be tested yet comes last."""
    names = variables(condition)
    loose = [name for name in names if name not in known]
    if isinstance(condition, Comparison):
        return 0 if not loose or _assigns(condition, known) else _LAST
    if not loose:
        return 0
    if not condition.positive:
        return _LAST
    if len(loose) == len(names):
        return _LAST - 1
    return len(matches(model, condition.atom, known))


def _by_bound(waiting: list[Condition], known: set[str]) -> list[Condition]:
    """Conditions in an order in which each can be looked up, without a look at the model."""
    waiting, bound, ordered = list(waiting), set(known), list[Condition]()
    while waiting:
        ready = [c for c in waiting if not _is_test(c) or bound.issuperset(variables(c)) or _assigns(c, bound)]
        chosen = next((c for c in ready if _is_test(c)), ready[0] if ready else waiting[0])
        waiting.remove(chosen)
        bound.update(variables(chosen))
        ordered.append(chosen)
    return ordered


def _is_test(condition: Condition) -> bool:
    return isinstance(condition, Comparison) or not condition.positive


def _assigns(condition: Condition, bound: Container[str]) -> bool:
    return (
        isinstance(condition, Comparison)
        and condition.op == "="
        and any(not isinstance(term, Variable) or term.name in bound for term in (condition.left, condition.right))
    )


def _compared(condition: Comparison, binding: Binding) -> Binding | None:
    left, right = value(condition.left, binding), value(condition.right, binding)
    if left is not None and right is not None:
        return binding if compare(left, condition.op, right) else None
    if condition.op != "=":
        return None
    for term, known in ((condition.left, right), (condition.right, left)):
        if isinstance(term, Variable) and known is not None:
            return binding if term.name == "_" else {**binding, term.name: known}
    return None
