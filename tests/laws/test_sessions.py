"""A session answers as a full run does: the same text, the same messages with the same places, the same refusals, whatever was
asked before."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.kernels import generated
from tilewhy.engine.diagnostics import render
from tilewhy.engine.passes import InferTileMemorySpace, infer_tile_memory_space
from tilewhy.engine.session import Session
from tilewhy.ir_facts import parse_program
from tilewhy.ir_facts.diagnostic import DiagnosticError
from tilewhy.ir_facts.opspecs import Specs, load_specs

from ..conftest import ROOT

TARGET = "ascend910b"
KERNELS = [generated(60, function=16), *[path.read_text("utf-8") for path in sorted((ROOT / "examples").glob("*.py"))]]
FUNCTION = "\n    @pl.function"

Outcome = tuple["str | None", list[str]]


def full(infer: InferTileMemorySpace, text: str) -> Outcome:
    try:
        result = infer.run(parse_program(text, specs=infer.specs))
    except DiagnosticError as error:
        return None, [render(one) for one in error.diagnostics]
    return str(result.program), [render(one) for one in result.diagnostics]


def answered(session: Session, text: str) -> Outcome:
    try:
        answer = session.run(text)
    except DiagnosticError as error:
        return None, [render(one) for one in error.diagnostics]
    return answer.text, [render(one) for one in answer.diagnostics]


def in_line(change: Callable[[str], str]) -> Callable[[str, int], str]:
    """An edit of one line of the functions."""

    def edit(text: str, where: int) -> str:
        lines = text.split("\n")
        number = 5 + where % max(len(lines) - 5, 1)
        return "\n".join([*lines[:number], *change(lines[number]).split("\n"), *lines[number + 1 :]]) if number < len(lines) else text

    return edit


def among_functions(change: Callable[[list[str], int], list[str]]) -> Callable[[str, int], str]:
    """An edit of the list of functions, of which the first element is what stands above them."""

    def edit(text: str, where: int) -> str:
        head, *functions = text.split(FUNCTION)
        return FUNCTION.join([head, *change(functions, where % len(functions))]) if functions else text

    return edit


def indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


EDITS = {
    "comment": in_line(lambda line: f"{indent(line)}# look here\n{line}"),
    "twice": in_line(lambda line: f"{line}\n{line}"),
    "gone": in_line(lambda line: indent(line) + "pass"),
    "renamed": in_line(lambda line: re.sub(r"^( +)(\w+):", r"\1other_\2:", line)),
    "memory": in_line(lambda line: re.sub(r"pl\.Mem\.\w+", "pl.Mem.Vec", line)),
    "unmarked": in_line(lambda line: re.sub(r", attrs=\{[^}]*\}", "", line)),
    "unknown op": in_line(lambda line: re.sub(r"pl\.tile\.muls", "pl.tile.mulz", line)),
    "larger": in_line(lambda line: line.replace("16", "4096")),
    "writable": in_line(lambda line: line.replace("x: pl.Tensor[[16, 512], pl.BF16]", "x: pl.InOut[pl.Tensor[[16, 512], pl.BF16]]")),
    "no longer called": in_line(lambda line: re.sub(r"self\.kernel_\d", "self.kernel_0", line)),
    "another kind": among_functions(
        lambda all, at: [*all[:at], re.sub(r"FunctionType\.\w+", "FunctionType.AIV", all[at], count=1), *all[at + 1 :]]
    ),
    "removed": among_functions(lambda all, at: all[:at] + all[at + 1 :] if len(all) > 1 else all),
    "first": among_functions(lambda all, at: [all[at], *all[:at], *all[at + 1 :]]),
}


@pytest.fixture(scope="module")
def specs() -> Specs:
    return load_specs()


@settings(max_examples=30, deadline=None)
@given(
    kernel=st.sampled_from(KERNELS),
    edits=st.lists(st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 10_000), st.booleans()), min_size=1, max_size=6),
)
def test_a_session_answers_as_a_full_run_does(specs: Specs, kernel: str, edits: list[tuple[str, int, bool]]) -> None:
    infer, session = infer_tile_memory_space(TARGET, specs), Session(TARGET, specs)
    text = kernel
    assert answered(session, text) == full(infer, text)
    for name, where, undo in edits:
        before, text = text, EDITS[name](text, where)
        assert answered(session, text) == full(infer, text)
        if undo:
            text = before
            assert answered(session, text) == full(infer, text)


@pytest.mark.parametrize("edit", ["twice", "comment", "larger", "unmarked"])
def test_every_function_of_a_kernel_is_edited_in_turn(specs: Specs, edit: str) -> None:
    infer, session = infer_tile_memory_space(TARGET, specs), Session(TARGET, specs)
    text = generated(300, function=60)
    session.run(text)
    for number, line in enumerate(text.split("\n")):
        if "kept_0" in line and "load" in line:
            edited = EDITS[edit](text, number - 5)
            assert edited != text
            assert answered(session, edited) == full(infer, edited)


def test_only_the_function_that_has_changed_is_placed_again(specs: Specs) -> None:
    session = Session(TARGET, specs)
    text = generated(200, function=50)
    assert len(session.run(text).placed) == 5
    assert session.run(text).placed == ()
    assert session.run(f"\n{text}".removeprefix("\n")).placed == ()
    number = text.split("\n").index(next(line for line in text.split("\n") if "def kernel_2" in line))
    assert session.run(EDITS["comment"](text, number + 1 - 5)).placed == ("kernel_2",)


OUTER = """\
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def outer(self, w: pl.Tensor[[512, 64], pl.BF16], scale: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
        made: pl.Tensor[[16, 64], pl.FP32] = self.main(w, scale)
        return made
"""


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(
            lambda text: text.replace("def main(self, w:", "def main(self, x: pl.Tensor[[16, 512], pl.BF16], w:").replace(
                "        x: pl.Tensor[[16, 512], pl.BF16] = pl.tensor.create([16, 512], dtype=pl.BF16, layout=pl.TensorLayout.ND)\n", ""
            ),
            id="the caller hands in storage of its own caller",
        ),
        pytest.param(
            lambda text: text.replace("out: pl.Out[pl.Tensor[[16, 64], pl.FP32]])", "out: pl.Tensor[[16, 64], pl.FP32])", 1),
            id="what the caller calls before returns storage that nobody knows",
        ),
        pytest.param(lambda text: text + OUTER, id="the caller is called"),
    ],
)
def test_what_happens_elsewhere_decides_what_stays_resident(specs: Specs, edit: Callable[[str], str]) -> None:
    """None of these edits touches the last kernel, out of whose loops nothing can be moved afterwards."""
    infer, session = infer_tile_memory_space(TARGET, specs), Session(TARGET, specs)
    text = generated(100, function=32)
    edited = edit(text)
    assert edited != text
    for asked in (text, edited, text):
        assert answered(session, asked) == full(infer, asked)
    assert moved(session.run(text).text, "kernel_3") and not moved(session.run(edited).text, "kernel_3")


def moved(text: str, function: str) -> bool:
    """Whether the first marked load of a function stands in front of its loop."""
    body = text[text.index(f"def {function}(") :]
    return body.index("kept_0:") < body.index("for i_0,")


def test_messages_stay_with_their_lines(specs: Specs) -> None:
    infer, session = infer_tile_memory_space(TARGET, specs), Session(TARGET, specs)
    text = generated(100, function=32)
    odd = text.replace("pl.tile.muls", "pl.tile.mulz")  # an unknown op in every kernel, which is told once
    late = odd.replace("pl.tile.mulz", "pl.tile.muls", 2)
    for asked in (odd, late, late.replace("        start_0", "        # a line more\n        start_0", 1), text, odd):
        assert answered(session, asked) == full(infer, asked)
        assert len(answered(session, asked)[1]) == (asked is not text)


def test_a_refusal_forgets_nothing(specs: Specs) -> None:
    session = Session(TARGET, specs)
    text = generated(200, function=50)
    answer = session.run(text)
    with pytest.raises(DiagnosticError):
        session.run(text.replace("scaled_0", "nowhere", 1))
    again = session.run(text)
    assert (again.text, again.placed) == (answer.text, ())


def test_strict_sessions_refuse_what_strict_runs_refuse(specs: Specs) -> None:
    text = generated(100, function=50).replace("pl.tile.muls", "pl.tile.mulz", 1)
    assert answered(Session(TARGET, specs, strict=True), text) == full(infer_tile_memory_space(TARGET, specs, strict=True), text)


def test_the_largest_kernel_of_the_corpus(corpus: Path, specs: Specs) -> None:
    path = max(corpus.glob("model/*.before.py"), key=lambda path: path.stat().st_size)
    specs = load_specs(ROOT / "tests" / "overlays" / "pypto-2026-08.yaml")
    infer, session = infer_tile_memory_space(TARGET, specs), Session(TARGET, specs)
    text = path.read_text("utf-8")
    assert answered(session, text) == full(infer, text)
    for where in range(100, text.count("\n"), 1201):
        edited = EDITS["twice"](text, where)
        assert answered(session, edited) == full(infer, edited)
