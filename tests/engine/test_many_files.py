"""Many kernels in one call: the same results whoever places them, in the order of the command line; a process that dies loses one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from tilewhy.engine import workers
from tilewhy.engine.cli import main
from tilewhy.engine.diagnostics import render
from tilewhy.engine.placing import Outcome, Placer, Settings
from tilewhy.engine.progress import Progress
from tilewhy.ir_facts.nodes import Source
from tilewhy.ir_facts.opspecs_load import load_table

from ..conftest import ROOT

KERNEL = (ROOT / "examples" / "masked_scores.py").read_text("utf-8")
WRONG = KERNEL.replace("pl.tile.transpose_view(k)", "pl.tile.transpose_view(none)")

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs processes that are forked")


@pytest.fixture
def kernels(tmp_path: Path) -> list[str]:
    """Twelve kernels, of which two are wrong and one is missing."""
    paths = [tmp_path / f"kernel_{number}.py" for number in range(12)]
    for number, path in enumerate(paths):
        if number != 7:
            path.write_text(WRONG if number in (3, 8) else KERNEL.replace("MaskedScores", f"Kernel{number}"), "utf-8")
    return [str(path) for path in paths]


def results(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


@linux
def test_results_and_messages_are_those_of_one_after_the_other(
    kernels: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told: list[tuple[int, str, str]] = []
    for jobs in ("1", "2", "5"):
        remarks = tmp_path / f"remarks_{jobs}.yaml"
        status = main(["infer", "--jobs", jobs, "--diff", "--remarks", str(remarks), "-o", str(tmp_path / jobs), *kernels])
        captured = capfd.readouterr()
        told.append((status, captured.out, captured.err + remarks.read_text("utf-8")))
    assert told[0] == told[1] == told[2]
    assert results(tmp_path / "1") == results(tmp_path / "2") == results(tmp_path / "5")
    assert len(results(tmp_path / "1")) == 9
    status, out, err = told[0]
    assert status == 2 and out.count("(placed)") == 9
    assert [line.split(":")[0] for line in err.splitlines() if ": error" in line] == [kernels[3], kernels[7], kernels[8]]


class Deadly(Placer):
    """Dies of some kernels, in a way that no Python code can prevent."""

    def __call__(self, source: Source) -> Outcome:
        if "kill" in source.path:
            os.kill(os.getpid(), signal.SIGKILL)
        if "exit" in source.path:
            os._exit(3)
        return super().__call__(source)


@linux
def test_a_process_that_dies_loses_its_kernel_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "Placer", Deadly)
    names = ["a.py", "kill_1.py", "b.py", "kill_2.py", "exit.py", "c.py", "d.py"]
    kernels = ((number, Source(name, KERNEL)) for number, name in enumerate(names))
    outcomes = dict(workers.place_in_processes(Settings("none", load_table(()), "clingo"), kernels, 2))
    assert sorted(outcomes) == list(range(len(names)))
    assert [names[number] for number in sorted(outcomes) if outcomes[number].text is not None] == ["a.py", "b.py", "c.py", "d.py"]
    messages = [outcomes[number].diagnostics[0] for number in (1, 3, 4)]
    assert [render(one).splitlines()[0] for one in messages] == [
        "kill_1.py: error[TW0615]: lost: the process that placed it was killed by SIGKILL",
        "kill_2.py: error[TW0615]: lost: the process that placed it was killed by SIGKILL",
        "exit.py: error[TW0615]: lost: the process that placed it ended with exit status 3",
    ]
    assert all(outcomes[number].status == 2 for number in (1, 3, 4))


@linux
def test_somebody_kills_a_process_of_a_real_call(tmp_path: Path) -> None:
    paths = [tmp_path / f"kernel_{number}.py" for number in range(40)]
    for path in paths:
        path.write_text(KERNEL, "utf-8")
    words = [sys.executable, "-m", "tilewhy.engine", "infer", "--jobs", "2", "-o", str(tmp_path / "out"), *map(str, paths)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as call:
        while not (tmp_path / "out").is_dir() or not results(tmp_path / "out"):
            time.sleep(0.01)
        children = Path(f"/proc/{call.pid}/task/{call.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        errors = call.communicate(timeout=120)[1]
    lost = [line for line in errors.splitlines() if "TW0615" in line]
    assert len(results(tmp_path / "out")) + len(lost) == len(paths) and len(lost) <= 1
    assert call.returncode == (2 if lost else 0)


@linux
def test_a_call_that_ends_early_leaves_no_process_behind() -> None:
    def endless() -> Iterator[tuple[int, Source]]:
        number = 0
        while True:
            yield number, Source("kernel.py", KERNEL)
            number += 1

    def children() -> set[str]:
        multiprocessing.active_children()  # collects those that have ended
        return set(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split())

    before = children()
    outcomes = workers.place_in_processes(Settings("none", load_table(()), "clingo"), endless(), 2)
    next(outcomes)
    assert len(children() - before) >= 2
    outcomes.close()
    deadline = time.monotonic() + 30
    while children() - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert children() - before == set()


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_counts_kernels_statements_and_failures() -> None:
    progress = Progress(4, StringIO())
    progress.add(Outcome("", (), 0, statements=300))
    progress.add(Outcome(None, (), 1))
    assert progress.line(2.0) == "[############............] 2/4 kernels, 150 statements/s, 1 failed"


def test_progress_is_drawn_on_a_terminal_only_and_leaves_nothing_there() -> None:
    pipe, terminal = StringIO(), Terminal()
    for stream in (pipe, terminal):
        progress = Progress(1, stream)
        progress.add(Outcome("", (), 0, statements=300))
        progress.clear()
    assert pipe.getvalue() == ""
    assert "1/1 kernels" in terminal.getvalue() and terminal.getvalue().endswith("\r\033[K")


@pytest.mark.parametrize("words", [["--jobs", "two"], ["--jobs", "-1"], ["--jobs", "2", "--scheduler", "tcp://localhost:1"]])
def test_jobs_that_make_no_sense_are_refused(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["infer", *words, str(ROOT / "examples" / "masked_scores.py")]) == 2
    assert "error[TW0602]: tilewhy infer: argument --" in capfd.readouterr().err
