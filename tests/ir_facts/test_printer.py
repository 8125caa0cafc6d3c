"""Printing: names, parentheses, extents, and programs that a pass has changed (ir_text.md 3.1, 8.2, 10.2, 13)."""

from __future__ import annotations

import pytest

from tilewhy.ir_facts import parse_program, print_program
from tilewhy.ir_facts.names import hint_of, printed_names
from tilewhy.ir_facts.nodes import Assign, Binary, Block, Call, Evaluate, For, Function, If, Int, Program, Return, Stmt, Tuple, Unary, Var
from tilewhy.ir_facts.record import replace
from tilewhy.ir_facts.types import ScalarType, TileType, TileView
from tilewhy.ir_facts.walk import blocks, children, definitions, statements, subexpressions, variable_types, variables

from .kernels import body_of, dump

INDEX = ScalarType("INDEX")
N = Var("n")


def printed(*body: Stmt, params: tuple[Var, ...] = (N,)) -> str:
    """The body of a function with these statements."""
    from tilewhy.ir_facts.nodes import Param

    parameters = tuple(Param(var, INDEX) for var in params)
    function = Function("f", "InCore", "CHIP_DIE", "SubWorker", parameters, (), body)
    return body_of(print_program(Program("Demo", "Demo", (), (function,), {})))


def assign(name: str | Var, value: Var | Int | Binary) -> Assign:
    var = name if isinstance(name, Var) else Var(name)
    return Assign(var, INDEX, value)


class TestNames:
    """10.2: one printed name for each variable of a function."""

    def test_a_hint_that_several_share_is_numbered_and_reserved_names_are_skipped(self) -> None:
        body = (assign("a", N), assign("a", N), assign("a_1", N), assign("a", N))
        assert [line.split(":")[0] for line in printed(*body).split("\n")] == ["a", "a_2", "a_1", "a_3"]

    def test_one_variable_assigned_twice_keeps_its_name(self) -> None:
        a = Var("a")
        assert printed(assign(a, N), assign(a, a)) == "a: pl.Scalar[pl.INDEX] = n\na: pl.Scalar[pl.INDEX] = a"

    def test_a_variable_that_nothing_defines_says_so(self) -> None:
        assert printed(Return((Var("ghost"),))) == "return ghost__FREE_VAR"

    @pytest.mark.parametrize(
        ("existing", "mine", "inserted", "kept"),
        [
            ([], "am_Left", "am_Left", []),
            (["am_Left"], "am_Left", "am_Left_1", ["am_Left"]),
            (["am_Left", "am_Left_1"], "am_Left", "am_Left_2", ["am_Left", "am_Left_1"]),
            (["am_Left"], "am_Left_Left", "am_Left_Left", ["am_Left"]),
        ],
    )
    def test_a_new_variable_beside_those_of_the_user(self, existing: list[str], mine: str, inserted: str, kept: list[str]) -> None:
        """Section 13, where the new statement stands behind the user's."""
        lines = printed(*[assign(name, N) for name in existing], assign(mine, N)).split("\n")
        assert [line.split(":")[0] for line in lines] == [*kept, inserted]

    def test_the_first_definition_wins(self) -> None:
        lines = printed(assign("am_Left", N), assign("am_Left", N), assign("x", N)).split("\n")
        assert [line.split(":")[0] for line in lines] == ["am_Left", "am_Left_1", "x"]

    def test_results_of_a_loop_are_named_before_its_iter_args(self) -> None:
        text = dump("for i, (k,) in pl.range(4, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(k)")
        loop = (parse_program(text).functions[0].body or ())[0]
        assert [var.name for var in definitions(loop)] == ["i", "r", "k"]

    def test_names_of_extents_do_not_count(self) -> None:
        text = dump("return", signature="x: pl.Tensor[[N, 4], pl.FP32]", head='N = pl.dynamic("N")')
        assert list(printed_names(parse_program(text).functions[0]).values()) == ["x"]

    def test_the_hint_behind_a_printed_name(self) -> None:
        names = {"t__tile", "t__tile_6", "w_2", "v_1_2"}
        assert [hint_of(name, names) for name in ("t__tile_6", "w_2", "v_1_2")] == ["t__tile", "w_2", "v_1_2"]


class TestExpressions:
    """8.2: as few parentheses as the precedence allows."""

    @pytest.mark.parametrize(
        ("expr", "text"),
        [
            (Binary("-", N, Binary("-", N, N)), "n - (n - n)"),
            (Binary("-", Binary("-", N, N), N), "n - n - n"),
            (Binary("*", Binary("+", N, N), N), "(n + n) * n"),
            (Binary("**", Unary("-", N), N), "(-n) ** n"),
            (Binary("**", N, Binary("**", N, N)), "n ** n ** n"),
            (Binary("**", Binary("**", N, N), N), "(n ** n) ** n"),
            (Unary("not", Binary("<", N, N)), "not n < n"),
            (Unary("not", Binary("and", N, N)), "not (n and n)"),
            (Unary("-", Binary("+", N, N)), "-(n + n)"),
            (Unary("-", Unary("-", N)), "--n"),
            (Unary("abs", N), "abs(n)"),
            (Binary("or", N, Binary("or", N, N)), "n or (n or n)"),
            (Binary("+", Int(2), Int(3)), "pl.const(2, pl.INDEX) + pl.const(3, pl.INDEX)"),
            (Binary("+", N, Binary("*", Int(2), Int(3))), "n + pl.const(2, pl.INDEX) * pl.const(3, pl.INDEX)"),
            (Binary("max", Int(2), Int(3)), "pl.max(2, 3)"),
            (
                Binary("+", Binary("max", Int(2), Int(3)), Int(1)),
                "pl.max(pl.const(2, pl.INDEX), pl.const(3, pl.INDEX)) + pl.const(1, pl.INDEX)",
            ),
            (Int(5, "INT32"), "pl.const(5, pl.INT32)"),
        ],
    )
    def test_parentheses(self, expr: Binary, text: str) -> None:
        assert printed(Evaluate(expr)) == text


