"""Input that no author meant: huge, deep, cut off, or no text at all. Each gets one clear answer in bounded time and memory."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

SECONDS, BYTES = 60, 2 << 30
"""What one run may take. The product itself takes far less; slow machines run tests too."""

HAND = """import pypto.language as pl


@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 64], pl.FP32]:
"""
DUMP = HAND.replace("import", "# pypto.program: Kernel\nimport", 1).replace("self, ", "")
END = "        return x\n"
DEEP = 5000

TOO_MANY_PARENTHESES = "error[TW0101]: this is not Python: too many nested parentheses"
TOO_MANY_LEVELS = "error[TW0101]: this is not Python: too many levels of indentation"
TOO_DEEP = "error[TW0103]: expressions or blocks are nested too deeply to be read"
TOO_LARGE = "error[TW0121]: this is too large for a kernel: more than 64 MB, 250,000 lines, or 4 MB in one line"


def infer(folder: Path, data: str | bytes, *words: str) -> tuple[int, str, str]:
    """Run `tilewhy infer` on `data` in a process of its own, within the limits: status, stdout, stderr."""
    (folder / "kernel.py").write_bytes(data.encode() if isinstance(data, str) else data)
    done = subprocess.run(
        [sys.executable, "-m", "tilewhy.engine", "infer", "kernel.py", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES)),
    )
    return done.returncode, done.stdout, done.stderr


def scalar(value: str) -> str:
    return f"        m: pl.Scalar[pl.INDEX] = {value}\n"


BLOCKS = "".join(f"        {' ' * depth}if n < 4:\n" for depth in range(DEEP)) + f"        {' ' * DEEP}m: pl.Scalar[pl.INDEX] = n + 1\n"
ELIFS = "        if n < 1:\n" + scalar("n").replace("m:", "    m:") + ("        elif n < 2:\n" + scalar("n").replace("m:", "    m:")) * DEEP


@pytest.mark.parametrize("head", [HAND, DUMP], ids=["hand-written", "dump"])
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (BLOCKS, TOO_MANY_LEVELS),
        (ELIFS, TOO_DEEP),
        (scalar("(" * DEEP + "n" + ")" * DEEP), TOO_MANY_PARENTHESES),
        (scalar("pl.min(" * DEEP + "n" + ", 1)" * DEEP), TOO_MANY_PARENTHESES),
        (scalar("[" * DEEP + "n" + "]" * DEEP), TOO_MANY_PARENTHESES),
        (scalar("n + " * DEEP + "n"), TOO_DEEP),
        (scalar("-" * DEEP + "n"), TOO_DEEP),
    ],
    ids=["blocks", "elifs", "parentheses", "calls", "lists", "sums", "signs"],
)
def test_five_thousand_levels(head: str, body: str, told: str, tmp_path: Path) -> None:
    status, out, err = infer(tmp_path, head + body + END)
    assert (status, out) == (2, "")
    assert err.splitlines()[0].split(": ", 1)[1] == told and "Traceback" not in err


def test_as_many_levels_as_python_takes(tmp_path: Path) -> None:
    blocks = "".join(f"        {' ' * depth}if n < 4:\n" for depth in range(90)) + f"        {' ' * 90}m: pl.Scalar[pl.INDEX] = n + 1\n"
    status, out, err = infer(tmp_path, DUMP + blocks + END)
    assert (status, err) == (0, "") and out.count("if n < 4:") == 90


def test_a_hundred_thousand_statements(tmp_path: Path) -> None:
    text = DUMP + "".join(f"        m{number}: pl.Scalar[pl.INDEX] = n + {number}\n" for number in range(100_000)) + END
    began = time.monotonic()
    status, out, err = infer(tmp_path, text)
    assert (status, err) == (0, "")
    assert [line for line in out.splitlines() if " = n + " in line] == [line for line in text.splitlines() if " = n + " in line]
    assert time.monotonic() - began < SECONDS


@pytest.mark.parametrize(
    "data",
    [("# " + "y" * 97 + "\n") * 500_000, HAND + "        m = n + 1\n" * 2_700_000 + END, "x" * 50_000_000],
    ids=["comments", "statements", "one word"],
)
def test_fifty_megabytes(data: str, tmp_path: Path) -> None:
    assert infer(tmp_path, data) == (2, "", f"kernel.py: {TOO_LARGE}\n   help: split the program into several files\n")


def test_more_lines_than_any_kernel_has(tmp_path: Path) -> None:
    assert infer(tmp_path, DUMP + scalar("n") * 250_001 + END)[2].splitlines()[0] == f"kernel.py: {TOO_LARGE}"


def test_a_device_that_never_ends(tmp_path: Path) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no /dev/zero here")
    done = subprocess.run([sys.executable, "-m", "tilewhy.engine", "infer", "/dev/zero"], capture_output=True, text=True, timeout=SECONDS)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(f"/dev/zero: {TOO_LARGE}\n")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    assert infer(tmp_path, bytes(range(256)) * 1000) == (
        2,
        "",
        "kernel.py: error[TW0606]: a binary file, not text: it holds a NUL byte at offset 0\n   help: a kernel is Python text in UTF-8\n",
    )
    status, out, err = infer(tmp_path, bytes(range(128, 256)) * 1000)
    assert (status, out) == (2, "")
    assert err.splitlines()[0] == "kernel.py:1:1: error[TW0102]: the file is not UTF-8: byte 0x80 cannot stand here"


KERNEL = DUMP + (
    "        x_tile: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(x, [0, 0], [16, 64], [16, 64])\n"
    "        y: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(x_tile, [0, 0], x)\n"
    "        return y\n"
)


def test_a_file_that_was_cut_off_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each end gives a whole result or a refusal with a place, never half a result."""
    from tilewhy.engine.cli import main

    whole = KERNEL.rstrip("\n")
    kernel, placed = tmp_path / "kernel.py", tmp_path / "placed.py"
    for end in range(0, len(whole), 3):
        kernel.write_text(whole[:end])
        status = main(["infer", str(kernel), "-o", str(placed)])
        err = capsys.readouterr().err
        if status == 0:
            assert placed.read_text().startswith("# pypto.program: Kernel\n")
            placed.unlink()
        else:
            assert not placed.exists() and "error[TW0" in err and "TW0699" not in err and "Traceback" not in err


@pytest.mark.parametrize(("error", "told"), [(RecursionError(), "nested too deeply"), (MemoryError(), "not enough memory")])
def test_what_is_beyond_us_is_said_in_one_line(error: Exception, told: str) -> None:
    from tilewhy.engine.diagnostics import render
    from tilewhy.engine.failures import diagnostics_of

    assert [render(one) for one in diagnostics_of(error, "deep.py")] == [f"deep.py: error[TW0608]: {told}"]
    assert render(diagnostics_of(RecursionError(), None)[0]) == "error[TW0608]: nested too deeply"
