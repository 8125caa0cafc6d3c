"""The command line as users and scripts meet it: what is printed where, which files appear, which status comes back."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tilewhy.engine.cli import main
from tilewhy.engine.commands import COMMANDS, load

KERNEL = dedent(
    """\
    import pypto.language as pl

    @pl.program
    class Kernel:
        @pl.function(type=pl.FunctionType.InCore)
        def main(self, x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
            # bring it in
            x_tile = pl.load(x, [0, 0], [16, 64])
            y_tile = pl.exp(x_tile)
            return pl.store(y_tile, [0, 0], out)
    """
)
PLACED = "x_tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)"
BROKEN = "import pypto.language as pl\nclass Kernel(:\n"
WRONG = KERNEL.replace("[16, 64]", "[16, 16]").replace("pl.exp(x_tile)", "pl.matmul_acc(x_tile, x_tile, x_tile)")
"""An accumulator that comes from a load: nothing fills Acc."""


class Out:
    """What a command printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def tilewhy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs a command in an empty folder that holds the kernels `good.py`, `broken.py` and `wrong.py`."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("good.py", KERNEL), ("broken.py", BROKEN), ("wrong.py", WRONG)):
        Path(name).write_text(text)

    def run(*words: str) -> Out:
        status = main(words)
        return Out(status, *capsys.readouterr())

    return run


def process(*words: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "tilewhy.engine", *words], capture_output=True, timeout=60, **options)  # type: ignore[call-overload]


# ---------------------------------------------------------------------------------------------- finding a command


@pytest.mark.parametrize("words", [("--help",), ("-h",), ("help",)])
def test_help_names_every_command(tilewhy, words) -> None:
    told = tilewhy(*words)
    assert told.status == 0
    assert all(f"  {name} " in told.out for name in COMMANDS)


def test_help_imports_nothing_that_it_does_not_need() -> None:
    code = "import sys; from tilewhy.engine.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.split()
    assert not {"argparse", "ast", "clingo", "yaml", "dataclasses", "difflib", "tilewhy.ir_facts"} & set(loaded)


