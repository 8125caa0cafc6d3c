"""Hand-written kernels print as PyPTO's own front end prints them (ir_text.md 8.3, 9.3, 9.4, 10.1, 11)."""

from __future__ import annotations

import pytest

from tilewhy.ir_facts import parse_program, print_program
from tilewhy.ir_facts.diagnostic import DiagnosticError

from .kernels import body_of, canonical, reprinted, written

T = "pl.Tensor[[64, 64], pl.FP32]"


class TestNames:
    """10.1 and 5.4: which assignment makes a new variable, and which names a scope keeps to itself."""

    def test_a_loop_that_carries_hides_its_names_and_numbers_them_results_first(self) -> None:
        printed = canonical(
            """
acc = pl.add(a, 1.0)
for i, (acc,) in pl.range(n, init_values=(acc,)):
    acc = pl.add(acc, 1.0)
    acc = pl.yield_(acc)
return acc
""",
            kind="Opaque",
            returns=f" -> {T}",
        )
        assert (
            printed
            == f"""\
acc: {T} = pl.tensor.adds(a, 1.0)
for i, (acc_2,) in pl.range(n, init_values=(acc,)):
    acc_3: {T} = pl.tensor.adds(acc_2, 1.0)
    acc_1: {T} = pl.yield_(acc_3)
return acc_1"""
        )

    def test_plain_loops_leak_their_names(self) -> None:
        printed = canonical(
            """
for i in pl.range(4):
    q = i + 1
for i in pl.range(4):
    q = i + 2
r = q + i
"""
        )
        assert (
            printed
            == """\
for i in pl.range(4):
    q: pl.Scalar[pl.INDEX] = i + 1
for i_1 in pl.range(4):
    q: pl.Scalar[pl.INDEX] = i_1 + 2
r: pl.Scalar[pl.INDEX] = q + i_1"""
        )

    def test_branches_without_results_share_a_variable(self) -> None:
        printed = canonical(
            """
if n < 3:
    q = n + 1
else:
    q = n + 2
r = q
"""
        )
        assert printed.count("q: pl.Scalar[pl.INDEX]") == 2 and printed.endswith("r: pl.Scalar[pl.INDEX] = q")

    def test_branches_with_results_keep_their_names_to_themselves(self) -> None:
        printed = canonical(
            """
if n < 3:
    q = n + 1
    p = pl.yield_(q)
else:
    q = n + 2
    p = pl.yield_(q)
r = p
"""
        )
        assert (
            printed
            == """\
if n < 3:
    q: pl.Scalar[pl.INDEX] = n + 1
    p: pl.Scalar[pl.INDEX] = pl.yield_(q)
else:
    q_1: pl.Scalar[pl.INDEX] = n + 2
    p: pl.Scalar[pl.INDEX] = pl.yield_(q_1)
r: pl.Scalar[pl.INDEX] = p"""
        )

    def test_a_parameter_can_be_assigned_again(self) -> None:
        assert canonical("n = n + 1\nm = n") == "n: pl.Scalar[pl.INDEX] = n + 1\nm: pl.Scalar[pl.INDEX] = n"

    def test_a_loop_without_yield_has_hidden_results(self) -> None:
        printed = canonical("for i, (k,) in pl.range(4, init_values=(n,)):\n    m = k + 1")
        assert printed == "for i, (k,) in pl.range(4, init_values=(n,)):\n    m: pl.Scalar[pl.INDEX] = k + 1"


