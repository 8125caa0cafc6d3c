"""opspecs.yaml against the reference data of PyPTO's registry (`../shared/reference/ops.json`): no unexplained difference."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import ROOT
from tilewhy.ir_facts.opspecs import OpSpec, Specs, load_specs

TYPES = {
    "DataType": "dtype",
    "MemorySpace": "space",
    "TileLayout": "tile_layout",
    "TensorLayout": "tensor_layout",
    "PadValue": "pad",
    "double": "float",
}

INHERITS = {"tile.fillpad", "tile.fillpad_inplace"}
"""The specification lets them inherit, the registry of August 2026 fixes them to Vec (design decision 5)."""

FOLLOWS = {"tile.gather_row"}
"""The registry has no output rule but a memory spec; the pass then takes the first tile operand's space."""

PLACED = {"pld.tile.remote_load"}
"""No output rule in the registry; the pass puts every tile of an op outside `tile.` into Vec."""


BACKENDS = (("ascend910b", "910B"), ("ascend950", "950"))
"""Our targets and the names of their backends in the reference data."""


def reference_data() -> dict[str, Any] | None:
    """The reference data, if it lies beside this checkout."""
    file = ROOT.parent / "shared" / "reference" / "ops.json"
    return json.loads(file.read_text()) if file.is_file() else None


