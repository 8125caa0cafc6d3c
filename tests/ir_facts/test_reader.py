"""Reading the dumps of passes, literally (ir_text.md 2 to 8, 10; tile_views.md 1.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tilewhy.ir_facts import parse_program, print_program
from tilewhy.ir_facts.nodes import Assign, Call, For, If, Int, Stmt, Symbol, Text, Var
from tilewhy.ir_facts.types import MemRef, ScalarType, TensorType, TensorView, TileType, TileView
from tilewhy.ir_facts.walk import statements

from .kernels import body_of, dump

if TYPE_CHECKING:
    from tilewhy.ir_facts.nodes import Program

TILE = "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]"


def read(body: str, **options: str) -> list[Stmt]:
    """All statements of a dump with this body, outermost first."""
    return list(statements(parse_program(dump(body, **options)).functions[0].body))


def first_type(annotation: str) -> Any:
    """What an annotation means."""
    stmt = read(f"x: {annotation} = pl.tile.exp(a)")[0]
    assert isinstance(stmt, Assign)
    return stmt.type


def same(body: str, **options: str) -> None:
    """A dump prints as it was read."""
    text = dump(body, **options)
    assert print_program(parse_program(text)) == text


class TestIdentity:
    """A dump comes back character for character."""

    @pytest.mark.parametrize(
        "line",
        [
            "x: pl.Scalar[pl.INDEX] = a + pl.const(2, pl.INDEX) * pl.const(3, pl.INDEX)",
            "x: pl.Scalar[pl.BOOL] = pl.const(1, pl.INDEX) == pl.const(2, pl.INDEX)",
            "x: pl.Scalar[pl.INDEX] = pl.max(1, 2)",
            "x: pl.Scalar[pl.FP32] = -3.4028234663852886e+38",
            "x: pl.Scalar[pl.INT64] = 0",
            "x: pl.Scalar[pl.BOOL] = not n < 3 and (n > 1 or n == 2)",
            "x: pl.Scalar[pl.INDEX] = (-n) ** n ** n",
            "x: pl.Scalar[pl.INDEX] = n & n | n ^ n << 1",
            "x: pl.Scalar[pl.FP32] = inf",
            "x: pl.Tuple[pl.Scalar[pl.INDEX], pl.Tuple[()]] = [n, []]",
            "pl.tile.and_(a, b)",
            "pl.system.bar_all()",
            'pl.system.syncall(mode="soft", core_type="mix", gm_workspace=a, used_cores=4)',
            "pl.system.syncall(core_type='mix')",
            "x: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 16384)",
            "x: pl.Tile[[4, 4], pl.FP16] = pl.tile.full([4, 4], dtype=pl.FP16, value=0.5)",
            "x: pl.Tile[[4, 4], pl.FP16] = pl.tile.reinterpret_view(a, dtype=pl.FP16, shape=[4, 4])",
            "x: pl.Tile[[4, 4], pl.FP16] = pl.tile.gather_row(a, b, [0, 0], [0, 0], [4, 4], valid_shape=[n, 4], transpose=False)",
            "x: pl.Tile[[4, 4], pl.FP16] = pl.tile.mgather(a, b, valid_shape=[n, 4], coalesce=0)",
            "x: pl.Tile[[4, 4], pl.FP16] = pl.tile.mgather(a, b, scratch=a, valid_shape=[n, 4], coalesce=1)",
            "x: pl.Tile[[4, 4], pl.FP16] = pld.tile._remote_load_with_physical_tail_padding(a, n, [0, 0], [4, 4])",
            'x: pl.Scalar[pl.INDEX] = pl.tile.f(a, attrs={"s": "[\\"q\\"]", "d": [pl.adir.input, pl.adir.inout], "v": [n], "p": n < 3})',
            "pl.system.sync_set(pipe=pl.PipeType.MTE3, event_id=4, core_type='aiv')",
            "with pl.scope(mode=pl.ScopeMode.MANUAL):\n    pl.system.bar_all()",
            "while n < 3:\n    n: pl.Scalar[pl.INDEX] = n + 1\n    break",
            "for (k,) in pl.while_(init_values=(n,)):\n    pl.cond(k < 10)\n    r: pl.Scalar[pl.INDEX] = pl.yield_(k + 1)",
            'for i in pl.pipeline(2, 8, 2, stage=3, attrs={"k": 1}):\n    pass',
            "for i in pl.range(pl.const(0, pl.INT64), pl.const(8, pl.INT64)):\n    continue",
            "for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n    pl.tile.aiv_shard(a)",
            "if n < 3:\n    pass\nelse:\n    pass",
            "return a, b",
        ],
    )
    def test_a_line(self, line: str) -> None:
        same(line)

    def test_the_body_of_an_external_kernel(self) -> None:
        same('pl.func_attr({"external_include_dirs": "[\\"kernels/include\\"]", "n": 3, "split": pl.SplitMode.UP_DOWN})\npass')

    def test_a_host_worker_keeps_its_python(self) -> None:
        text = dump("x = {1: 'a'}\n\nprint(f'{x} {len(x)}')", signature="n: pl.Scalar[pl.INDEX]")
        text = text.replace("InCore, level=pl.Level.CHIP_DIE", "Opaque, level=pl.Level.HOST")
        assert body_of(print_program(parse_program(text))) == "x = {1: 'a'}\nprint(f'{x} {len(x)}')"

    def test_a_stub(self) -> None:
        assert parse_program(dump("...")).functions[0].body is None

    def test_the_result_of_a_scope_that_ends_a_body(self) -> None:
        same(
            "for i, (k,) in pl.range(4, init_values=(n,)):\n"
            "    with pl.scope():\n"
            "        r: pl.Scalar[pl.INDEX] = pl.yield_(k)"
        )  # fmt: skip

    def test_a_concise_dump_gets_its_types_back(self) -> None:
        body = "t: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(a, [0, 0], [16, 64], [16, 64])\nm: pl.Scalar[pl.INDEX] = n + 1"
        concise = dump("t = pl.tile.load(a, [0, 0], [16, 64], [16, 64])\nm = n + 1")
        assert print_program(parse_program(concise)) == dump(body)

    def test_blank_lines_above_the_header(self) -> None:
        text = dump("pl.tile.f(n)")
        assert print_program(parse_program("\n\n" + text)) == text

    def test_line_ends_and_a_byte_order_mark_do_not_matter(self) -> None:
        text = dump("# one\nreturn")
        assert print_program(parse_program("\ufeff" + text.replace("\n", "\r\n"))) == text


class TestTypes:
    """3: annotations."""

    def test_a_view_that_only_says_what_is_implied_is_absent(self) -> None:
        assert first_type("pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat, pl.TileView(slayout=pl.TileLayout.row_major)]") == TileType(
            (16, 64), "FP32", "Mat"
        )

    def test_a_key_that_is_left_out_takes_the_implied_value_of_shape_and_space(self) -> None:
        assert first_type("pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc, pl.TileView(fractal=512)]").view == TileView(
            (), (), None, "col_major", "row_major", 512
        )
        assert first_type("pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec, pl.TileView(pad=pl.PadValue.zero)]").view.blayout == "col_major"

    def test_tensors(self) -> None:
        assert first_type("pl.Tensor[[64, 64], pl.FP16, pl.ND]") == TensorType((64, 64), "FP16")
        assert first_type("pl.Tensor[[64, 64], pl.FP16, pl.NZ]").view == TensorView(layout="NZ")
        assert first_type("pl.Tensor[[8], pl.FP16, pl.TensorView(stride=[], layout=pl.TensorLayout.ND)]").view is None
        assert first_type("pld.DistributedTensor[[8], pl.FP16]").distributed

    def test_memory_references(self) -> None:
        typed = first_type('pl.Tile[[4, 4], pl.FP16, pl.MemRef("m", slots=2)[n % 2], pl.Mem.Vec]')
        assert typed.memref.base == "m" and typed.memref.slots == 2 and typed.memref.quoted
        assert first_type("pl.Tile[[4, 4], pl.FP16, pl.MemRef(m, pl.const(0, pl.INT64), 32), pl.Mem.Vec]").memref == MemRef(
            "m", False, Int(0, "INT64"), 32
        )

    def test_a_dim_is_a_variable_of_the_function_then_a_symbol(self) -> None:
        signature = "x: pl.Tensor[[n, m, k], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.FP32]"
        program = parse_program(dump("return", signature=signature, head='m = pl.dynamic("m")'))
        x, n, m = program.functions[0].params
        assert isinstance(x.type, TensorType)
        assert x.type.shape[0] is n.var
        assert x.type.shape[1] is program.free_dims["m"] and x.type.shape[1] is not m.var
        assert x.type.shape[2] is program.free_dims["k"]

    def test_a_compound_dim_keeps_typed_leaves(self) -> None:
        same(
            "return",
            signature="x: pl.Tensor[[n + pl.const(1, pl.INDEX), pl.min(n, pl.const(16, pl.INDEX))], pl.FP32], n: pl.Scalar[pl.INDEX]",
        )


class TestCarries:
    """5.2 and tile_views.md 1.7: the annotation of a single result types the iter-arg too."""

    def test_an_annotation_that_differs_from_the_init_value(self) -> None:
        carried = "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[8, 64])]"
        body = f"t: {TILE} = pl.tile.exp(a)\nfor i, (c,) in pl.range(4, init_values=(t,)):\n    r: {carried} = pl.yield_(c)"
        loop = read(body)[1]
        assert isinstance(loop, For)
        carry = loop.carries[0]
        assert carry.result_type is carry.iter_type
        assert isinstance(carry.iter_type, TileType) and carry.iter_type.view is not None
        same(body)

    def test_several_results_have_the_types_of_their_init_values(self) -> None:
        loop = read(f"t: {TILE} = pl.tile.exp(a)\nfor i, (c, k) in pl.range(4, init_values=(t, 0)):\n    r, s = pl.yield_(c, k + 1)")[1]
        assert isinstance(loop, For)
        assert [carry.result_type for carry in loop.carries] == [TileType((16, 64), "FP32", "Vec"), ScalarType("INDEX")]

    def test_the_results_of_an_if_have_the_types_of_the_first_branch(self) -> None:
        branch = read(f"t: {TILE} = pl.tile.exp(a)\nif n < 3:\n    p, q = pl.yield_(t, n)\nelse:\n    p, q = pl.yield_(t, 0)")[1]
        assert isinstance(branch, If)
        assert [phi.type for phi in branch.phis] == [TileType((16, 64), "FP32", "Vec"), ScalarType("INDEX")]


class TestComments:
    """7: each comment line belongs to one statement."""

    def comments(self, body: str) -> list[tuple[str, ...]]:
        return [stmt.comments for stmt in read(body)]

    def test_a_simple_statement_takes_those_above_it_and_the_one_at_its_end(self) -> None:
        assert self.comments("# above\n#\n#  indented\nx: pl.Scalar[pl.INDEX] = n  # behind") == [("above", "", " indented", "behind")]

    def test_those_between_the_lines_of_a_wrapped_call(self) -> None:
        assert self.comments("x: pl.Scalar[pl.INDEX] = pl.tile.f(  # one\n    n,\n    # two\n    n,\n)  # three") == [
            ("one", "two", "three")
        ]

    def test_those_on_a_header_stay_with_it_and_those_below_go_to_the_body(self) -> None:
        assert self.comments("# a\nif (\n    n < 3  # b\n):  # c\n    # d\n    return") == [("a", "b", "c"), ("d",)]

    def test_the_tail_of_a_block_is_dropped_unless_it_stands_at_the_outer_column(self) -> None:
        assert self.comments("if n < 3:\n    return\n    # tail\n# outer\nreturn") == [(), (), ("outer",)]

    def test_around_else(self) -> None:
        body = "if n < 3:\n    return\n    # tail\n# above\nelse:  # on\n    # below\n    return"
        assert self.comments(body) == [(), (), ("above", "on", "below")]

    def test_a_hash_in_a_string_is_no_comment(self) -> None:
        assert self.comments("pl.system.reserve_buffer(name='a#b', size=4)  # \"x\"") == [('"x"',)]
        assert self.comments('"""text # no\nmore"""\nreturn  # yes') == [("text # no", "        more", "yes")]

    def test_pass_hands_its_comments_on(self) -> None:
        assert self.comments("# a\npass\nreturn") == [("a",)]

    def test_comments_between_functions_are_lost(self) -> None:
        text = dump("return") + "\n    # lost\n    @pl.function\n    def g(self):  # kept\n        return"
        functions = {function.name: function for function in parse_program(text).functions}
        assert [stmt.comments for stmt in functions["g"].body or ()] == [("kept",)]