def test_every_module_of_commands_is_a_command() -> None:
    folder = Path(load("infer").__file__).parent  # type: ignore[attr-defined]
    modules = {path.stem.replace("_", "-") for path in folder.glob("*.py")} - {"--init--"}
    assert modules == set(COMMANDS)
    assert all(callable(load(name).arguments) and callable(load(name).run) for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(tilewhy, name) -> None:
    told = tilewhy(name, "--help")
    assert told.status == 0
    assert told.out.startswith(f"usage: tilewhy {name} ")
    assert COMMANDS[name] in " ".join(told.out.split())


def test_an_unknown_command(tilewhy) -> None:
    told = tilewhy("infre", "good.py")
    assert (told.status, told.out) == (2, "")
    assert told.err == "error[TW0601]: tilewhy has no command `infre`\n   help: did you mean `infer`?\n"


def test_no_command(tilewhy) -> None:
    told = tilewhy()
    assert told.status == 2
    assert told.err == "error[TW0601]: no command given\n   help: tilewhy --help lists the commands\n"


def test_an_unknown_option(tilewhy) -> None:
    told = tilewhy("infer", "good.py", "--fomat")
    assert (told.status, told.out) == (2, "")
    assert told.err == "error[TW0602]: tilewhy infer: unrecognized arguments: --fomat\n   help: did you mean `--format`?\n"


def test_options_are_not_abbreviated(tilewhy) -> None:
    assert tilewhy("infer", "good.py", "--form").status == 2


def test_a_missing_argument(tilewhy) -> None:
    told = tilewhy("infer")
    assert told.status == 2
    assert told.err == (
        "error[TW0602]: tilewhy infer: the following arguments are required: FILE\n   help: tilewhy infer --help lists its arguments\n"
    )


def test_an_unknown_target(tilewhy) -> None:
    told = tilewhy("infer", "good.py", "--target", "ascend910")
    assert (told.status, told.out) == (2, "")
    assert told.err == "error[TW0602]: argument --target: unknown target `ascend910`\n   help: did you mean `ascend910b`?\n"


# ---------------------------------------------------------------------------------------------- where results go


def test_one_kernel_goes_to_standard_output(tilewhy) -> None:
    told = tilewhy("infer", "good.py")
    assert (told.status, told.err) == (0, "")
    assert PLACED in told.out
    assert told.out.endswith("out)\n")


def test_standard_input_is_a_kernel() -> None:
    told = process("infer", "-", input=KERNEL.encode())
    assert told.returncode == 0
    assert PLACED.encode() in told.stdout
    told = process("infer", "-", input=BROKEN.encode())
    assert told.returncode == 2
    assert told.stderr.startswith(b"<stdin>:2:14: error[TW01")


def test_one_kernel_goes_into_a_file(tilewhy) -> None:
    told = tilewhy("infer", "good.py", "-o", "placed.py")
    assert (told.status, told.out, told.err) == (0, "", "")
    assert PLACED in Path("placed.py").read_text()


def test_one_kernel_goes_into_a_folder(tilewhy) -> None:
    Path("there").mkdir()
    assert tilewhy("infer", "good.py", "-o", "there").status == 0
    assert tilewhy("infer", "good.py", "-o", "new/").status == 0
    assert Path("there/good.py").read_text() == Path("new/good.py").read_text()


def test_several_kernels_need_a_folder(tilewhy) -> None:
    told = tilewhy("infer", "good.py", "wrong.py")
    assert (told.status, told.out) == (2, "")
    assert told.err == "error[TW0603]: several kernels need -o DIR for their results\n"


def test_kernels_of_one_name_would_overwrite_each_other(tilewhy) -> None:
    Path("sub").mkdir()
    Path("sub/good.py").write_text(KERNEL)
    told = tilewhy("infer", "good.py", "sub/good.py", "-o", "out")
    assert told.status == 2
    assert "good.py and sub/good.py would both be written to" in told.err
    assert not Path("out").exists()


def test_a_refused_kernel_leaves_no_output_and_the_others_go_on(tilewhy) -> None:
    told = tilewhy("infer", "wrong.py", "good.py", "-o", "out")
    assert (told.status, told.out) == (1, "")
    assert sorted(os.listdir("out")) == ["good.py"]
    errors = [line for line in told.err.splitlines() if "error[" in line]
    assert len(errors) == 1
    assert errors[0].startswith("wrong.py:")
    assert "error[TW03" in errors[0]


def test_the_worst_status_wins(tilewhy) -> None:
    told = tilewhy("infer", "broken.py", "wrong.py", "missing.py", "good.py", "-o", "out")
    assert told.status == 2
    assert [line.split(":")[0] for line in told.err.splitlines() if "error[" in line] == ["broken.py", "wrong.py", "missing.py"]
    assert sorted(os.listdir("out")) == ["good.py"]


# ---------------------------------------------------------------------------------------------- what the result looks like


def test_diff_shows_what_the_pass_changed_and_nothing_else(tilewhy) -> None:
    told = tilewhy("infer", "good.py", "--diff")
    assert told.status == 0
    assert told.out.startswith("--- good.py\n+++ good.py (placed)\n@@")
    assert f"\n+        {PLACED}\n" in told.out
    changed = [line[1:].lstrip() for line in told.out.splitlines() if line[0] in "+-" and line[:3] not in ("+++", "---")]
    assert {line.split(":")[0] for line in changed} == {"x_tile"}  # that the rest is spelt out is not the pass's doing


def test_diff_beside_a_written_result(tilewhy) -> None:
    told = tilewhy("infer", "good.py", "--diff", "-o", "placed.py")
    assert told.out.startswith("--- good.py\n")
    assert PLACED in Path("placed.py").read_text()
    assert tilewhy("infer", "placed.py", "--diff").out == ""


def test_diff_of_several_kernels_needs_no_folder(tilewhy) -> None:
    Path("same.py").write_text(KERNEL)
    told = tilewhy("infer", "good.py", "same.py", "--diff")
    assert told.status == 0
    assert [line for line in told.out.splitlines() if line.startswith("---")] == ["--- good.py", "--- same.py"]


def test_format_passes_the_result_through_ruff(tilewhy) -> None:
    pytest.importorskip("ruff")
    told = tilewhy("infer", "good.py", "--format")
    assert told.status == 0
    assert "\n\n\n@pl.program" in told.out


def test_format_without_ruff(tilewhy, monkeypatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    told = tilewhy("infer", "good.py", "--format")
    assert (told.status, told.out) == (2, "")
    assert told.err == "error[TW0609]: --format needs ruff, which is not installed\n   help: pip install ruff\n"


# ---------------------------------------------------------------------------------------------- files that cannot be read


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.py", None, "missing.py: error[TW0605]: cannot read the file: no such file or directory\n"),
        (".", None, ".: error[TW0605]: is a directory, not a file\n   help: name its files: ./*.py\n"),
        (
            "object.py",
            b"\x7fELF\0\0",
            "object.py: error[TW0606]: a binary file, not text: it holds a NUL byte at offset 4\n"
            "   help: a kernel is Python text in UTF-8\n",
        ),
        (
            "latin1.py",
            b"# caf\xe9\n",
            "latin1.py:1:6: error[TW0102]: the file is not UTF-8: byte 0xe9 cannot stand here\n"
            "    1 | # caf\ufffd\n"
            "      |      ^\n"
            "   help: save the file as UTF-8\n",
        ),
    ],
)
def test_what_is_no_text_is_said_and_leaves_no_output(tilewhy, name, content, says) -> None:
    if content is not None:
        Path(name).write_bytes(content)
    told = tilewhy("infer", name, "-o", "placed.py")
    assert (told.status, told.out, told.err) == (2, "", says)
    assert not Path("placed.py").exists()


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tilewhy) -> None:
    Path("good.py").chmod(0)
    assert tilewhy("infer", "good.py").err == "good.py: error[TW0605]: cannot read the file: permission denied\n"