def own_ops(reference: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The ops of the registry; its own test ops are no part of any kernel."""
    return {name: op for name, op in reference["ops"].items() if op["category"] != "TestOp" and not name.startswith("test.")}


@pytest.fixture(scope="module")
def reference() -> dict[str, Any]:
    found = reference_data()
    if found is None:
        pytest.skip("no ../shared/reference/ops.json beside this checkout")
    return found


@pytest.fixture(scope="module")
def specs() -> Specs:
    return load_specs()


@pytest.fixture(scope="module")
def ops(reference: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return own_ops(reference)


def both(ops: dict[str, dict[str, Any]], specs: Specs) -> list[tuple[str, dict[str, Any], OpSpec]]:
    return [(name, op, specs.ops[name]) for name, op in ops.items()]


def test_the_same_ops(ops: dict[str, dict[str, Any]], specs: Specs) -> None:
    assert set(specs.ops) == set(ops)


def test_operands(ops: dict[str, dict[str, Any]], specs: Specs) -> None:
    for name, op, spec in both(ops, specs):
        kinds = [tuple(arg["kind"]) if isinstance(arg["kind"], list) else (arg["kind"],) for arg in op["args"]]
        assert spec.arg_names == tuple(arg["name"] for arg in op["args"]), name
        assert [arg.kinds for arg in spec.args] == kinds, name
        assert [arg.optional for arg in spec.args] == [arg["optional"] for arg in op["args"]], name
        assert op["arity"] is None or (min(op["arity"]), max(op["arity"])) == (spec.required, len(spec.args)), name


def test_keywords(ops: dict[str, dict[str, Any]], specs: Specs) -> None:
    for name, op, spec in both(ops, specs):
        assert spec.kwargs == {key: TYPES.get(type_, type_) for key, type_ in op["kwargs"].items()}, name


def test_where_operands_must_be(ops: dict[str, dict[str, Any]], specs: Specs) -> None:
    for name, op, spec in both(ops, specs):
        wanted = {int(index): tuple(spaces) for index, spaces in op["input_constraints"].items()}
        assert spec.inputs == ({} if name in INHERITS else wanted), name


def test_where_results_are(ops: dict[str, dict[str, Any]], specs: Specs) -> None:
    for name, op, spec in both(ops, specs):
        said = op["output_memory"]
        output = spec.output
        if name in INHERITS:
            assert (said, output.kind) == ({"fixed": "Vec"}, "inherit"), name
        elif name in FOLLOWS:
            assert (said, output.kind, op["memory_spec_declared"]) == ({"none": True}, "follow", True), name
        elif name in PLACED:
            assert (said, output.kind, output.space) == ({"no_memory_spec": True}, "place", "Vec"), name
        elif "fixed" in said:
            assert (output.kind, output.space) == ("fixed", said["fixed"]), name
        elif "from_kwarg" in said:
            assert (output.kind, output.kwarg, output.space) == ("kwarg", said["from_kwarg"], said["default"]), name
        else:
            assert output.kind == ("inherit" if "inherit_input" in said else "annotation"), name
        assert spec.retargetable == op["retargetable"], name


def test_buffers(ops: dict[str, dict[str, Any]], specs: Specs) -> None:
    for name, op, spec in both(ops, specs):
        assert spec.reuses == op["output_reuses_input"], name
        assert spec.view == op["buffer_aliasing_view"], name
        assert spec.memory_access == op["execution_memory_access"], name
        effects = {int(index): effect for index, effect in op["arg_effects"].items()}
        assert set(spec.writes) == set(effects), name
        updates = {
            index
            for index, effect in effects.items()
            if effect == "ReadWrite" or (isinstance(effect, dict) and effect["default"] == "ReadWrite")
        }
        assert set(spec.updates) == updates, name


def test_order_and_cores(ops: dict[str, dict[str, Any]], specs: Specs) -> None:
    by_movement = {"tile.move"}
    for name, op, spec in both(ops, specs):
        assert spec.effect == op["dce_side_effect"], name
        assert specs.boundary(name) == op["loop_ordering_boundary"], name
        if name not in by_movement:
            assert spec.lane == (op["core_affinity"] and op["core_affinity"].lower()), name
        assert spec.category == op["category"].removesuffix("Op").replace("CrossCore", "cross_core").lower(), name


def test_moves_and_staging(reference: dict[str, Any], specs: Specs) -> None:
    assert {pair for pair, move in specs.moves.items() if move.through is None} == {
        tuple(pair) for pair in reference["tile_moves"]["legal_pairs"]
    }
    assert specs.staging == {demand: space for demand, space in reference["load_staging"]["map"].items() if space}


def test_layouts_of_memories(reference: dict[str, Any], specs: Specs) -> None:
    assert list(specs.spaces) == [space["name"] for space in reference["memory_spaces"]]
    for name, layout in reference["implicit_tile_layout"]["by_space"].items():
        triple = specs.unplaced if name == "unset" else specs.spaces[name].implicit
        blayout = layout["blayout"].replace("shape_rule", "from_shape")
        assert (triple.blayout, triple.slayout, triple.fractal) == (blayout, layout["slayout"], layout["fractal"]), name


@pytest.mark.parametrize(("target", "backend"), BACKENDS)
def test_targets(reference: dict[str, Any], specs: Specs, target: str, backend: str) -> None:
    said, spec = reference["backends"][backend], specs.targets[target]
    assert spec.capacity == {space: memory["capacity_bytes"] for space, memory in said["memory"].items()}
    assert spec.arch == said["pto_arch"]
    assert spec.excludes == tuple(said["excluded_ops"])
    assert spec.store_dtypes == {"Acc": tuple(said["acc_to_gm_dtypes"])}
    rows = dict(said["l0c_m_alignment"])
    assert spec.row_alignment == {"Acc": {**{k: v for k, v in rows.items() if k != "default"}, "otherwise": rows["default"]}}
    assert {spec.alignment} == set(reference["allocator"]["alignment_bytes"].values())
    for op, layouts in reference["backends"]["tile_layouts"].items():
        tiles = {i: layout for i, layout in enumerate(layouts["inputs"]) if layout and "Tile" in specs.ops[op].args[i].kinds}
        assert {index: layout for index, (layout, _) in spec.layouts.get(op, {}).items()} == tiles, f"{op}: a scalar has no layout"
    assert set(spec.layouts) <= set(reference["backends"]["tile_layouts"])


def test_dtypes(reference: dict[str, Any], specs: Specs) -> None:
    for dtype in reference["dtypes"]:
        spec = specs.dtypes[dtype["name"]]
        assert (spec.bits, spec.storage_bits, spec.bytes) == (dtype["bits"], dtype["storage_bits"], dtype["bytes"]), dtype["name"]
    assert set(specs.dtypes) == {dtype["name"] for dtype in reference["dtypes"]}