class TestSpans:
    """Nodes know where they stand: 1-based lines, 0-based columns in characters."""

    def find(self, program: Program, needle: str, text: str) -> Any:
        for stmt in statements(program.functions[0].body):
            if isinstance(stmt, Assign) and stmt.var.name == needle:
                return stmt
        raise AssertionError(text)

    def test_calls_targets_and_statements(self) -> None:
        text = dump("if n < 3:\n    x: pl.Scalar[pl.INDEX] = pl.tile.f(n)\n    return")
        program = parse_program(text, path="k.py")
        lines = text.split("\n")
        stmt = self.find(program, "x", text)
        assert isinstance(stmt.value, Call) and stmt.value.span is not None and stmt.var.span is not None
        line, start, _, end = stmt.value.span
        assert lines[line - 1][start:end] == "pl.tile.f(n)"
        line, start, _, end = stmt.var.span
        assert lines[line - 1][start:end] == "x"
        branch = (program.functions[0].body or ())[0]
        assert branch.span is not None and (branch.span.line, branch.span.end_line) == (8, 10)
        assert program.source is not None and program.source.path == "k.py"

    def test_columns_count_characters(self) -> None:
        text = dump('pl.tile.g(n, attrs={"é→": pl.tile.f(n)})')
        stmt = (parse_program(text).functions[0].body or ())[0]
        call = stmt.value  # type: ignore[attr-defined]  # an expression statement
        inner = call.attrs[0][1]
        line, start, _, end = inner.span
        assert text.split("\n")[line - 1][start:end] == "pl.tile.f(n)"


