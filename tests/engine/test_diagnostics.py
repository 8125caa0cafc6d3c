"""How a diagnostic looks. Each test shows the whole message that a user sees."""

from __future__ import annotations

import json
from textwrap import dedent

from tilewhy.engine.diagnostics import Renderer, diagnostic_json, render
from tilewhy.ir_facts.diagnostic import Diagnostic, Label
from tilewhy.ir_facts.nodes import Source, Span

KERNEL = Source(
    "kernel.py",
    dedent(
        """\
        class Kernel:
            def main(c, a, b):
                acc = pl.tile.load(c, [0, 0], [16, 16])
                for i, (acc_i,) in pl.range(4, init_values=(acc,)):
                    acc_n = pl.tile.matmul_acc(acc_i, a, b)
        """
    ),
)


def at(line: int, text: str, label: str = "", source: Source = KERNEL) -> Label:
    """A label on the first occurrence of `text` in `line`."""
    column = source.text.split("\n")[line - 1].index(text)
    return Label(Span(line, column, line, column + len(text)), label)


def shown(diagnostic: Diagnostic, width: int | None = None) -> str:
    return "\n" + Renderer(width=width).render(diagnostic) + "\n"


def test_labels_stand_in_line_order_and_the_first_one_given_is_the_place() -> None:
    diagnostic = Diagnostic(
        "TW0301",
        "acc_i must live in Acc, which tile.load cannot write",
        (at(5, "acc_i", "wanted in Acc here (operand acc)"), at(3, "acc", "loaded here")),
        help="let the accumulator come from tile.create or from a matmul",
        source=KERNEL,
    )
    assert (
        shown(diagnostic)
        == """
kernel.py:5:40: error[TW0301]: acc_i must live in Acc, which tile.load cannot write
    3 |         acc = pl.tile.load(c, [0, 0], [16, 16])
      |         --- loaded here
    5 |             acc_n = pl.tile.matmul_acc(acc_i, a, b)
      |                                        ^^^^^ wanted in Acc here (operand acc)
   help: let the accumulator come from tile.create or from a matmul
"""
    )


def test_several_labels_of_one_line_share_it() -> None:
    labels = (at(5, "b)", "right"), at(5, "acc_i", "accumulator"), at(5, "a,", "left"))
    assert (
        shown(Diagnostic("TW0301", "the operands disagree", labels, source=KERNEL))
        == """
kernel.py:5:50: error[TW0301]: the operands disagree
    5 |             acc_n = pl.tile.matmul_acc(acc_i, a, b)
      |                                        ----- accumulator
      |                                               -- left
      |                                                  ^^ right
"""
    )


def test_a_label_may_point_into_another_file() -> None:
    specs = Source("opspecs.yaml", "ops:\n  tile.matmul:\n    inputs: {lhs: Left}\n")
    there = at(3, "Left", "the op wants it there", specs)
    labels = (at(5, "acc_i", "this operand"), Label(there.span, there.text, specs))
    assert (
        shown(Diagnostic("TW0301", "the operand is elsewhere", labels, source=KERNEL))
        == """
kernel.py:5:40: error[TW0301]: the operand is elsewhere
    5 |             acc_n = pl.tile.matmul_acc(acc_i, a, b)
      |                                        ^^^^^ this operand
   in opspecs.yaml:3:19
    3 |     inputs: {lhs: Left}
      |                   ---- the op wants it there
"""
    )


def test_a_message_without_a_place_names_the_file_or_nothing() -> None:
    assert render(Diagnostic("TW0605", "is a directory", source=Source("kernels", ""))) == "kernels: error[TW0605]: is a directory"
    assert render(Diagnostic("TW0601", "no command given")) == "error[TW0601]: no command given"


def test_severity_is_said() -> None:
    assert render(Diagnostic("TW0302", "the op is unknown", severity="warning")) == "warning[TW0302]: the op is unknown"


def test_help_of_several_lines_is_aligned() -> None:
    assert (
        shown(Diagnostic("TW0301", "wrong", help="either this\nor that"))
        == """
error[TW0301]: wrong
   help: either this
         or that
"""
    )


def test_a_span_over_several_lines_is_marked_in_its_first() -> None:
    label = Label(Span(2, 4, 5, 3), "from here")
    assert (
        shown(Diagnostic("TW0101", "too long", (label,), source=KERNEL))
        == """
kernel.py:2:5: error[TW0101]: too long
    2 |     def main(c, a, b):
      |     ^^^^^^^^^^^^^^^^^^ from here
"""
    )


