"""Hand-written programs around their kernels, and scopes and dispatch (ir_text.md 2, 3.3, 6, 9.3)."""

from __future__ import annotations

from .kernels import body_of, canonical, reprinted, written

T = "pl.Tensor[[64, 64], pl.FP32]"


class TestPrograms:
    """2 and 3.3: what stands around the functions."""

    def test_callees_come_before_callers(self) -> None:
        text = f"""
@pl.program
class Demo:
    @pl.function(type=pl.FunctionType.Orchestration)
    def a_main(self, x: {T}) -> {T}:
        return self.z(x)
    @pl.function(type=pl.FunctionType.InCore)
    def z(self, x: {T}) -> {T}:
        return x
"""
        printed = reprinted(text)
        assert printed.index("def z(x:") < printed.index("def a_main(self, x:")

    def test_level_and_role_follow_from_the_type(self) -> None:
        printed = reprinted(written("return", kind="AIV"))
        assert "@pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)" in printed

    def test_only_symbols_in_use_are_declared(self) -> None:
        head = 'N = pl.dynamic("N")\nM = pl.dynamic("M")\nK = pl.dynamic("K")\n'
        printed = reprinted(written("return", head=head, signature="x: pl.Tensor[[N, 64], pl.FP32], y: pl.Tensor[[K * 2, 4], pl.FP32]"))
        assert printed.split("@pl.program")[0].endswith('\n\nK = pl.dynamic("K")\nN = pl.dynamic("N")\n\n')
        assert "y: pl.Tensor[[K * pl.const(2, pl.INDEX), 4], pl.FP32]" in printed

    def test_a_symbol_may_be_named_in_place(self) -> None:
        printed = reprinted(written("return", signature='x: pl.Tensor[[pl.dynamic("N"), 64], pl.FP32]'))
        assert 'N = pl.dynamic("N")' in printed and "x: pl.Tensor[[N, 64], pl.FP32]" in printed

    def test_the_extent_of_a_tensor_is_its_symbol_where_tasks_are_orchestrated(self) -> None:
        options = {"kind": "Orchestration", "head": 'N = pl.dynamic("N")\n', "signature": "x: pl.Tensor[[N, 64], pl.FP32]"}
        assert canonical("m = pl.tensor.dim(x, 0)\nk = m + 1", **options) == "k: pl.Scalar[pl.INDEX] = N + 1"

    def test_functions_outside_the_class_become_methods(self) -> None:
        head = f"@pl.function(type=pl.FunctionType.InCore)\ndef helper(x: {T}) -> {T}:\n    return x\n"
        printed = reprinted(written("y = helper(a)", kind="Orchestration", head=head))
        assert "def helper(x:" in printed and body_of(printed) == f"y: {T} = self.helper(a)"

    def test_results_of_several_values_go_through_a_tuple(self) -> None:
        text = """
@pl.program
class Demo:
    @pl.function(type=pl.FunctionType.Opaque)
    def two(self, n: pl.Scalar[pl.INDEX]) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]:
        return n, n
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, n: pl.Scalar[pl.INDEX]):
        u, v = self.two(n)
        w = self.two(pl.no_dep(n))
"""
        assert (
            body_of(reprinted(text), "main")
            == """\
_tuple_tmp: pl.Tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]] = self.two(n)
u: pl.Scalar[pl.INDEX] = _tuple_tmp[0]
v: pl.Scalar[pl.INDEX] = _tuple_tmp[1]
w: pl.Tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]] = self.two(n, attrs={"arg_direction_overrides": [0]})"""
        )

    def test_function_attributes_move_into_the_body(self) -> None:
        text = written("return").replace("InCore)", 'InCore, attrs={"split": pl.SplitMode.UP_DOWN, "n": 3})')
        assert body_of(reprinted(text)).startswith('pl.func_attr({"split": pl.SplitMode.UP_DOWN, "n": 3})\n')

    def test_names_imported_from_the_language(self) -> None:
        head = "from pypto.language import FP16, Tensor\n"
        printed = reprinted(written("t = pl.create_tensor([4, 4], dtype=FP16)", head=head, signature="x: Tensor[[64, 64], FP16]"))
        assert "x: pl.Tensor[[64, 64], pl.FP16]" in printed
        assert body_of(printed).endswith("pl.tensor.create([4, 4], dtype=pl.FP16, layout=pl.TensorLayout.ND)")