class TestScalars:
    """8.3: constants fold along Python's parse tree, operands meet at one dtype."""

    @pytest.mark.parametrize(
        ("source", "printed"),
        [
            ("n + 2 * 3", "n + 6"),
            ("n * (2 - 5)", "n * -3"),
            ("7 // 2 * n", "3 * n"),
            ("n + 2 + 3", "n + 2 + 3"),
            ("n + 2**3", "n + 8"),
            ("-3", "-3"),
            ("-K", "-5"),
            ("n + K * 2", "n + 10"),
            ("n + SHAPE[1]", "n + 64"),
            ("3.5 // 1", "3.0"),
            ("7 / 2", "3.5"),
            ("pl.max(1, 2)", "pl.max(1, 2)"),
            ("pl.min(n, 16)", "pl.min(n, 16)"),
            ("n / 2", "n / 2"),
            ("n - (n - n)", "n - (n - n)"),
            ("(n + n) * 2 // 3 % 4", "(n + n) * 2 // 3 % 4"),
            ("--n", "--n"),
            ("-(n + n)", "-(n + n)"),
            ("~n", "~n"),
            ("pl.cast(3, pl.INT32)", "pl.cast(3, pl.INT32)"),
            ("pl.const(4, pl.INT64)", "pl.const(4, pl.INT64)"),
            ("pl.FP32.get_byte()", "4"),
            ("n + pl.BF16.get_byte() * 8", "n + 16"),
            ("1e-6 * 1.0", "9.9999999999999995e-07"),
            ("1e20 * 1.0", "1e+20"),
        ],
    )
    def test_arithmetic(self, source: str, printed: str) -> None:
        assert canonical(f"x = {source}", head="K = 5\nSHAPE = [16, 64]\n").partition(" = ")[2] == printed

    @pytest.mark.parametrize(
        ("source", "printed"),
        [
            ("1 == 2", "pl.const(1, pl.INDEX) == pl.const(2, pl.INDEX)"),
            ("not n < 3", "not n < 3"),
            ("n < 3 and (n > 1 or n == 2)", "n < 3 and (n > 1 or n == 2)"),
            ("not True", "not True"),
            ("i32 < 4", "pl.cast(i32, pl.INDEX) < 4"),
            ("n and n", "n and n"),
        ],
    )
    def test_conditions(self, source: str, printed: str) -> None:
        signature = "n: pl.Scalar[pl.INDEX], i32: pl.Scalar[pl.INT32]"
        assert canonical(f"x = {source}", signature=signature) == f"x: pl.Scalar[pl.BOOL] = {printed}"

    @pytest.mark.parametrize(
        ("source", "printed"),
        [
            ("i32 + n", "pl.Scalar[pl.INDEX] = pl.cast(i32, pl.INDEX) + n"),
            ("i32 + 3", "pl.Scalar[pl.INDEX] = pl.cast(i32, pl.INDEX) + 3"),
            ("j64 + n", "pl.Scalar[pl.INT64] = j64 + n"),
            ("n + j64", "pl.Scalar[pl.INDEX] = n + j64"),
            ("h * 2.0", "pl.Scalar[pl.FP32] = pl.cast(h, pl.FP32) * 2.0"),
            ("pl.max(i32, n)", "pl.Scalar[pl.INDEX] = pl.max(pl.cast(i32, pl.INDEX), n)"),
        ],
    )
    def test_the_narrower_operand_is_cast(self, source: str, printed: str) -> None:
        signature = "n: pl.Scalar[pl.INDEX], i32: pl.Scalar[pl.INT32], j64: pl.Scalar[pl.INT64], h: pl.Scalar[pl.FP16]"
        assert canonical(f"x = {source}", signature=signature) == f"x: {printed}"

    def test_a_literal_takes_the_integer_dtype_of_its_annotation(self) -> None:
        assert canonical("x: pl.Scalar[pl.INT64] = 4") == "x: pl.Scalar[pl.INT64] = pl.const(4, pl.INT64)"
        assert canonical("x: pl.Scalar[pl.INT32] = n") == "x: pl.Scalar[pl.INT32] = n"