def test_keyword_values() -> None:
    stmt = read("x: pl.Scalar[pl.INDEX] = pl.tile.f(n, m=pl.Mem.Vec, t=pl.FP16, s='a', i=-1, f=0.5, b=True, l=[1, n])")[0]
    assert isinstance(stmt, Assign) and isinstance(stmt.value, Call)
    values = dict(stmt.value.kwargs)
    n = stmt.value.args[0]
    assert isinstance(n, Var)
    assert values == {"m": Symbol("Mem", "Vec"), "t": Symbol("", "FP16"), "s": Text("a"), "i": -1, "f": 0.5, "b": True, "l": (1, n)}


def test_operands_that_print_as_keywords_stand_at_their_places() -> None:
    stmt = read("x: pl.Tile[[4, 4], pl.FP16] = pl.tile.full([4, 4], dtype=pl.FP16, value=2)")[0]
    assert isinstance(stmt, Assign) and isinstance(stmt.value, Call)
    assert stmt.value.args[1] == Int(2) and [key for key, _ in stmt.value.kwargs] == ["dtype"]


def test_the_collector_is_left_as_it_was() -> None:
    import gc

    assert gc.isenabled()
    parse_program(dump("return"))
    assert gc.isenabled()
    gc.disable()
    try:
        parse_program(dump("return"))
        assert not gc.isenabled()
    finally:
        gc.enable()
