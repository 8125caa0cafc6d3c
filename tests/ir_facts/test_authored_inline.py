"""Functions marked `@pl.inline` are expanded where they are called (ir_text.md 5.4, 9.3)."""

from __future__ import annotations

import pytest

from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import DiagnosticError

from .kernels import body_of, canonical, reprinted, written

SCALED = """
@pl.inline
def scaled(x, factor, shape):
    '''A part of x, scaled.'''
    # not a comment of the caller
    part = pl.load(x, [0, 0], shape)
    part: pl.Tile[shape, pl.FP32] = pl.mul(part, factor)
    return part
"""


def test_statements_stand_in_front_and_constants_where_parameters_did() -> None:
    printed = canonical("# above\nt = scaled(a, 2.0, [16, 64])\nu = pl.exp(t)", head=SCALED)
    assert (
        printed
        == """\
part: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(a, [0, 0], [16, 64], [16, 64])
part: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(part, 2.0)
# above
t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = part
u: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(t)"""
    )


def test_each_expansion_has_variables_and_types_of_its_own() -> None:
    printed = canonical("t = pl.concat(scaled(a, 2.0, [16, 64]), scaled(b, 3.0, [16, 32]))\nreturn", head=SCALED)
    assert "part: pl.Tile[[16, 64], pl.FP32]" in printed and "part_1: pl.Tile[[16, 32], pl.FP32]" in printed
    assert "= pl.tile.concat(part, part_1)" in printed


def test_the_caller_keeps_its_values_and_sees_the_new_names() -> None:
    head = "@pl.inline\ndef next_of(i):\n    i = i + 1\n    step = i * 2\n    return step\n"
    printed = canonical("i = n\nj = next_of(i)\nk = i + step", head=head)
    assert (
        printed
        == """\
i: pl.Scalar[pl.INDEX] = n
i_1: pl.Scalar[pl.INDEX] = i
i_1: pl.Scalar[pl.INDEX] = i_1 + 1
step: pl.Scalar[pl.INDEX] = i_1 * 2
j: pl.Scalar[pl.INDEX] = step
k: pl.Scalar[pl.INDEX] = i + step"""
    )


def test_a_call_as_argument_is_made_once() -> None:
    head = "@pl.inline\ndef twice(t):\n    return pl.add(t, t)\n"
    printed = canonical("u = twice(pl.load(a, [0, 0], [16, 64]))", head=head)
    assert printed.count("pl.tile.load") == 1 and printed.endswith("pl.tile.add(t, t)")


def test_it_returns_several_values_and_calls_others() -> None:
    head = SCALED + "\n@pl.inline\ndef both(x, i):\n    return scaled(x, 2.0, [16, 64]), i + 1\n"
    printed = canonical("for i in pl.range(4):\n    t, j = both(a, i)\n    pl.store(t, [j, 0], out)", head=head)
    assert "_tuple_tmp: pl.Tuple[pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec], pl.Scalar[pl.INDEX]] = [part, i + 1]" in printed
    assert all(line.startswith("    ") for line in printed.split("\n")[1:])


def test_it_stands_in_yields_returns_and_operands() -> None:
    head = "@pl.inline\ndef more(t):\n    u = pl.add(t, 1.0)\n    return u\n"
    body = """
t = pl.load(a, [0, 0], [16, 64])
for i, (c,) in pl.range(4, init_values=(t,)):
    d = pl.yield_(more(c))
return pl.store(more(d), [0, 0], out)
"""
    printed = body_of(reprinted(written(body, head=head, returns=" -> pl.Tensor[[64, 64], pl.FP32]")))
    assert (
        "    u: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.adds(c, 1.0)\n    d: pl.Tile[[16, 64], pl.FP32] = pl.yield_(u)" in printed
    )
    assert printed.endswith("= pl.tile.adds(d, 1.0)\nreturn pl.tile.store(u_1, [0, 0], out)")


@pytest.mark.parametrize(
    ("head", "body", "message"),
    [
        ("def f2(x):\n    y = x + 1\n", "k = f2(n)", "returns a value, in its last statement"),
        ("def f2(x):\n    if x < 1:\n        return x\n    return x + 1\n", "k = f2(n)", "returns a value, in its last statement"),
        ("def f2(x):\n    return f2(x)\n", "k = f2(n)", "`f2` calls itself"),
        ("def f2(x):\n    return x\n", "k = f2()", "takes 1 argument by position: x"),
        ("def f2(x):\n    return x\n", "k = f2(x=n)", "takes 1 argument by position: x"),
        ("def f2(x):\n    y = x + 1\n    return y\n", "for i in pl.range(f2(n)):\n    k = i", "in the header of a statement"),
        (
            "def f2(x):\n    return x\n",
            "for (i,) in pl.while_(init_values=(n,)):\n    pl.cond(f2(i) < 4)\n    j = pl.yield_(i)",
            "in the header",
        ),
    ],
)
def test_what_cannot_be_expanded_is_refused(head: str, body: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as refused:
        parse_program(written(body, head=f"@pl.inline\n{head}"))
    [found] = refused.value.diagnostics
    assert found.code == "TW0117" and message in found.message and found.help
