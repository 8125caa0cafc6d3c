"""Laws about one run of the pass: what must hold of its result and its model.

Each law takes a `Case` and raises `Broken` with what shows that it does not hold. Its docstring is the law.
"""

from __future__ import annotations

from ...ir_facts.nodes import Assign, Block, Call, For, Invoke, Program, Stmt, Submit, Symbol, Var, While
from ...ir_facts.types import TileType
from ...ir_facts.views import same_shape, valid_shape
from ...ir_facts.walk import blocks, expressions, statements, subexpressions, variables
from ..checker import BadProof, Checker
from ..explain import Explainer
from ..passes import Result
from ..properties import PRODUCED
from ..verify import Verifier
from .cases import Broken, Case, assignments, difference, every, functions, summary, the_pass

PROVEN = 40
"""How many atoms of one run get a proof that is checked, evenly spread over all of them."""


def one_space(case: Case) -> None:
    """Every tile of a placed function has exactly one space, every other tile none, and no state has two."""
    if (result := case.result) is None:
        return
    model, facts = result.model, result.facts
    placed = {row[0] for row in model.rows("placed_function")}
    for ident in facts.variables.values():
        spaces = model.match("space", (ident, None))
        if len(spaces) != (facts.entities[ident].function in placed):
            raise Broken(f"{ident} has {len(spaces)} spaces: {spaces}")
    states = [row[0] for row in model.rows("holds")]
    if len(states) != len(set(states)):
        raise Broken(f"a state is in two spaces: {[row for row in model.rows('holds') if states.count(row[0]) > 1]}")


def types_say_where(case: Case) -> None:
    """The type of every tile in the result names the space that was derived for it."""
    if (result := case.result) is None:
        return
    derived = {var: result.model.match("space", (ident, None)) for var, ident in result.facts.variables.items()}
    for function in result.program.functions:
        for stmt, _ in assignments(function):
            rows = derived.get(stmt.var)
            if rows and isinstance(stmt.type, TileType) and case.specs.space_of(str(rows[0][1])) != stmt.type.space:
                raise Broken(f"{stmt.var.name} is placed in {rows[0][1]}, but its type says {stmt.type.space}")


def idempotent(case: Case) -> None:
    """A second run changes nothing, unless a loop carries tiles that do not fit together."""
    if (result := case.result) is not None and not case.wild:
        again = case.run(result.placed)
        if summary(again) != str(result.program):
            raise Broken(f"the second run changes\n{difference(str(result.program), summary(again))}")


def verified(case: Case) -> None:
    """The result has every property that the pass promises, unless a loop forces a space that its producer cannot write."""
    if (result := case.result) is None or case.wild:
        return
    found = Verifier(case.target, case.specs, PRODUCED).run(result.program).diagnostics
    if found:
        raise Broken("\n".join(f"{told.code}: {told.message}" for told in found))


def named_memory_stays(case: Case) -> None:
    """A target_memory that the author wrote survives, with the tile's place, unless a loop carries the tile."""
    if (result := case.result) is None:
        return
    carried = {
        var
        for stmt in every(case.program)
        if isinstance(stmt, (For, While))
        for carry in stmt.carries
        for var in (carry.init, carry.iter_arg)
    }
    after = {stmt.var: (stmt, call) for function in result.program.functions for stmt, call in assignments(function)}
    for function in case.program.functions:
        for stmt, call in assignments(function):
            said = _named(call, case)
            if said is None or stmt.var in carried:
                continue
            new, written = after[stmt.var]
            space = new.type.space if isinstance(new.type, TileType) else said
            if _named(written, case) != said or (function.name in _placed(result) and space != said):
                raise Broken(f"{stmt.var.name} named {said}, and is now in {space} with {_named(written, case)}")


def _named(call: Call, case: Case) -> str | None:
    spec = case.specs.ops.get(call.op)
    key = None if spec is None else spec.output.kwarg
    return next((value.name for name, value in call.kwargs if name == key and isinstance(value, Symbol)), None)


def _placed(result: Result) -> set[object]:
    return {row[0] for row in result.model.rows("placed_function")}


def every_move_is_read(case: Case) -> None:
    """No move is inserted that nobody reads."""
    if (result := case.result) is None:
        return
    for name, function in functions(result.program).items():
        read = {var for stmt in statements(function.body) for value in expressions(stmt) for var in variables(value)}
        for stmt in _new_moves(case, result, name):
            if stmt.var not in read:
                raise Broken(f"nobody reads {stmt.var.name}")


def moves_keep_the_tile(case: Case) -> None:
    """An inserted move changes neither shape nor dtype nor valid shape, and changes the space."""
    if (result := case.result) is None:
        return
    for name, function in functions(result.program).items():
        types = {stmt.var: stmt.type for stmt in statements(function.body) if isinstance(stmt, Assign)}
        for stmt in _new_moves(case, result, name):
            source = types.get(stmt.value.args[0]) if isinstance(stmt.value, Call) and isinstance(stmt.value.args[0], Var) else None
            if not isinstance(source, TileType) or not isinstance(stmt.type, TileType):
                continue
            same = same_shape(source.shape, stmt.type.shape) and same_shape(valid_shape(source), valid_shape(stmt.type))
            if not same or source.dtype != stmt.type.dtype or source.space == stmt.type.space:
                raise Broken(f"the move {stmt.var.name} turns {source} into {stmt.type}")


