"""What is provable about extents, and what a window leaves valid (tile_views.md appendices A and C)."""

from __future__ import annotations

import pytest

from tests.ir_facts.one_call import SPECS, expression
from tilewhy.ir_facts.arithmetic import Prover, as_dim
from tilewhy.ir_facts.nodes import Binary, Expr, Int, Var
from tilewhy.ir_facts.refusal import Refusal
from tilewhy.ir_facts.types import Dim, ScalarType, Type
from tilewhy.ir_facts.windows import Window, read_window, reshaped_valid, written_valid

SCALARS = {"n": "pl.Scalar[pl.INDEX]", "m": "pl.Scalar[pl.INDEX]", "k": "pl.Scalar[pl.INT32]"}


def parsed(*texts: str) -> tuple[Prover, list[Expr]]:
    """Several expressions over one set of variables, and a prover that knows their types."""
    whole, types = expression(f"[{', '.join(texts)}]", **SCALARS)
    return Prover(lambda var: types[var], SPECS), list(whole.items)  # type: ignore[attr-defined]  # a tuple, as written


def text(dim: Dim) -> str:
    if isinstance(dim, (int, Int)):
        return str(dim if isinstance(dim, int) else dim.value)
    if isinstance(dim, Binary):
        left, right = text(dim.left), text(dim.right)
        return f"{dim.op}({left}, {right})" if dim.op.isalpha() else f"{left} {dim.op} {right}"
    return dim.name if isinstance(dim, Var) else "?"


@pytest.mark.parametrize(
    ("given", "simple"),
    [
        ("1 + n", "n + 1"),
        ("n + 1 + 2", "n + 3"),
        ("n + 3 - 1", "n + 2"),
        ("n + 3 - m", "n - m + 3"),
        ("n - (m - n)", "n + n - m"),
        ("8 - n", "8 - n"),
        ("n - n", "0"),
        ("n - m + m", "n"),
        ("2 * 3 + n", "n + 6"),
        ("n * 1", "n"),
        ("pl.min(16, n)", "min(n, 16)"),
        ("pl.min(pl.min(n, 16), 8)", "min(n, 8)"),
        ("pl.min(pl.min(n, 16), m)", "min(min(n, m), 16)"),
        ("pl.min(n, n)", "n"),
        ("pl.max(n, 0)", "n"),
        ("pl.max(n, m) - m", "max(n - m, 0)"),
        ("pl.max(m, n) - m", "max(n - m, 0)"),
        ("pl.min(n, pl.max(n, m))", "n"),
    ],
)
def test_simplification(given: str, simple: str) -> None:
    prover, [expr] = parsed(given)
    assert text(prover.simplify(as_dim(expr))) == simple


@pytest.mark.parametrize(
    ("left", "right", "answer"),
    [
        ("pl.max(28 - m, 0)", "32", True),
        ("pl.max(n - m, 0)", "n", None),
        ("pl.min(n, 16)", "16", True),
        ("n", "n + 1", True),
        ("n + 1", "n", False),
        ("n", "16", None),
        ("17", "pl.min(n, 16)", False),
        ("k", "k + 1", True),
        ("0", "k", None),
        ("n % 8", "7", True),
        ("m + (12 - pl.max(n, 0) - m)", "12", True),
    ],
)
def test_at_most(left: str, right: str, answer: bool | None) -> None:
    prover, [one, other] = parsed(left, right)
    assert prover.at_most(as_dim(one), as_dim(other)) is answer


def test_a_signed_and_an_unsigned_extent_never_compare() -> None:
    small, large = Var("small"), Var("large")
    types: dict[Expr, Type] = {small: ScalarType("UINT32"), large: ScalarType("INDEX")}
    assert Prover(lambda var: types[var], SPECS).equal(small, large) is None


# ---------------------------------------------------------------------------------------------- windows (A.1)