class TestCalls:
    """9.3, 9.4: short names, defaults, dispatch by operand."""

    @pytest.mark.parametrize(
        ("source", "printed"),
        [
            ("pl.load(a, [0, 0], [16, 64])", "pl.Tile[[16, 64], pl.FP32] = pl.tile.load(a, [0, 0], [16, 64], [16, 64])"),
            (
                "pl.load(a, [0, 0], [16, 64], target_memory=pl.MemorySpace.Mat)",
                "pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)",
            ),
            ("pl.create_tile([16, 16], dtype=pl.FP32)", "pl.Tile[[16, 16], pl.FP32] = pl.tile.create([16, 16], dtype=pl.FP32)"),
            ("pl.add(a, b)", f"{T} = pl.tensor.add(a, b)"),
            ("pl.mul(a, 2)", f"{T} = pl.tensor.muls(a, 2.0)"),
            (
                "pl.create_tensor([4, 4], dtype=pl.FP16)",
                "pl.Tensor[[4, 4], pl.FP16] = pl.tensor.create([4, 4], dtype=pl.FP16, layout=pl.TensorLayout.ND)",
            ),
            ("pl.full([4, 4], dtype=pl.FP16, value=0.5)", "pl.Tensor[[4, 4], pl.FP16] = pl.tensor.full([4, 4], dtype=pl.FP16, value=0.5)"),
            (
                "pl.tile.full([4, 4], dtype=pl.INT32, value=-1)",
                "pl.Tile[[4, 4], pl.INT32, pl.Mem.Vec] = pl.tile.full([4, 4], dtype=pl.INT32, value=-1)",
            ),
        ],
    )
    def test_calls(self, source: str, printed: str) -> None:
        assert canonical(f"x = {source}") == f"x: {printed}"

    def test_keywords_may_stand_for_operands(self) -> None:
        assert canonical("x = pl.load(a, offsets=[0, 0], shapes=[16, 64])") == canonical("x = pl.load(a, [0, 0], [16, 64])")

    def test_nested_calls_stay_nested(self) -> None:
        printed = canonical("return pl.store(pl.load(a, [0, 0], [16, 64]), [0, 0], out)", returns=f" -> {T}")
        assert printed == "return pl.tile.store(pl.tile.load(a, [0, 0], [16, 64], [16, 64]), [0, 0], out)"

    def test_an_annotated_load_gets_a_space_and_no_keyword(self) -> None:
        printed = canonical("x: pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat] = pl.load(a, [0, 0], [16, 64])")
        assert printed == "x: pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64])"

    def test_attributes_are_kept(self) -> None:
        printed = canonical('x = pl.tile.load(a, [0, 0], [16, 64], attrs={"k": True, "s": "a\\"b"})')
        assert printed.endswith('[16, 64], attrs={"k": True, "s": "a\\"b"})')

    def test_a_pop_takes_its_type_from_its_arguments(self) -> None:
        printed = canonical("x = pl.tpop_from_aic(split=0, shape=[16, 32], dtype=pl.FP32)", kind="AIV")
        assert printed == "x: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)"