def _new_moves(case: Case, result: Result, name: str) -> list[Assign]:
    old = {stmt.var for stmt in statements(functions(case.program)[name].body) if isinstance(stmt, Assign)}
    return [stmt for stmt, call in assignments(functions(result.program)[name]) if stmt.var not in old and call.op == case.specs.move_op]


def operands_are_where_their_op_wants_them(case: Case) -> None:
    """In the result, every operand of every op is in a space that the op allows."""
    if (result := case.result) is None:
        return
    for name in _placed(result):
        function = functions(result.program)[str(name)]
        types = {param.var: param.type for param in function.params}
        for stmt in statements(function.body):
            if isinstance(stmt, Assign):
                types[stmt.var] = stmt.type
            for carry in getattr(stmt, "carries", ()):
                types[carry.iter_arg], types[carry.result] = carry.iter_type, carry.result_type
            for phi in getattr(stmt, "phis", ()):
                types[phi.var] = phi.type
        for stmt in statements(function.body):
            for call in (part for value in expressions(stmt) for part in subexpressions(value) if isinstance(part, Call)):
                spec = case.specs.ops.get(call.op)
                for index, arg in enumerate(call.args if spec is not None else ()):
                    allowed = spec.allowed(index) if spec is not None else ()
                    type_ = types.get(arg) if isinstance(arg, Var) else None
                    if allowed and isinstance(type_, TileType) and type_.space not in allowed:
                        raise Broken(f"{call.op} reads operand {index} in {type_.space}, not in {' or '.join(allowed)}")


def other_functions_pass_through(case: Case) -> None:
    """A function that is not placed comes out as the same object; so does a program without device functions."""
    if (result := case.result) is None:
        return
    placed = _placed(result)
    for function, new in zip(case.program.functions, result.placed.functions):  # noqa: B905  # as many by construction
        if function.name not in placed and new is not function:
            raise Broken(f"{function.name} is not placed, yet it was rebuilt")


def reads_back(case: Case) -> None:
    """The printed result reads back as the same text, and so does the printed input."""
    from ...ir_facts.reader import parse_program

    texts = [case.text] if case.result is None else [case.text, str(case.result.program)]
    for text in texts:
        again = str(parse_program(text, path="again.py", specs=case.specs))
        if again != text:
            raise Broken(f"printing what was read changes\n{difference(text, again)}")


def hoisting_stays_within_boundaries(case: Case) -> None:
    """No statement leaves a loop in which something may not be crossed, and none leaves more than one loop."""
    if (result := case.result) is None or result.residency is None:
        return
    before, after = _loops_around(result.placed), _loops_around(result.program)
    for var, path in before.items():
        now = after[var]
        if len(now) == len(path):
            continue
        if now != path[: len(now)] or len(now) != len(path) - 1:
            raise Broken(f"{var.name} left {len(path) - len(now)} loops")
        for part in _parts(result.placed, path[-1]):
            if isinstance(part, (Invoke, Submit)) or (isinstance(part, Call) and case.specs.boundary(part.op)):
                raise Broken(f"{var.name} was hoisted across {part.op if isinstance(part, Call) else part.callee}")


def _loops_around(program: Program) -> dict[Var, tuple[Var, ...]]:
    found: dict[Var, tuple[Var, ...]] = {}

    def walk(block: Block, path: tuple[Var, ...]) -> None:
        for stmt in block:
            if isinstance(stmt, Assign):
                found[stmt.var] = path
            inner = (*path, _name(stmt)) if isinstance(stmt, (For, While)) else path
            for body in blocks(stmt):
                walk(body, inner)

    for function in program.functions:
        walk(function.body or (), ())
    return found


def _name(loop: For | While) -> Var:
    return loop.var if isinstance(loop, For) else loop.carries[0].iter_arg


def _parts(program: Program, name: Var) -> list[object]:
    loops = [
        stmt
        for stmt in every(program)
        if isinstance(stmt, (For, While)) and (isinstance(stmt, For) or stmt.carries) and _name(stmt) is name
    ]
    inside: list[Stmt] = [stmt for loop in loops for stmt in (loop, *statements(loop.body))]
    return [part for stmt in inside for value in expressions(stmt) for part in subexpressions(value)]


def marker_disappears(case: Case) -> None:
    """The private marker of bridge loads is nowhere in the result."""
    if (result := case.result) is not None and case.specs.residency.marker in str(result.program):
        raise Broken("the marker is still there")


def every_atom_is_explained(case: Case) -> None:
    """Each derived atom has a proof, and an independent checker accepts it."""
    if (result := case.result) is None:
        return
    rulebook = the_pass(case.target, case.specs).rulebook
    given = f"{result.facts.text}\n{result.spec_facts.text}"
    explainer, checker = Explainer(result.model, rulebook), Checker(rulebook, given, result.model)
    atoms = [(name, row) for name, relation in rulebook.relations.items() if not relation.given for row in result.model.rows(name)]
    for name, row in atoms[:: 1 + len(atoms) // PROVEN]:
        try:
            checker.check(explainer.prove(name, row))
        except BadProof as fault:
            raise Broken(f"the proof of {name}{row} proves nothing: {fault}") from None


def observing_changes_nothing(case: Case) -> None:
    """Asking why, asking a query, and running again beside that leave the result as it was."""
    if (result := case.result) is None:
        return
    before = str(result.program)
    for ident in list(result.facts.variables.values())[:3]:
        str(result.why(ident))
    str(result.query("space(T, S)"))
    if str(result.program) != before or summary(case.run(case.program)) != before:
        raise Broken("after questions the result is another one")