class TestScopes:
    """6: scopes and dispatch."""

    def test_headers_are_printed_in_order_and_without_what_says_nothing(self) -> None:
        printed = canonical('with pl.at(pl.Level.POD, allow_early_resolve=False, name_hint="s"):\n    x = n', kind="Opaque")
        assert printed.startswith('with pl.at(level=pl.Level.CLUSTER_0, name_hint="s"):\n')
        assert canonical("with pl.manual_scope():\n    x = n", kind="Opaque").startswith("with pl.scope(mode=pl.ScopeMode.MANUAL):\n")
        assert canonical("with pl.scope(mode=pl.ScopeMode.AUTO):\n    x = n", kind="Opaque").startswith("with pl.scope():\n")

    def test_a_dispatch_with_a_body_of_its_own_holds_an_in_core_scope(self) -> None:
        body = 'with pl.spmd(core_num=4, name_hint="sr"):\n    u = pl.add(a, 1.0)\n    i = pl.tile.get_block_idx()'
        assert (
            canonical(body, kind="Opaque")
            == f"""\
with pl.spmd(4, name_hint="sr_spmd"):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="sr"):
        u: {T} = pl.tensor.adds(a, 1.0)
        i: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()"""
        )

    def test_the_for_form_binds_its_index(self) -> None:
        body = 'for i in pl.spmd(4, name_hint="sp", optimizations=[pl.optimizations.split(pl.SplitMode.UP_DOWN)]):\n    x = i + 1'
        assert (
            canonical(body, kind="Opaque")
            == """\
for i in pl.spmd(4, name_hint="sp_spmd", optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
    x: pl.Scalar[pl.INDEX] = i + 1"""
        )

    def test_a_split_outside_a_core_gets_one(self) -> None:
        body = "for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):\n    x = lane + 1"
        assert (
            canonical(body, kind="Opaque")
            == """\
with pl.at(level=pl.Level.CORE_GROUP):
    for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
        x: pl.Scalar[pl.INDEX] = lane + 1"""
        )
        assert canonical(body).startswith("for lane in ")

    def test_submits(self) -> None:
        text = f"""
@pl.program
class Demo:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: {T}) -> {T}:
        return x
    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: {T}):
        with pl.manual_scope():
            b, tb = pl.submit(self.k, x, deps=[None])
            c, tc = pl.submit(self.k, b, allow_early_resolve=True, deps=[tb])
            ids = pl.array.create(2, dtype=pl.TASK_ID)
            d = pl.submit(self.k, c, deps=[ids[j] for j in range(2)])
"""
        pair = f"pl.Tuple[{T}, pl.Scalar[pl.TASK_ID]]"
        array = "pl.Array[2, pl.TASK_ID]"
        assert (
            body_of(reprinted(text), "main")
            == f"""\
with pl.scope(mode=pl.ScopeMode.MANUAL):
    _submit_tmp: {pair} = pl.submit(self.k, x)
    b: {T} = _submit_tmp[0]
    tb: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
    _submit_tmp_1: {pair} = pl.submit(self.k, b, deps=[tb], allow_early_resolve=True)
    c: {T} = _submit_tmp_1[0]
    tc: pl.Scalar[pl.TASK_ID] = _submit_tmp_1[1]
    ids: {array} = pl.array.create(2, dtype=pl.TASK_ID)
    _submit_deps_buf: {array} = pl.array.create(2, dtype=pl.TASK_ID)
    _submit_deps_buf_1: {array} = pl.array.update_element(_submit_deps_buf, 0, pl.array.get_element(ids, 0))
    _submit_deps_buf_2: {array} = pl.array.update_element(_submit_deps_buf_1, 1, pl.array.get_element(ids, 1))
    d: {pair} = pl.submit(self.k, c, deps=[_submit_deps_buf_2])"""
        )

    def test_a_tagged_variable_is_dumped_from_there_on(self) -> None:
        text = f"""
@pl.program
class Demo:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: {T}) -> {T}:
        return x
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: {T}):
        y = self.k(x)
        pl.dump_tag(y)
        z = self.k(y)
"""
        assert body_of(reprinted(text), "main").endswith(f'z: {T} = self.k(y, attrs={{"dump_vars": [y]}})')