class TestSugar:
    """11: what people write and PyPTO never prints."""

    @pytest.mark.parametrize(
        ("source", "printed"),
        [
            ("x = a[n, 0]", "x: pl.Scalar[pl.FP32] = pl.tensor.read(a, [n, 0])"),
            ("x = a[0:16, n:n+16]", "x: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.slice(a, [16, 16], [0, n])"),
            ("x = a[0:8]", "x: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.slice(a, [8, 64], [0, 0])"),
            ("x = a[n, 0:8]", "x: pl.Tensor[[8], pl.FP32] = pl.tensor.slice(a, [1, 8], [n, 0], [], [0])"),
            ("x = a[n]", "x: pl.Tensor[[64], pl.FP32] = pl.tensor.slice(a, [1, 64], [n, 0], [], [0])"),
            ("x = a[3, :]", "x: pl.Tensor[[64], pl.FP32] = pl.tensor.slice(a, [1, 64], [3, 0], [], [0])"),
            ("a[0:16, 0:16] = b", f"a: {T} = pl.tensor.assemble(a, b, [0, 0])"),
        ],
    )
    def test_windows_and_elements(self, source: str, printed: str) -> None:
        assert canonical(source, kind="Opaque") == printed

    def test_a_window_of_a_tile_keeps_its_rank(self) -> None:
        printed = canonical("t = pl.load(a, [0, 0], [16, 64], target_memory=pl.Mem.Vec)\nx = t[0:8, n]")
        assert printed.endswith("x: pl.Tile[[1, 8], pl.FP32, pl.Mem.Vec] = pl.tile.slice(t, [8, 1], [0, n], [], [1])")

    def test_none_leaves_an_argument_out_and_is_no_task_in_an_array_of_tasks(self) -> None:
        assert canonical("x = pl.load(a, [0, 0], [4, 4], None, target_memory=None)") == canonical("x = pl.load(a, [0, 0], [4, 4])")
        printed = canonical("arr = pl.array.create(2, dtype=pl.TASK_ID)\narr[0] = None", kind="Orchestration")
        assert printed.endswith("pl.array.update_element(arr, 0, pl.system.task_invalid())")

    def test_arrays(self) -> None:
        printed = canonical("arr = pl.array.create(4, dtype=pl.INT32)\narr[n] = 1\nx = arr[0]")
        assert (
            printed
            == """\
arr: pl.Array[4, pl.INT32] = pl.array.create(4, dtype=pl.INT32)
arr: pl.Array[4, pl.INT32] = pl.array.update_element(arr, n, pl.const(1, pl.INT32))
x: pl.Scalar[pl.INT32] = pl.array.get_element(arr, 0)"""
        )

    def test_unpacking(self) -> None:
        printed = canonical("x, y = n, n + 1\nz = x + y")
        assert (
            printed
            == """\
_tuple_tmp: pl.Tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]] = [n, n + 1]
x: pl.Scalar[pl.INDEX] = _tuple_tmp[0]
y: pl.Scalar[pl.INDEX] = _tuple_tmp[1]
z: pl.Scalar[pl.INDEX] = x + y"""
        )

    def test_elif_is_an_if_in_the_else_branch(self) -> None:
        printed = canonical("if n < 1:\n    x = n\nelif n < 2:\n    x = n + 1\nelse:\n    x = n + 2")
        assert (
            printed
            == """\
if n < 1:
    x: pl.Scalar[pl.INDEX] = n
else:
    if n < 2:
        x: pl.Scalar[pl.INDEX] = n + 1
    else:
        x: pl.Scalar[pl.INDEX] = n + 2"""
        )

    def test_docstrings_become_comments(self) -> None:
        printed = canonical('"""First line.\n\n  Second line."""\n# below\nx = n')
        assert printed.startswith("# First line.\n# \n#           Second line.\n# below\nx: ")

    def test_statements_that_are_only_for_the_reader(self) -> None:
        assert canonical("pl.static_print(n)\npl.static_assert(2 == 2)\nx = n") == "x: pl.Scalar[pl.INDEX] = n"

    def test_constants_of_the_module_stand_in_shapes_and_arguments(self) -> None:
        head = "K = 16\nSHP = [16, 64]\nDT = pl.FP16\nWHERE = pl.Mem.Vec\nROUND = 'floor'\n"
        body = "t: pl.Tile[SHP, DT] = pl.load(x, [0, K], SHP, target_memory=WHERE)\nc = pl.cast(t, pl.FP32, mode=ROUND)"
        printed = canonical(body, head=head, signature="x: pl.Tensor[[2 * K, 80], DT]")
        assert printed == (
            "t: pl.Tile[[16, 64], pl.FP16, pl.Mem.Vec] = pl.tile.load(x, [0, 16], [16, 64], [16, 64], target_memory=pl.Mem.Vec)\n"
            "c: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.cast(t, target_type=pl.FP32, mode='floor')"
        )

    def test_several_constants_in_one_line_and_under_two_names(self) -> None:
        head = "M, (K, SHP) = 64, (16, [16, 64])\nROWS = COLS = 32\nS, T = pl.dynamic('S'), pl.dynamic('T')\n"
        printed = reprinted(
            written("t = pl.load(x, [K, 0], SHP)", head=head, signature="x: pl.Tensor[[M, 64], pl.FP16], y: pl.Tensor[[S, COLS], pl.FP16]")
        )
        assert 'S = pl.dynamic("S")' in printed and "x: pl.Tensor[[64, 64], pl.FP16], y: pl.Tensor[[S, 32], pl.FP16]" in printed
        assert "pl.tile.load(x, [16, 0], [16, 64], [16, 64])" in printed

    @pytest.mark.parametrize(
        ("source", "printed"),
        [
            ("pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)", "[0, 0], pl.const(1, pl.INT32), cmp=1)"),
            ("pld.system.wait(s, [0, 0], 1, cmp=pld.WaitCmp.Eq)", "[0, 0], 1, cmp=0)"),
            ("pld.system.wait(s, [0, 0], n + 1, cmp=GE)", "[0, 0], n + 1, cmp=1)"),
            ("pld.system.notify(s, 0, [0, 0], value=n + 1, op=NotifyOp.Set)", "(s, 0, [0, 0], n + 1, op=1)"),
            ("pl.system.sync_set(4, pipe=pl.PipeType.MTE3)", "pl.system.sync_set(4, pipe=pl.PipeType.MTE3)"),
            ("pl.system.sync_set(event_id=4, pipe=pl.PipeType.MTE3)", "pl.system.sync_set(pipe=pl.PipeType.MTE3, event_id=4)"),
        ],
    )
    def test_words_that_are_numbers_and_numbers_that_are_passed_by_keyword(self, source: str, printed: str) -> None:
        head = "from pypto.language.distributed import NotifyOp\nGE = pld.WaitCmp.Ge\n"
        signature = "s: pld.DistributedTensor[[16, 16], pl.INT32], n: pl.Scalar[pl.INDEX]"
        assert canonical(source, head=head, signature=signature).endswith(printed)

    def test_the_size_of_a_window_may_be_a_shape(self) -> None:
        options = {"kind": "Opaque", "signature": "n: pl.Scalar[pl.INDEX]"}
        assert canonical("w = pld.alloc_window_buffer([16, 64], dtype=pl.FP16)", **options).endswith("(pl.const(2048, pl.INT64))")
        assert canonical("w = pld.alloc_window_buffer(4096)", **options).endswith("(4096)")
        printed = canonical("w = pld.alloc_window_buffer([n, 64], dtype=pl.FP16)", **options)
        assert printed.endswith("(n * pl.const(64, pl.INT64) * pl.const(2, pl.INT64))")

    def test_call_style_annotations_and_extras_in_any_order(self) -> None:
        body = "t: pl.Tile[[16, 64], pl.FP32, pl.TileView(pad=pl.PadValue.zero), pl.Mem.Vec] = pl.load(x, [0, 0], [16, 64])"
        printed = canonical(body, signature="x: pl.Tensor((64, 64), pl.FP32)")
        assert printed.startswith("t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(pad=pl.PadValue.zero)] = ")

    def test_names_imported_from_the_language(self) -> None:
        head = "from pypto.language import Tensor, FP32\n"
        assert f"x: {T}" in reprinted(written("return", head=head, signature="x: Tensor[[64, 64], FP32]"))


