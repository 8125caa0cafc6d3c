"""Residency beyond the documents of `tests/cases/residency`: storage and callers one by one, hand-built IR, what it costs."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewhy.engine.passes import PLACEMENT_RULES, infer_tile_memory_space
from tilewhy.engine.residency import apply_residency, derive_residency, residency_rulebook
from tilewhy.engine.rulebook import load_rulebook
from tilewhy.engine.rules_ast import Literal, Variable
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.nodes import Assign, Block, For, Program, Var
from tilewhy.ir_facts.opspecs import load_specs
from tilewhy.ir_facts.record import replace
from tilewhy.ir_facts.types import TileType
from tilewhy.ir_facts.walk import statements

from ..case_runner import cases
from .residency_programs import BRIDGE, LOAD, PRODUCT, SCORES, STAGE, TOKENS, caller, function, kernel, placed, program, reasons, rows

MADE = "made = pl.create_tensor([32, 64], dtype=pl.BF16)"
OTHER = "other = pl.create_tensor([32, 64], dtype=pl.BF16)"
FLAG = ", flag: pl.Scalar[pl.INDEX]"
FILL = function("fill", f"target: pl.Out[{TOKENS}]", "return target", "InCore", TOKENS)
PAIR = f"tuple[{TOKENS}, pl.Tensor[[4], pl.INT32]]"
FILL_PAIR = function("fill_pair", f"count: pl.Out[pl.Tensor[[4], pl.INT32]], target: pl.Out[{TOKENS}]", "return count, target", "InCore",
                     f"tuple[pl.Tensor[[4], pl.INT32], {TOKENS}]")  # fmt: skip
FILL_TWO = function("fill_two", f"one: pl.Out[{TOKENS}], two: pl.Out[{TOKENS}]", "return two", "InCore", TOKENS)
FILL_KINDS = function("fill_kinds", f"one: pl.Out[pl.Tensor[[4], pl.INT32]], two: pl.Out[{TOKENS}]", "return two", "InCore", TOKENS)


# ---------------------------------------------------------------------------------------------- the rulebook


def test_the_rules_are_stratified_and_every_rule_speaks() -> None:
    book = residency_rulebook()
    book.check()
    assert [rule.head for rule in book.rules if not rule.name or not rule.says[0]] == []
    names = Counter(rule.name for rule in (*load_rulebook(*PLACEMENT_RULES).rules, *book.rules))
    assert [name for name, count in names.items() if count > 1] == []
    for rule in book.rules:
        atoms = [rule.head, *(item.atom for item in rule.body if isinstance(item, Literal))]
        known = {term.name for atom in atoms for term in atom.terms if isinstance(term, Variable)}
        assert set(rule.says[1]) <= known, rule.name
        assert rule.says[0].count("%") == len(rule.says[1]), rule.name


def test_every_relation_is_used_and_every_derived_one_has_a_rule() -> None:
    book = residency_rulebook()
    heads = {rule.head.relation for rule in book.rules}
    read = {item.atom.relation for rule in book.rules for item in rule.body if isinstance(item, Literal)}
    own = [relation for relation in book.relations.values() if relation.path != "rules/facts.lp"]
    assert [relation.name for relation in own if relation.given == (relation.name in heads)] == []
    assert [relation.name for relation in own if relation.name not in read] == ["stays"]


def test_every_row_of_the_tables_of_residency_is_a_document() -> None:
    names = {case.name.partition("/")[2].partition("_")[0] for case in cases() if case.name.startswith("residency/")}
    rows_ = {f"a{number:02}" for number in range(1, 31)} | {f"d{number:02}" for number in range(1, 59)}
    assert sorted(rows_ - names) == []


# ---------------------------------------------------------------------------------------------- storage of the caller (A25, D23 to D26)


@pytest.mark.parametrize(
    ("body", "actual"),
    [
        (MADE, "made"),
        (f"{MADE}\nname = made\nagain = name", "again"),
        ("made = pl.create_tensor([64, 64], dtype=pl.BF16)\npart = pl.slice(made, [32, 64], [0, 0])", "part"),
        (f"{MADE}\nseen = pl.tensor.view(made, [32, 64])\nname = seen", "name"),
        (f"{MADE}\n{OTHER}\njoined = pl.assemble(made, other, [0, 0])", "joined"),
        (f"{MADE}\nif flag < 1:\n    same: {TOKENS} = pl.yield_(made)\nelse:\n    same: {TOKENS} = pl.yield_(made)", "same"),
        (f"{MADE}\nfor i, (kept,) in pl.range(2, init_values=(made,)):\n    last: {TOKENS} = pl.yield_(kept)", "last"),
        (f"{MADE}\nfor i, (kept,) in pl.range(flag, init_values=(made,)):\n    new = self.fill(kept)\n    last: {TOKENS} = pl.yield_(new)", "last"),
        (f"{MADE}\n{OTHER}\nfor i, (kept,) in pl.range(2, init_values=(made,)):\n    last: {TOKENS} = pl.yield_(other)", "last"),
        (f"{MADE}\nfilled = self.fill(made)", "filled"),
        (f"{MADE}\ncount = pl.create_tensor([4], dtype=pl.INT32)\ncounted, filled = self.fill_pair(count, made)", "filled"),
        (f"{MADE}\ncount = pl.create_tensor([4], dtype=pl.INT32)\nfilled = self.fill_kinds(count, made)", "filled"),
        (f"{MADE}\nfilled = self.fill_two(made, made)", "filled"),
        ("made = pl.create_tensor([64, 64], dtype=pl.BF16)\npart = pl.slice(made, [32, 64], [0, 0])\nfilled = self.fill(part)", "filled"),
    ],
)  # fmt: skip
def test_storage_that_the_caller_made_is_known_by_whatever_name(body: str, actual: str) -> None:
    text = program(FILL, FILL_PAIR, FILL_TWO, FILL_KINDS, kernel(), caller(body, FLAG, f"{actual}, weights, scores"))
    assert reasons(text) == []


@pytest.mark.parametrize(
    ("body", "actual"),
    [
        ("part = pl.slice(outside, [32, 64], [0, 0])", "part"),
        ("name = outside", "name"),
        ("filled = self.fill(outside)", "filled"),
        (f"for i, (kept,) in pl.range(2, init_values=(outside,)):\n    last: {TOKENS} = pl.yield_(kept)", "last"),
    ],
)
def test_what_comes_from_outside_of_the_program_stays_outside(body: str, actual: str) -> None:
    text = program(FILL, kernel(), caller(body, f", outside: pl.InOut[{TOKENS}]", f"{actual}, weights, scores"))
    assert reasons(text) == ["external_storage"]


@pytest.mark.parametrize(
    ("body", "actual"),
    [
        (MADE, "pl.slice(made, [32, 64], [0, 0])"),
        (f"{MADE}\nflat = pl.reshape(made, [32, 64])", "flat"),
        ("full = pl.full([32, 64], dtype=pl.BF16, value=1.0)", "full"),
        (f"{MADE}\n{OTHER}\nif flag < 1:\n    one: {TOKENS} = pl.yield_(made)\nelse:\n    one: {TOKENS} = pl.yield_(other)", "one"),
        (f"{MADE}\n{OTHER}\nfilled = self.fill_two(made, other)", "filled"),
        (f"{MADE}\nflat = pl.reshape(made, [32, 64])\nfilled = self.fill_two(made, flat)", "filled"),
        (f"{MADE}\n{OTHER}\nfor i, (kept,) in pl.range(flag, init_values=(made,)):\n    last: {TOKENS} = pl.yield_(other)", "last"),
        (f"{MADE}\nfor i, (kept,) in pl.range(2, init_values=(made,)):\n    last: {TOKENS} = pl.yield_(pl.slice(kept, [32, 64], [0, 0]))", "last"),
    ],
)  # fmt: skip
def test_storage_that_nobody_can_name_is_not_trusted(body: str, actual: str) -> None:
    text = program(FILL, FILL_TWO, kernel(), caller(body, FLAG, f"{actual}, weights, scores"))
    assert reasons(text) == ["unknown_storage"]


def test_a_slice_is_a_tensor_of_its_own_only_where_control_flow_joins() -> None:
    joined = "upper = pl.slice(made, [32, 64], [0, 0])\nlower = pl.slice(made, [32, 64], [32, 0])\nif flag < 1:\n    one: {0} = pl.yield_(upper)\nelse:\n    one: {0} = pl.yield_({1})"
    made = "made = pl.create_tensor([64, 64], dtype=pl.BF16)\n"
    different, same = made + joined.format(TOKENS, "lower"), made + joined.format(TOKENS, "upper")
    assert reasons(program(kernel(), caller(different, FLAG, "one, weights, scores"))) == ["unknown_storage"]
    assert reasons(program(kernel(), caller(same, FLAG, "one, weights, scores"))) == []


def test_reading_and_writing_one_storage_is_declined_through_any_name() -> None:
    notes = f", notes: pl.InOut[{TOKENS}]"
    for body, call in (
        (MADE, "made, weights, scores, made"),
        (f"{MADE}\nname = made", "made, weights, scores, name"),
        (f"{MADE}\nseen = pl.tensor.view(made, [32, 64])", "seen, weights, scores, made"),
    ):
        assert reasons(program(kernel(extra=notes), caller(body, "", call))) == ["storage_also_written"]


@pytest.mark.parametrize("shape", ["flat = pl.reshape(scores, [32, 96])", f"if flag < 1:\n    flat: {SCORES} = pl.yield_(scores)\nelse:\n    flat: {SCORES} = pl.yield_(spare)"])  # fmt: skip
def test_a_write_that_nobody_can_name_may_hit_anything(shape: str) -> None:
    body = f"{MADE}\nspare = pl.create_tensor([32, 96], dtype=pl.FP32)\n{shape}"
    assert reasons(program(kernel(), caller(body, FLAG, "made, weights, flat"))) == ["unknown_write"]


def test_what_is_only_read_beside_it_does_not_matter() -> None:
    body = f"{MADE}\nflat = pl.reshape(weights, [64, 96])"
    assert reasons(program(kernel(), caller(body, "", "made, flat, scores"))) == []


def test_a_carry_of_the_caller_that_becomes_what_is_read() -> None:
    notes = f", notes: pl.InOut[{TOKENS}]"
    loop = "for i, (kept,) in pl.range(2, init_values=(other,)):\n    inner = self.project(made, weights, scores, kept)\n    last: {0} = pl.yield_({1})"
    for then, expected in (("made", ["shifting_carry"]), ("kept", [])):
        body = f"{MADE}\n{OTHER}\n{loop.format(TOKENS, then)}"
        assert reasons(program(kernel(extra=notes), caller(body, "", "made, weights, scores, other"))) == expected


# ---------------------------------------------------------------------------------------------- who calls (D27 to D29)


def entered(kind: str, name: str = "side", outside: str = "") -> str:
    """A function of some kind that calls the kernel with what it makes, or with what it gets."""
    params = f"weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[{SCORES}]"
    if outside or kind == "InCore":
        return function(name, f"tokens: {TOKENS}, {params}", "done = self.project(tokens, weights, scores)\nreturn done", kind)
    return function(
        name, params, "tokens = pl.create_tensor([32, 64], dtype=pl.BF16)\ndone = self.project(tokens, weights, scores)\nreturn done", kind
    )


@pytest.mark.parametrize("kind", ["InCore", "Opaque", "Group", "Graph"])
def test_a_call_from_anything_but_an_orchestration_proves_nothing(kind: str) -> None:
    assert reasons(program(kernel(), entered(kind), caller())) == ["caller_not_root"]


def test_an_orchestration_that_is_called_proves_nothing() -> None:
    top = function(
        "top", f"weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[{SCORES}]", "done = self.main(weights, scores)\nreturn done"
    )
    assert reasons(program(kernel(), caller(), top)) == ["caller_not_root"]


def test_safe_calls_from_several_places() -> None:
    assert reasons(program(kernel(), entered("Orchestration"), caller())) == []


def test_one_call_with_storage_from_outside_is_enough() -> None:
    assert reasons(program(kernel(), entered("Orchestration", outside="yes"), caller())) == ["external_storage"]


def test_every_reason_is_told_not_only_the_first() -> None:
    submit = function(
        "later", f"tokens: {TOKENS}, weights: pl.Tensor[[64, 96], pl.BF16], scores: pl.Out[{SCORES}]",
        "with pl.manual_scope():\n    done, task = pl.submit(self.project, tokens, weights, scores)\nreturn done",
    )  # fmt: skip
    loop = f"{LOAD.replace('[0, 0]', '[0, step]')}\n{STAGE}\n{PRODUCT}\nname = tokens_mat\npl.system.fence()"
    text = program(kernel(loop), entered("Group"), submit, entered("Orchestration", "again", outside="yes"))
    assert reasons(text) == [
        "aliased", "caller_not_root", "external_storage", "submitted", "synchronises", "varying_address"
    ]  # fmt: skip
    assert "no_backend" in reasons(text, target="none")


# ---------------------------------------------------------------------------------------------- loops


@pytest.mark.parametrize(
    ("where", "again"),
    [("behind it", ["project.step"]), ("in an inner loop", ["project.step"]), ("in another loop", [])],
)
def test_what_is_assigned_again_in_the_loop_stays(where: str, again: list[str]) -> None:
    """Programs that are not in SSA form are refused before; the rules do not rely on it."""
    specs = load_specs()
    infer, result = placed(program(kernel(), caller()))
    (function_,) = (found for found in result.placed.functions if found.name == "project")
    loop = next(stmt for stmt in function_.body or () if isinstance(stmt, For))
    weights = next(stmt.var for stmt in function_.body or () if isinstance(stmt, Assign))
    anew = tuple(replace(stmt, value=weights) for stmt in loop.body[:2] if isinstance(stmt, Assign))
    loops = {
        "behind it": (replace(loop, body=(*loop.body, *anew)),),
        "in an inner loop": (replace(loop, body=(*loop.body, replace(loop, body=anew))),),
        "in another loop": (loop, replace(loop, body=anew)),
    }[where]
    body = tuple(stmt for found in function_.body or () for stmt in (loops if found is loop else (found,)))
    changed = replace(function_, body=body)
    whole = replace(result.placed, functions=tuple(changed if found is function_ else found for found in result.placed.functions))
    derived = derive_residency(whole, specs, "ascend910b", infer.engine)
    for relation, variable in (("declined", "project.tokens_mat"), ("stays", "project.tokens_left")):
        rows_ = [row for row in derived.model.rows(relation) if row[0] == variable and row[2] == "assigned_again"]
        assert [str(row[1]) for row in rows_] == again, relation
    assert (apply_residency(whole, derived) is whole) == bool(again)


def declined_if(text: str, spare: str = "", again: str = "") -> list[tuple[str | int, ...]]:
    """What stays in its loop, if the statement that assigns the variable `spare` assigns `again` once more instead."""
    infer, result = placed(text)
    variables = {param.var.name: param.var for one in result.placed.functions for param in one.params}
    variables |= {stmt.var.name: stmt.var for one in result.placed.functions for stmt in statements(one.body) if isinstance(stmt, Assign)}

    def changed(body: Block) -> Block:
        return tuple(
            replace(stmt, var=variables[again]) if isinstance(stmt, Assign) and stmt.var.name == spare
            else replace(stmt, body=changed(stmt.body)) if isinstance(stmt, For) else stmt
            for stmt in body
        )  # fmt: skip

    whole = replace(result.placed, functions=tuple(replace(one, body=changed(one.body or ())) for one in result.placed.functions))
    return list(derive_residency(whole, load_specs(), "ascend910b", infer.engine).model.rows("declined"))


def test_a_load_that_a_later_loop_assigns_again_leaves_its_loop() -> None:
    after = "for later in pl.range(4):\n            spare = weights_mat"
    assert declined_if(program(kernel(after=after), caller()), "spare", "tokens_mat") == []


def test_a_load_from_a_parameter_that_is_assigned_again_stays_and_the_load_beside_it_leaves() -> None:
    loop = "\n".join(
        (LOAD, STAGE, PRODUCT, *(one.replace("tokens", "notes").replace("product", "noted") for one in (LOAD, STAGE, PRODUCT)))
    )
    text = program(kernel(loop, f", notes: {TOKENS}", "spare = notes"), caller(f"{MADE}\n{OTHER}", call="made, weights, scores, other"))
    assert declined_if(text) == []
    assert declined_if(text, "spare", "tokens") == [("project.tokens_mat", "project.step", "source_not_parameter")]


def test_a_tensor_that_the_caller_assigns_again_has_no_storage_that_is_known() -> None:
    text = program(kernel(), caller(f"{MADE}\n{OTHER}\nname = made\nspare = other", call="name, weights, scores"))
    assert declined_if(text) == []
    assert declined_if(text, "spare", "name") == [("project.tokens_mat", "project.step", "unknown_storage")]


@pytest.mark.parametrize(
    ("bounds", "expected"), [("0, 9000000000", []), ("9000000000, 9000000001", []), ("9000000001, 9000000000", ["no_iteration"])]
)
def test_bounds_may_be_larger_than_the_numbers_of_an_engine(bounds: str, expected: list[str]) -> None:
    assert reasons(program(kernel().replace("pl.range(4)", f"pl.range({bounds})"), caller())) == expected


def test_a_call_in_the_initial_value_of_an_outer_carry_counts_where_the_carry_is_used() -> None:
    seed = function("seed", "flag: pl.Scalar[pl.INDEX]", "return flag", "InCore", "pl.Scalar[pl.INDEX]")
    text = kernel(extra=FLAG, loop=f"row = count + 1\n{LOAD}\n{STAGE}\n{PRODUCT}")
    inner = text[text.index("        for step") : text.index("        return scores")]
    outer = "        for outer, (count,) in pl.range(2, init_values=(self.seed(flag),)):\n" + "".join(
        f"    {line}\n" for line in inner.rstrip().split("\n")
    )
    nested = text.replace(inner, f"{outer}            total = pl.yield_(count + 1)\n")
    used = program(seed, nested, caller("tokens = pl.create_tensor([32, 64], dtype=pl.BF16)", FLAG, "tokens, weights, scores, flag"))
    assert reasons(used) == ["calls_a_function"]
    unused = used.replace("row = count + 1", "row = step + 1")
    assert reasons(unused) == []


# ---------------------------------------------------------------------------------------------- hand-built IR


def changed_tile(root: Program, name: str, type_: TileType) -> Program:
    """`root` with another type for the variable `name` of its kernel."""

    def retyped(stmt: object) -> object:
        return replace(stmt, type=type_) if isinstance(stmt, Assign) and stmt.var.name == name else stmt

    functions = tuple(
        replace(found, body=tuple(retyped(stmt) for stmt in found.body or ())) if found.name == "project" else found
        for found in root.functions
    )
    return replace(root, functions=functions)


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ((2**40, 2**10), "footprint_overflow"),
        ((2**62, 2**62), "unknown_size"),
        ((0, 16), "unknown_size"),
        ((2**20, 2**10), "over_capacity"),
    ],
)
def test_sizes_beyond_counting(shape: tuple[int, int], reason: str) -> None:
    """D57: what no 64-bit number holds is unknown, and a sum that no engine can hold fits nowhere."""
    infer, result = placed(program(kernel(), caller()))
    large = changed_tile(result.placed, "weights_mat", TileType(shape, "BF16", "Mat"))
    model = derive_residency(large, load_specs(), "ascend910b", infer.engine).model
    assert [row[2] for row in model.rows("declined") if row[0] == "project.tokens_mat"] == [reason]


def test_a_call_node_that_two_assignments_share_has_no_result_of_its_own() -> None:
    """D46: in hand-built IR one node may stand in two places; then nobody knows which variable it makes."""
    infer, result = placed(program(kernel(), caller()))
    kernel_ = next(found for found in result.placed.functions if found.name == "project")
    loop = next(stmt for stmt in kernel_.body or () if isinstance(stmt, For))
    stage = next(stmt for stmt in loop.body if isinstance(stmt, Assign) and stmt.var.name == "tokens_left")
    twin = Assign(Var("twin"), stage.type, stage.value)
    index = loop.body.index(stage) + 1
    longer = replace(loop, body=(*loop.body[:index], twin, *loop.body[index:]))
    changed = replace(kernel_, body=tuple(longer if stmt is loop else stmt for stmt in kernel_.body or ()))
    whole = replace(result.placed, functions=tuple(changed if found is kernel_ else found for found in result.placed.functions))
    model = derive_residency(whole, load_specs(), "ascend910b", infer.engine).model
    assert [row[2] for row in model.rows("declined") if row[0] == "project.tokens_mat"] == ["no_result"]


# ---------------------------------------------------------------------------------------------- the marker, the rewrite, the cost


def test_the_marker_disappears_from_every_call_of_every_function() -> None:
    text = program(
        kernel(f"{LOAD}\n{STAGE}\n{PRODUCT}\nkept = pl.tile.store(pl.tile.matmul(tokens_left, weights_right, {BRIDGE}), [0, 0], scores)"),
        caller(call=f"tokens, weights, scores, {BRIDGE}"),
    )
    for target in ("ascend910b", "ascend950", "none"):
        _, result = placed(text, target)
        assert "__compiler" in text
        assert "__compiler" not in str(result.program)


def test_other_attributes_stay_in_their_order() -> None:
    marked = LOAD.replace('attrs={"', 'attrs={"first": 1, "').replace("True}", 'True, "last": 2}')
    _, result = placed(program(kernel(f"{marked}\n{STAGE}\n{PRODUCT}"), caller()))
    assert 'attrs={"first": 1, "last": 2}' in str(result.program)


def test_a_second_run_changes_nothing() -> None:
    infer, result = placed(program(kernel(), caller()))
    assert str(infer(result.program)) == str(result.program)
    assert infer.run(result.program).residency is None


def test_hoisted_statements_keep_their_comments() -> None:
    _, result = placed(program(kernel(f"# the same in every step\n{LOAD}\n{STAGE}  # and so is this\n{PRODUCT}"), caller()))
    lines = [line.strip() for line in str(result.program).splitlines()]
    load = next(index for index, line in enumerate(lines) if line.startswith("tokens_mat:"))
    assert lines[load - 1] == "# the same in every step"
    assert lines[load + 1] == "# and so is this"
    assert lines[load + 3].startswith("for step")


def test_without_a_marker_there_is_no_second_round() -> None:
    text = program(kernel(f"{LOAD.replace(', ' + BRIDGE, '')}\n{STAGE}\n{PRODUCT}"), caller())
    infer, result = placed(text)
    assert result.residency is None
    assert infer.residency(result.placed).model.rows("declined") == (("project.tokens_mat", "project.step", "not_marked"),)


def test_without_a_backend_there_is_no_second_round_either_since_it_would_decline_everything() -> None:
    text = program(FILL, kernel(), caller())
    infer, result = placed(text, "none")
    assert result.residency is None
    assert "__compiler" not in str(result.program)
    assert infer.residency(result.placed).model.rows("preheader") == ()
    assert reasons(text, target="none") == ["no_backend"]


def test_both_engines_agree() -> None:
    text = program(FILL, kernel(), caller(f"{MADE}\nfilled = self.fill(made)", "", "filled, weights, scores"))
    result = infer_tile_memory_space("ascend910b", engine="both").run(parse_program(text))
    assert result.residency is not None
    assert len(result.residency.model.rows("preheader")) == 2


def facts_of(count: int, sites: int) -> int:
    """The number of derived and given rows for a loop of `count` loads and `sites` calls of its kernel."""
    again = "\n".join(
        line
        for n in range(count)
        for line in (LOAD, STAGE, PRODUCT, "pl.system.fence()")
        for line in (line.replace("tokens_", f"tokens_{n}_").replace("product", f"product_{n}"),)
    )
    calls = "\n".join(f"done_{n} = self.project(tokens, weights, scores)" for n in range(sites))
    infer, result = placed(program(kernel(again), caller(f"tokens = pl.create_tensor([32, 64], dtype=pl.BF16)\n{calls}")))
    residency = result.residency or infer.residency(result.placed)
    return sum(len(residency.model.rows(relation)) for relation in residency_rulebook().relations)


def test_the_work_grows_with_the_kernel_and_its_calls_not_with_their_product() -> None:
    once, loads, sites, both = facts_of(40, 40), facts_of(80, 40), facts_of(40, 80), facts_of(80, 80)
    assert both - once <= 1.02 * ((loads - once) + (sites - once))


def test_rows_name_things_as_they_print() -> None:
    text = program(kernel(f"{LOAD}\nproduct = pl.tile.matmul(tokens_mat, weights_right)"), caller())
    assert rows(text, "preheader") == [("project.tokens_mat", "project.step"), ("project.tokens_mat_Left", "project.step")]
    assert rows(text, "residency_candidate") == [("project.tokens_mat", "project.step")]
