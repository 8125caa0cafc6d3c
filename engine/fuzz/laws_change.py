"""Laws about two runs: what may be changed in a kernel, its facts, or its rules without changing where its tiles go.

Each law takes a `Case` and raises `Broken` with what shows that it does not hold. Its docstring is the law.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from random import Random

from ...ir_facts.nodes import Assign, Function, Param, Program, Return, Source, Stmt, Var
from ...ir_facts.reader import parse_program
from ...ir_facts.record import replace
from ...ir_facts.types import TensorType, TileType
from ..engines import clingo
from ..passes import Result
from ..rulebook import Rulebook
from ..verify import Verifier
from .calls import grow_call
from .cases import Broken, Case, difference, summary, the_pass
from .scope import Buffer, Machine, Scope

_GROWN = re.compile(r"(?<![.\w])([a-z]+)(\d+)(?=\b|_)")
"""A grown name; what stands behind a dot is the name of an op."""


def engines_agree(case: Case) -> None:
    """clingo and pyDatalog derive the same rows of every relation, in both rounds and in verification."""
    case.alike(case.run(case.program, engine="both"), "another engine")
    program = case.program if case.result is None else case.result.program
    Verifier(case.target, case.specs, engine="both").run(program)


def fact_order(case: Case) -> None:
    """The order of the facts does not matter."""
    _same_model(case, lambda rulebook, lines: (rulebook, Random(len(lines)).sample(lines, len(lines))))


def rule_order(case: Case) -> None:
    """The order of the rules, and of the files they stand in, does not matter."""
    _same_model(case, lambda rulebook, lines: (_reversed(rulebook), lines))


def _same_model(case: Case, change: Callable[[Rulebook, list[str]], tuple[Rulebook, list[str]]]) -> None:
    if (result := case.result) is None:
        return
    rulebook = the_pass(case.target, case.specs).rulebook
    facts = f"{result.facts.text}\n{result.spec_facts.text}"
    changed, lines = change(rulebook, facts.splitlines())
    other = clingo(changed, "\n".join(lines))
    for relation in rulebook.relations:
        if other.rows(relation) != result.model.rows(relation):
            raise Broken(f"{relation} has other rows")


@lru_cache(maxsize=4)
def _reversed(rulebook: Rulebook) -> Rulebook:
    """The same rules from the last to the first. A rule with its comments is a paragraph of its file."""
    sources = [Source(source.path, "\n\n".join(reversed(source.text.split("\n\n")))) for source in reversed(rulebook.sources)]
    return Rulebook(tuple(sources))


# ---------------------------------------------------------------------------------------------- names


def names_do_not_matter(case: Case) -> None:
    """Renaming every variable renames the result, and nothing else."""
    renamed = parse_program(_rename(case.text), path="renamed.py", specs=case.specs)
    mine, theirs = summary(case.outcome, _rename), summary(case.run(renamed))
    if mine != theirs:
        raise Broken(f"other names give another result\n{difference(mine, theirs)}")


def _rename(text: str) -> str:
    """Each grown name `t7` as `vtz993`: another order, another length, other letters."""
    return _GROWN.sub(lambda match: f"v{match.group(1)}z{1000 - int(match.group(2))}", text)


# ---------------------------------------------------------------------------------------------- additions


def unrelated_statement(case: Case) -> None:
    """A load that nobody reads, in front of everything, changes no place and no move."""
    _added(case, lambda function, case: _with(function, _loads(function, case), front=True))


def demand_never_lowers(case: Case) -> None:
    """One more user of a tile, in whatever memory it wants it, never sends a load or a create back to the default memory."""
    if (result := case.result) is None:
        return
    default = case.specs.spaces[case.specs.permissive].constant
    before = {row[0]: row[1] for row in result.model.rows("space")}
    placed = {row[0] for row in result.model.rows("placed_function")}
    for function in case.program.functions:
        more = _users(function, case) if function.name in placed else []
        if not more:
            continue
        derived = the_pass(case.target, case.specs).derive(_replaced(case.program, _with(function, more, front=False)))
        for tile, space in derived.model.rows("space"):
            if before.get(tile, default) != default and space == default:
                raise Broken(f"one more user of its neighbours sends {tile} from {before[tile]} back to {space}")


def unrelated_function(case: Case) -> None:
    """A function that nobody calls and that calls nobody changes nothing in the others."""
    if (result := case.result) is None:
        return
    extra = replace(
        case.program.functions[0], name="zz_unrelated", params=_fresh(case.program.functions[0]), body=(Return(()),), returns=()
    )
    grown = Program(case.program.name, case.program.title, (), (*case.program.functions, extra), {})
    other = case.run(parse_program(str(grown), path="more.py", specs=case.specs))
    if not isinstance(other, Result):
        raise Broken(f"a further function makes the program wrong: {summary(other)}")
    kept = tuple(function for function in other.program.functions if function.name != "zz_unrelated")
    if str(replace(other.program, functions=kept)) != str(result.program):
        raise Broken("a further function changes another one")


def target_decides_no_space(case: Case) -> None:
    """Which chip it is decides how moves are laid out, never where a tile lives."""
    if (result := case.result) is None:
        return
    for target in case.specs.targets:
        derived = the_pass(target, case.specs).derive(case.program)
        if derived.model.rows("space") != result.model.rows("space"):
            raise Broken(f"on {target} a tile lives elsewhere")


def _fresh(function: Function) -> tuple[Param, ...]:
    return tuple(
        replace(param, var=Var(f"zz{number}")) for number, param in enumerate(function.params) if isinstance(param.type, TensorType)
    )


def _added(case: Case, change: Callable[[Function, Case], Function]) -> None:
    if (result := case.result) is None:
        return
    placed = {row[0] for row in result.model.rows("placed_function")}
    for function in case.program.functions:
        if function.name not in placed:
            continue
        other = case.run(_replaced(case.program, change(function, case)))
        if not isinstance(other, Result):
            raise Broken(f"the addition makes the program wrong: {summary(other)}")
        kept = [_without_added(text) for text in (str(result.program), str(other.program))]
        if kept[0] != kept[1]:
            raise Broken(f"the addition changes\n{difference(*kept)}")


def _without_added(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.strip().startswith("zz_"))


def _replaced(program: Program, new: Function) -> Program:
    return replace(program, functions=tuple(new if function.name == new.name else function for function in program.functions))


def _with(function: Function, more: list[Stmt], front: bool) -> Function:
    body = function.body or ()
    return replace(function, body=(*more, *body) if front else (*body[:-1], *more, *body[-1:]))


def _loads(function: Function, case: Case) -> list[Stmt]:
    """A load of the first tensor parameter, under a name that says that it was added."""
    scope = Scope()
    for param in function.params:
        if isinstance(param.type, TensorType) and param.direction == "In":
            scope.add_tensor(param.var, param.type, writable=False)
    spec = next(spec for spec in case.specs.ops.values() if spec.residency == "load")
    made = grow_call(spec, scope, Machine(case.specs), 0, "FP16", None)
    return [] if made is None else [Assign(Var("zz_load"), made.type, made.call)]


def _users(function: Function, case: Case) -> list[Stmt]:
    """For each of the last tiles of the body, one op that takes it alone and wants it in the default memory."""
    spec = next(
        spec for spec in case.specs.ops.values() if spec.required == 1 and spec.allowed(0) == (case.specs.permissive,) and not spec.kwargs
    )
    found: list[Stmt] = []
    machine = Machine(case.specs)
    for stmt in function.body or ():
        if isinstance(stmt, Assign) and isinstance(stmt.type, TileType):
            scope = Scope()
            scope.add_tile(stmt.var, stmt.type, Buffer("unknown"))
            made = grow_call(spec, scope, machine, 0, "FP16", None)
            if made is not None:
                found.append(Assign(Var(f"zz_user{len(found)}"), made.type, made.call))
    return found