@pytest.mark.parametrize(
    ("source", "valid", "offset", "window", "request_", "left"),
    [
        ("64", "30", "m", "16", None, "min(max(30 - m, 0), 16)"),
        ("64", "28", "m", "32", None, "max(28 - m, 0)"),
        ("64", "n", "m", "16", "n", "n"),
        ("64", "28", "m", "32", "30", "max(28 - m, 0)"),
        ("64", "pl.min(n, 32)", "0", "16", None, "min(n, 16)"),
        ("64", "64", "m", "16", None, "16"),
        ("64", "64", "m", "16", "n", "n"),
    ],
)
def test_what_a_window_leaves_valid(source: str, valid: str, offset: str, window: str, request_: str | None, left: str) -> None:
    prover, exprs = parsed(source, valid, offset, window, request_ or "0")
    physical, part, start, extent, asked = map(as_dim, exprs)
    request = None if request_ is None else (asked,)
    assert text(read_window((physical,), (part,), (start,), (extent,), request, Window(exact=True), prover)[0]) == left


@pytest.mark.parametrize(
    ("offset", "window", "request_", "how"),
    [
        (-1, 16, None, Window()),
        (56, 16, None, Window(exact=True)),
        (56, 16, 8, Window(exact=True)),
        (0, 16, 17, Window()),
        (56, 16, 9, Window()),
    ],
)
def test_a_window_stays_inside_its_source(offset: int, window: int, request_: int | None, how: Window) -> None:
    prover, _ = parsed("0")
    with pytest.raises(Refusal):
        read_window((64,), (64,), (offset,), (window,), None if request_ is None else (request_,), how, prover)


def test_only_the_requested_part_of_a_load_counts() -> None:
    prover, _ = parsed("0")
    assert read_window((64,), (64,), (56,), (16,), (8,), Window(), prover) == (8,)
    assert read_window((64,), (64,), (56,), (16,), None, Window(clamp=True), prover) == (8,)


# ---------------------------------------------------------------------------------------------- reshape (A.2)


@pytest.mark.parametrize(
    ("source", "valid", "target", "result"),
    [
        ((16, 64), (16, 64), (32, 32), (32, 32)),
        ((16, 64), (0, 64), (32, 32), (0, 0)),
        ((1, 64), (1, 40), (64,), (40,)),
        ((64,), (40,), (1, 64), (1, 40)),
        ((8, 64), (5, 64), (16, 32), (10, 32)),
        ((8, 64), (5, 64), (512,), (320,)),
        ((1, 64), (1, 40), (8, 8), (5, 8)),
    ],
)
def test_a_valid_part_survives_a_reshape(
    source: tuple[int, ...], valid: tuple[int, ...], target: tuple[int, ...], result: tuple[int, ...]
) -> None:
    prover, _ = parsed("0")
    assert reshaped_valid(source, valid, target, True, prover) == result


def test_a_reshape_that_tears_the_valid_part_is_refused() -> None:
    prover, _ = parsed("0")
    with pytest.raises(Refusal, match="no counterpart"):
        reshaped_valid((8, 64), (8, 40), (16, 32), True, prover)
    with pytest.raises(Refusal, match="not laid out row_major"):
        reshaped_valid((8, 64), (5, 64), (16, 32), False, prover)
    with pytest.raises(Refusal, match="512 elements"):
        reshaped_valid((8, 64), (8, 64), (16, 16), True, prover)


# ---------------------------------------------------------------------------------------------- writes (A.3)


@pytest.mark.parametrize(
    ("valid", "source_valid", "offset", "after"),
    [
        ((32, 64), (16, 64), (0, 0), (32, 64)),
        ((16, 64), (16, 64), (16, 0), (32, 64)),
        ((16, 64), (8, 64), (4, 0), (16, 64)),
        ((0, 0), (16, 64), (0, 0), (16, 64)),
        ((8, 32), (16, 64), (0, 0), (16, 64)),
        ((16, 32), (0, 64), (3, 0), (16, 32)),
    ],
)
def test_the_valid_part_grows_by_a_write(
    valid: tuple[int, int], source_valid: tuple[int, int], offset: tuple[int, int], after: tuple[int, int]
) -> None:
    prover, _ = parsed("0")
    assert written_valid((32, 64), valid, (16, 64), source_valid, offset, False, prover) == after


@pytest.mark.parametrize(("valid", "offset"), [((8, 64), (16, 0)), ((16, 32), (16, 0)), ((0, 0), (4, 0))])
def test_a_write_that_makes_no_rectangle_is_refused(valid: tuple[int, int], offset: tuple[int, int]) -> None:
    prover, _ = parsed("0")
    with pytest.raises(Refusal):
        written_valid((32, 64), valid, (16, 64), (16, 64), offset, True, prover)