def test_what_is_printed_reads_the_same_without_its_header() -> None:
    text = print_program(parse_program(written("t = pl.load(a, [0, 0], [16, 64])\nu = pl.exp(t)\nv = pl.store(u, [0, 0], out)")))
    assert print_program(parse_program(text.partition("\n")[2])) == text


class TestPlaces:
    """Forms that PyPTO's own kernels use, beside those of the reference."""

    def test_buffers_are_declared_by_name_and_by_variable(self) -> None:
        head = "SLOTS = 2\nPING = pl.MemRef(slots=SLOTS)\nPONG = pl.MemRef('pong')\n"
        body = "x: pl.Tile[[16, 16], pl.FP32, PING[n % 2], pl.Mem.Vec] = pl.load(a, [0, 0], [16, 16])\ny: pl.Tile[[16, 16], pl.FP32, PONG, pl.Mem.Vec] = pl.exp(x)"
        printed = canonical(body, head=head)
        assert 'pl.MemRef("PING", slots=2)[n % 2], pl.Mem.Vec' in printed and 'pl.MemRef("pong"), pl.Mem.Vec' in printed

    def test_infinity_is_a_pad_value(self) -> None:
        body = "x = pl.fillpad(a, -math.inf)\ny = pl.fillpad(x, pad_value=LARGE)\nz = pl.fillpad(y, 0.0)"
        printed = canonical(body, head="import math\nLARGE = math.inf\n", kind="Opaque")
        assert [line.rpartition(".")[2] for line in printed.split("\n")] == ["min)", "max)", "zero)"]

    def test_masks_are_numbers(self) -> None:
        assert canonical("x = pl.gather(a, mask_pattern=pl.tile.MaskPattern.P1010)", kind="Opaque").endswith("mask_pattern=2)")

    def test_results_of_a_kernel_may_stand_in_a_tuple_of_their_own(self) -> None:
        text = written("(x, y), task = pl.submit(self.two, n)\nz = y + 1", kind="Orchestration", signature="n: pl.Scalar[pl.INDEX]")
        two = "    @pl.function(type=pl.FunctionType.Orchestration)\n    def two(self, n: pl.Scalar[pl.INDEX]) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]:\n        return n, n\n"
        printed = body_of(reprinted(text.replace("class Demo:\n", "class Demo:\n" + two)))
        assert printed.endswith(
            "x: pl.Scalar[pl.INDEX] = _submit_tmp[0]\ny: pl.Scalar[pl.INDEX] = _submit_tmp[1]\n"
            "task: pl.Scalar[pl.TASK_ID] = _submit_tmp[2]\nz: pl.Scalar[pl.INDEX] = y + 1"
        )

    def test_dependencies_may_be_filtered_and_listed(self) -> None:
        body = "ids = pl.array.create(4, dtype=pl.TASK_ID)\nx, t = pl.submit(self.f, n, deps=[ids[k] for k in {0}])"
        returns, signature = " -> pl.Scalar[pl.INDEX]", "n: pl.Scalar[pl.INDEX]"
        for values in ("range(4) if k != SKIP and True", "range(4) if k != SKIP", "LIST"):
            text = written(
                body.format(values), kind="Orchestration", signature=signature, returns=returns, head="SKIP = 1\nLIST = [0, 2, 3]\n"
            )
            if "and" in values:
                with pytest.raises(DiagnosticError, match="compares constants"):
                    parse_program(text)
            else:
                assert "pl.array.create(3, dtype=pl.TASK_ID)" in body_of(reprinted(text))

    def test_a_requirement_about_layouts_waits_for_the_placement(self) -> None:
        """A column is laid out by row before it has a memory, and by column in Vec."""
        body = "x = pl.load(a, [0, 0], [16, 16])\ny = pl.load(b, [0, 0], [16, 1])\nz = pl.row_expand_add(x, y)"
        assert canonical(body).endswith("pl.tile.row_expand_add(x, y)")
        placed = body.replace("])\ny", "], target_memory=pl.Mem.Vec)\ny").replace("[16, 1])", "[16, 16], target_memory=pl.Mem.Vec)")
        with pytest.raises(DiagnosticError, match="row_vec must hold one column"):
            parse_program(written(placed))
