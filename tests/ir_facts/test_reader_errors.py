"""What cannot be read is refused with a code, a place and a way out, never with a traceback."""

from __future__ import annotations

import pytest

from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import Diagnostic, DiagnosticError
from tilewhy.ir_facts.read_source import decode

from .kernels import dump, written


def refused(text: str) -> tuple[Diagnostic, str]:
    """The diagnostic for a text, and the source under its primary label."""
    with pytest.raises(DiagnosticError) as caught:
        parse_program(text, path="k.py")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.help and diagnostic.source is not None and diagnostic.source.path == "k.py"
    span = diagnostic.labels[0].span
    line = text.replace("\r\n", "\n").split("\n")[span.line - 1]
    return diagnostic, line[span.column : span.end_column] if span.line == span.end_line else line[span.column :]


CASES = [
    # what is wrong, the body, the code, the text under the caret
    ("a name that nothing defines", "x: pl.Scalar[pl.INDEX] = m + 1", "TW0105", "m"),
    ("a name out of its scope", "for i, (k,) in pl.range(2, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(k)\nreturn k", "TW0105", "k"),
    ("an unknown type", "x: pl.Tilde[[4], pl.FP32] = n", "TW0106", "pl.Tilde"),
    ("an unknown dtype", "x: pl.Tile[[4], pl.FP31] = n", "TW0106", "pl.FP31"),
    ("a dtype as a type", "x: pl.INT64 = n", "TW0106", "pl.INT64"),
    ("an unknown space", "x: pl.Tile[[4], pl.FP32, pl.Mem.Vex] = n", "TW0106", "pl.Mem.Vex"),
    ("an unknown key of a view", "x: pl.Tile[[4], pl.FP32, pl.TileView(lay=1)] = n", "TW0106", "1"),
    ("an unknown layout", "x: pl.Tile[[4], pl.FP32, pl.TileView(blayout=pl.TileLayout.zig)] = n", "TW0106", "pl.TileLayout.zig"),
    ("a view without layout", "x: pl.Tensor[[4], pl.FP32, pl.TensorView(stride=[1])] = n", "TW0106", "pl.TensorView(stride=[1])"),
    ("too many values yielded", "for i, (k,) in pl.range(2, init_values=(n,)):\n    r, s = pl.yield_(k, k)", "TW0110", "r, s = pl.yield_(k, k)"),
    ("names without values", "if n < 1:\n    p, q = pl.yield_(n)\nelse:\n    p, q = pl.yield_(n)", "TW0110", "p, q = pl.yield_(n)"),
    ("branches that disagree", "if n < 1:\n    p = pl.yield_(n)\nelse:\n    p, q = pl.yield_(n, n)", "TW0110", "p, q = pl.yield_(n, n)"),
    ("a branch that yields nothing", "if n < 1:\n    p = pl.yield_(n)\nelse:\n    return", "TW0110", "if n < 1:"),
    ("a yield without an else", "if n < 1:\n    p = pl.yield_(n)", "TW0110", "p = pl.yield_(n)"),
    ("a yield that is not last", "if n < 1:\n    p = pl.yield_(n)\n    return\nelse:\n    p = pl.yield_(n)", "TW0110", "p = pl.yield_(n)"),
    ("a yield of a loop that carries nothing", "for i in pl.range(2):\n    p = pl.yield_(n)", "TW0110", "p = pl.yield_(n)"),
    ("a yield outside of everything", "p = pl.yield_(n)", "TW0110", "p = pl.yield_(n)"),
    ("a loop over something else", "for i in range(4):\n    pass", "TW0112", "range(4)"),
    ("a header that names too few", "for i, (k,) in pl.range(2, init_values=(n, n)):\n    pass", "TW0112", "i, (k,)"),
    ("a pipeline without stages", "for i in pl.pipeline(4):\n    pass", "TW0112", "pl.pipeline(4)"),
    ("a while without its condition", "for (k,) in pl.while_(init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(k)", "TW0112", "r: pl.Scalar[pl.INDEX] = pl.yield_(k)"),
    ("an unknown scope", "with pl.incore():\n    pass", "TW0113", "pl.incore()"),
    ("augmented assignment", "n += 1", "TW0108", "n += 1"),
    ("two targets", "x = y = n", "TW0108", "x = y = n"),
    ("an import", "import os", "TW0108", "import os"),
    ("a conditional expression", "x: pl.Scalar[pl.INDEX] = n if n else n", "TW0109", "n if n else n"),
    ("a chained comparison", "x: pl.Scalar[pl.BOOL] = 0 < n < 3", "TW0109", "0 < n < 3"),
    ("a string as an operand", "pl.tile.f('a')", "TW0109", "'a'"),
    ("an integer of 65 bits", f"x: pl.Scalar[pl.INDEX] = {1 << 64}", "TW0109", str(1 << 64)),
    ("an unknown function", "self.g(n)", "TW0116", "self.g(n)"),
    ("a float in an integer constant", "x: pl.Scalar[pl.INT32] = pl.const(1.5, pl.INT32)", "TW0107", "1.5"),
    ("a header as a value", "x: pl.Scalar[pl.INDEX] = pl.range(4)", "TW0107", "pl.range(4)"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "body", "code", "under"), CASES, ids=[case[0] for case in CASES])