def test_the_end_of_the_file_is_a_place() -> None:
    source = Source("kernel.py", "x = (1,")
    assert (
        shown(Diagnostic("TW0101", "'(' is never closed", (Label(Span(1, 7, 1, 7)),), source=source))
        == """
kernel.py:1:8: error[TW0101]: '(' is never closed
    1 | x = (1,
      |        ^
"""
    )
    beyond = Label(Span(9, 0, 9, 0), "nothing more here")
    assert render(Diagnostic("TW0101", "truncated", (beyond,), source=source)) == "kernel.py:9:1: error[TW0101]: truncated"


def test_markers_stand_under_their_text_whatever_precedes_it() -> None:
    source = Source("kernel.py", "\tx = '寬字' + e\u0301 + y  # \u202edrow")
    assert (
        shown(Diagnostic("TW0101", "y is not defined", (at(1, "y", "here", source),), source=source))
        == """
kernel.py:1:18: error[TW0101]: y is not defined
    1 |     x = '寬字' + é + y  # \ufffddrow
      |                      ^ here
""".replace("é", "e\u0301")
    )


def test_what_would_steer_a_terminal_is_shown_instead() -> None:
    source = Source("evil\033[2J.py", "x = '\033[31m' + y")
    diagnostic = Diagnostic("TW0101", "y is\a bad", (at(1, "y", "\033[0m", source),), source=source)
    assert (
        shown(diagnostic)
        == """
evil␛[2J.py:1:15: error[TW0101]: y is␇ bad
    1 | x = '␛[31m' + y
      |               ^ ␛[0m
"""
    )


LONG = Source("kernel.py", f"    x: pl.Tile[[16, 16], pl.FP32] = pl.tile.load({'a, ' * 60}wrong, {'b, ' * 60}target)")


def test_a_line_is_whole_in_a_pipe() -> None:
    text = render(Diagnostic("TW0101", "no such name", (at(1, "wrong", "", LONG),), source=LONG))
    assert text.split("\n")[1] == f"    1 | {LONG.text}"


def test_a_line_that_is_wider_than_the_terminal_is_cut_around_its_label() -> None:
    assert (
        shown(Diagnostic("TW0101", "no such name", (at(1, "wrong", "not defined", LONG),), source=LONG), width=60)
        == """
kernel.py:1:230: error[TW0101]: no such name
    1 | ... a, a, a, a, wrong, b, b, b, b, b, b, b, b, b,...
      |                 ^^^^^ not defined
"""
    )


def test_labels_too_far_apart_for_one_window_get_one_each() -> None:
    labels = (at(1, "target", "the target", LONG), at(1, "x:", "the variable", LONG))
    assert (
        shown(Diagnostic("TW0101", "both", labels, source=LONG), width=60)
        == """
kernel.py:1:417: error[TW0101]: both
    1 |     x: pl.Tile[[16, 16], pl.FP32] = pl.tile.lo...
      |     -- the variable
    1 | ...b, b, b, b, b, b, b, b, b, b, b, b, b, target)
      |                                           ^^^^^^ the target
"""
    )


def test_colours_change_nothing_else() -> None:
    diagnostic = Diagnostic("TW0301", "wrong", (at(3, "acc", "here"),), help="mend it", source=KERNEL)
    colored = Renderer(color=True).render(diagnostic)
    assert "\033[1;31merror[TW0301]\033[0m" in colored
    plain = colored
    for style in ("1;31", "1;33", "1;36", "1;32", "34", "1", "0"):
        plain = plain.replace(f"\033[{style}m", "")
    assert plain == render(diagnostic)


def test_a_diagnostic_is_data_too() -> None:
    diagnostic = Diagnostic("TW0301", "wrong", (at(3, "acc", "here"),), help="mend it", source=KERNEL)
    assert json.loads(json.dumps(diagnostic_json(diagnostic))) == {
        "code": "TW0301",
        "severity": "error",
        "message": "wrong",
        "path": "kernel.py",
        "labels": [{"path": "kernel.py", "line": 3, "column": 9, "end_line": 3, "end_column": 12, "text": "here"}],
        "help": "mend it",
    }