def test_a_byte_order_mark_and_foreign_line_ends_are_no_obstacle(tilewhy) -> None:
    Path("foreign.py").write_bytes(b"\xef\xbb\xbf" + KERNEL.replace("\n", "\r\n").encode())
    assert tilewhy("infer", "foreign.py").out == tilewhy("infer", "good.py").out


# ---------------------------------------------------------------------------------------------- files that are written


def test_a_file_is_replaced_whole_and_keeps_its_mode_and_its_links(tilewhy) -> None:
    Path("old.py").write_text("old")
    Path("old.py").chmod(0o640)
    Path("link.py").symlink_to("old.py")
    assert tilewhy("infer", "good.py", "-o", "link.py").status == 0
    assert Path("link.py").is_symlink()
    assert PLACED in Path("old.py").read_text()
    assert stat.S_IMODE(Path("old.py").stat().st_mode) == 0o640
    assert [name for name in os.listdir() if name.endswith(".draft")] == []


def test_what_is_no_regular_file_is_written_to_and_not_replaced(tilewhy) -> None:
    assert tilewhy("infer", "good.py", "-o", os.devnull).status == 0
    assert not Path(os.devnull).is_file()


def test_a_folder_that_does_not_exist(tilewhy) -> None:
    told = tilewhy("infer", "good.py", "-o", "no/where.py")
    assert told.status == 2
    assert told.err == "no/where.py: error[TW0607]: cannot write the file: no such file or directory\n"


def test_a_file_in_place_of_the_folder(tilewhy) -> None:
    told = tilewhy("infer", "good.py", "wrong.py", "-o", "broken.py")
    assert told.status == 2
    assert told.err == "broken.py: error[TW0607]: cannot make the folder: file exists\n"


# ---------------------------------------------------------------------------------------------- endings


def test_nobody_reads_on() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewhy.engine", "infer", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write(KERNEL.encode())
    process.stdin.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


def test_ctrl_c() -> None:
    code = "import tilewhy.engine.cli as c; print('ready', flush=True); raise SystemExit(c.main(['infer', '-']))"
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin and process.stdout and process.stderr
    assert process.stdout.readline() == b"ready\n"
    process.stdin.write(b"x")
    process.stdin.flush()
    _, said = _interrupted(process)
    assert said == b"tilewhy: interrupted\n"
    assert process.returncode == 130


def _interrupted(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """Send Ctrl-C until it arrives inside `main`, where the process waits for its standard input."""
    while True:
        try:
            process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        else:
            assert process.stdout and process.stderr and process.stdin
            process.stdin.close()
            out, err = process.stdout.read(), process.stderr.read()
            process.stdout.close()
            process.stderr.close()
            return out, err


def test_a_bug_is_reported_in_one_line(tilewhy, monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("x_tile")

    monkeypatch.setattr("tilewhy.engine.placing.parse_program", broken)
    told = tilewhy("infer", "good.py")
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith("good.py: error[TW0699]: internal error: KeyError: 'x_tile' (test_cli.py:")
    assert told.err.endswith("\n   help: this is a bug in tilewhy; PYTHONDEVMODE=1 shows the traceback\n")


def test_output_is_utf8_whatever_the_terminal_speaks() -> None:
    kernel = KERNEL.replace("bring it in", "hereinbringen: größer")
    told = process("infer", "-", input=kernel.encode(), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert told.returncode == 0
    assert "größer".encode() in told.stdout


# ---------------------------------------------------------------------------------------------- explain


def test_explain_prints_the_page_of_a_code(tilewhy) -> None:
    told = tilewhy("explain", "tw0603")
    assert told.status == 0
    assert told.out.startswith("TW0603: results without a place of their own\n\n**Cause.** Several kernels")
    assert "**Fix.**" in told.out


def test_explain_of_an_unknown_code(tilewhy) -> None:
    told = tilewhy("explain", "TW602")
    assert (told.status, told.out) == (2, "")
    assert told.err == "error[TW0604]: there is no diagnostic `TW602`\n   help: did you mean `TW0602`?\n"