def test_in_a_dump(what: str, body: str, code: str, under: str) -> None:
    diagnostic, text = refused(dump(body))
    assert (diagnostic.code, text) == (code, under)


AUTHORED = [
    ("arithmetic on a tensor", "x = a + 1", "TW0115", "a + 1"),
    ("integer with float", "x = n * 1.5", "TW0115", "n * 1.5"),
    ("comparison of booleans", "x = (n < 1) == (n < 2)", "TW0115", "(n < 1) == (n < 2)"),
    ("a bit operator", "x = n & 1", "TW0109", "n & 1"),
    ("division by zero", "x = n + 1 // 0", "TW0109", "1 // 0"),
    ("a huge power", "x = 2 ** 9999", "TW0109", "2 ** 9999"),
    ("an unknown op", "x = pl.laod(a, [0, 0], [4, 4])", "TW0158", "pl.laod(a, [0, 0], [4, 4])"),
    ("a builtin", "x = len(a)", "TW0107", "len"),
    ("an annotation against the value", "x: pl.Tile[[4, 4], pl.FP32] = pl.load(a, [0, 0], [4, 8])", "TW0118", "pl.Tile[[4, 4], pl.FP32]"),
    ("a variable of another type", "x = n\nx = pl.load(a, [0, 0], [4, 4])", "TW0119", "x = pl.load(a, [0, 0], [4, 4])"),
    ("a static assertion", "pl.static_assert(1 == 2)", "TW0120", "pl.static_assert(1 == 2)"),
    ("an extent that nothing defines", "x: pl.Tensor[[m, 4], pl.FP32] = a", "TW0105", "m"),
    ("unpacking one value", "x, y = n", "TW0108", "x, y = n"),
    ("a condition that is a number", "if n:\n    return", "TW0115", "n"),
    ("an unrolled loop that carries", "for i, (k,) in pl.unroll(2, init_values=(n,)):\n    r = pl.yield_(k)", "TW0112", "pl.unroll(2, init_values=(n,))"),
    ("a missing argument", "self.f(a)", "TW0107", "self.f(a)"),
    ("too many indices", "x = a[0, 0, 0]", "TW0109", "a[0, 0, 0]"),
    ("a window with a step", "x = a[0:4:2, 0:4]", "TW0109", "2"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "body", "code", "under"), AUTHORED, ids=[case[0] for case in AUTHORED])
def test_in_a_hand_written_kernel(what: str, body: str, code: str, under: str) -> None:
    diagnostic, text = refused(written(body))
    assert (diagnostic.code, text) == (code, under)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("x = (1,\n", "TW0101", 1, 4),
        ("class A:\n\tx = 1\n        y = 2\n", "TW0101", 3, None),
        ("class A:\n    def f(self):\n", "TW0101", 2, None),
        ("x = 1\n\0", "TW0101", 2, 0),
        ("x = 'abc\n", "TW0101", 1, 4),
        ("x = '\ud800'\n", "TW0102", None, None),
        ("", "TW0104", 1, 0),
        ("import pypto.language as pl\n\n", "TW0104", 1, 0),
        ("x = " + "(" * 300 + ")" * 300, "TW0101", 1, None),
        ("x = " + "-" * 100_000 + "1", "TW0103", 1, None),
        ("x = 1" + "1" * 5000, "TW0101", 1, None),
    ],
)
def test_a_text_that_is_no_program(text: str, code: str, line: int | None, column: int | None) -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_program(text)
    diagnostic = caught.value.diagnostics[0]
    span = diagnostic.labels[0].span
    assert diagnostic.code == code and diagnostic.help
    assert line is None or span.line == line
    assert column is None or span.column == column