class TestTypes:
    """3: extents, views, and their names."""

    def typed(self, type_: TileType, *params: Var) -> str:
        value = Call("tile.f", ())
        line = printed(Assign(Var("x"), type_, value), params=params).split("\n")[0]
        return line.removeprefix("x: ").removesuffix(" = pl.tile.f()")

    def test_a_view_prints_what_differs_from_the_implied_one(self) -> None:
        assert self.typed(TileType((16, 64), "FP32", "Acc", TileView(blayout="col_major", slayout="row_major"))) == (
            "pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc, pl.TileView(fractal=512)]"
        )

    def test_a_plain_extent_prints_the_name_and_a_compound_one_the_hint(self) -> None:
        first, second = Var("k"), Var("k")
        one = TileType((second, Binary("+", second, Int(1))), "FP32")
        assert self.typed(one, first, second) == "pl.Tile[[k_1, k + pl.const(1, pl.INDEX)], pl.FP32]"

    def test_an_iter_arg_as_an_extent_prints_its_hint(self) -> None:
        text = dump(
            "k: pl.Scalar[pl.INDEX] = n + 1\n"
            "for i, (k_2,) in pl.range(4, init_values=(k,)):\n"
            "    x: pl.Tensor[[k_2, 16], pl.FP32] = pl.tensor.f(n)\n"
            "    k_1: pl.Scalar[pl.INDEX] = pl.yield_(k_2)"
        )
        program = parse_program(text)
        for var in (var for stmt in statements(program.functions[0].body) for var in definitions(stmt)):
            if var.name.startswith("k_"):
                var.name = "k"
        assert print_program(program) == text.replace("[[k_2, 16]", "[[k, 16]")


class TestChangedPrograms:
    """A pass inserts, moves and rebuilds statements; everything else prints as before."""

    BODY = "# product\nc: pl.Tile[[64, 64], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a, b)\nif n < 3:\n    # kept\n    return"

    def test_a_statement_is_inserted_and_comments_stay_with_theirs(self) -> None:
        program = parse_program(dump(self.BODY))
        function = program.functions[0]
        product, branch = function.body or ()
        assert isinstance(product, Assign) and isinstance(product.value, Call)
        a = function.params[0].var
        moved = Var(f"{a.name}_Left")
        move = Assign(moved, TileType((64, 64), "FP32", "Left"), Call("tile.move", (a,)))
        rebuilt = replace(product, value=replace(product.value, args=(moved, product.value.args[1])))
        text = print_program(replace(program, functions=(replace(function, body=(move, rebuilt, branch)),)))
        assert body_of(text) == (
            "a_Left: pl.Tile[[64, 64], pl.FP32, pl.Mem.Left] = pl.tile.move(a)\n" + self.BODY.replace("matmul(a, b)", "matmul(a_Left, b)")
        )

    def test_a_body_may_become_a_single_statement_or_empty(self) -> None:
        loop = For("range", Var("i"), Int(0), Int(4), Int(1), (), (Evaluate(Call("system.bar_all", ())),))
        assert printed(loop) == "for i in pl.range(4):\n    pl.system.bar_all()"
        assert printed(replace(loop, body=())) == "for i in pl.range(4):\n    pass"
        assert printed(If(Binary("<", N, N), (), ())) == "if n < n:\n    pass\nelse:\n    pass"

    def test_one_target_in_both_branches_made_two_variables(self) -> None:
        branches: list[Block] = [(assign("e_Vec", N), assign("e", N)) for _ in range(2)]
        assert [line.split(":")[0].strip() for line in printed(If(Binary("<", N, N), *branches)).split("\n")] == [
            "if n < n", "e_Vec", "e", "else", "e_Vec_1", "e_1"
        ]  # fmt: skip


class TestWalk:
    """Traversals see every part once, in the order of the text."""

    def test_expressions(self) -> None:
        m = Var("m")
        call = Call("tile.f", (N, Tuple((N, Binary("+", m, Int(1))))), (("k", (m, 1)), ("s", 2)), (("p", Binary("<", N, m)),))
        assert [var.name for var in variables(call)] == ["n", "n", "m", "m", "n", "m"]
        assert len(children(call)) == 4 and next(iter(subexpressions(call))) is call

    def test_statements_and_types(self) -> None:
        body = (
            "x: pl.Scalar[pl.INT32] = pl.const(1, pl.INT32)\n"
            "for i, (k,) in pl.range(4, init_values=(n,)):\n"
            "    if i < 1:\n        p: pl.Scalar[pl.INDEX] = pl.yield_(k)\n    else:\n        p: pl.Scalar[pl.INDEX] = pl.yield_(i)\n"
            "    r: pl.Scalar[pl.INDEX] = pl.yield_(p)"
        )
        function = parse_program(dump(body, signature="n: pl.Scalar[pl.INDEX]")).functions[0]
        assert {var.name: type_ for var, type_ in variable_types(function).items()} == {
            "n": INDEX, "x": ScalarType("INT32"), "i": INDEX, "k": INDEX, "r": INDEX, "p": INDEX
        }  # fmt: skip
        assert [type(stmt).__name__ for stmt in statements(function.body)] == ["Assign", "For", "If", "Yield", "Yield", "Yield"]
        assert len(blocks((function.body or ())[1])) == 1