def test_every_prefix_of_a_file_is_refused_or_read() -> None:
    text = written("for i, (k,) in pl.range(2, init_values=(n,)):\n    t = pl.load(a, [0, 0], [4, 4])\n    r = pl.yield_(k + 1)\nreturn")
    for end in range(0, len(text), 3):
        try:
            parse_program(text[:end])
        except DiagnosticError as error:
            assert error.diagnostics[0].code.startswith("TW01")


def test_chains_and_ladders_that_are_too_deep() -> None:
    assert refused(dump("x: pl.Scalar[pl.INDEX] = " + "n + " * 300 + "n"))[0].code == "TW0103"
    ladder = "if n < 1:\n    return\n" + "elif n < 2:\n    return\n" * 2000
    assert refused(dump(ladder))[0].code == "TW0103"


def test_what_can_be_read_can_be_printed() -> None:
    assert str(parse_program(dump("x: pl.Scalar[pl.INDEX] = " + "n + " * 190 + "n"))).endswith("+ n")
    nested = "pl.min(n, " * 60 + "n" + ")" * 60
    assert str(parse_program(dump(f"x: pl.Scalar[pl.INDEX] = {nested}"))).endswith(nested)


def test_a_file_that_is_not_utf8() -> None:
    with pytest.raises(DiagnosticError) as caught:
        decode("x = 'é'\n".encode() + b"y = '\xe9'\n", "k.py")
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.code == "TW0102" and diagnostic.labels[0].span[:2] == (2, 5)
    assert decode(b"\xef\xbb\xbfx = 1", "k.py") == "x = 1"


def test_the_same_function_twice() -> None:
    diagnostic, under = refused(dump("return") + "\n    @pl.function\n    def f(self):\n        return")
    assert (diagnostic.code, under) == ("TW0111", "f") and "line 7" in diagnostic.help


def test_two_programs_or_none() -> None:
    text = dump("return")
    second = text.partition("\n\n")[2].replace("class Demo", "class Other")
    assert refused(f"{text}\n{second}")[0].code == "TW0104"
    diagnostic, under = refused(text.replace("@pl.program\n", ""))
    assert (diagnostic.code, under) == ("TW0104", "Demo")
    assert refused(text.replace("@pl.function", "@pl.fn"))[0].code == "TW0104"


@pytest.mark.parametrize(
    ("signature", "code", "under"),
    [
        ("n", "TW0114", "n"),
        ("n: pl.Scalar[pl.INDEX] = 3", "TW0114", "3"),
        ("n: pl.InOut[pl.Scalar[pl.INDEX]]", "TW0114", "pl.InOut[pl.Scalar[pl.INDEX]]"),
        ("*n: pl.Scalar[pl.INDEX]", "TW0114", "n: pl.Scalar[pl.INDEX]"),
    ],
)
def test_signatures(signature: str, code: str, under: str) -> None:
    diagnostic, text = refused(dump("return", signature=signature))
    assert (diagnostic.code, text) == (code, under)


def test_a_level_that_contradicts_the_type() -> None:
    assert refused(dump("return").replace("CHIP_DIE", "HOST"))[0].code == "TW0114"


def test_an_inlined_function_without_a_value() -> None:
    head = "@pl.inline\ndef helper(x):\n    y = x\n"
    assert refused(written("y = helper(a)", head=head))[0].code == "TW0117"


def test_a_place_behind_wide_characters() -> None:
    diagnostic, under = refused(dump('pl.tile.f(n, attrs={"é→": m})'))
    assert (diagnostic.code, under) == ("TW0105", "m")
