"""Kernels on a Dask cluster: a local one of two workers, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tilewhy.engine.cli import main

from ..conftest import ROOT

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'tilewhy[dask]'")

KERNEL = (ROOT / "examples" / "masked_scores.py").read_text("utf-8")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as local:
        yield local


def pids(cluster: Any) -> list[int]:
    return [worker.pid for worker in cluster.workers.values() if worker.pid is not None]


def test_a_killed_worker_loses_nothing_that_another_can_place(cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / f"kernel_{number}.py" for number in range(60)]
    for number, path in enumerate(paths):
        path.write_text("no kernel" if number == 5 else KERNEL, "utf-8")
    out = tmp_path / "out"
    killed: list[int] = []

    def kill() -> None:
        deadline = time.monotonic() + 60
        while not (out.is_dir() and any(out.iterdir())) and time.monotonic() < deadline:
            time.sleep(0.01)
        killed.append(pids(cluster)[0])
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    status = main(["infer", "--scheduler", cluster.scheduler_address, "-o", str(out), *map(str, paths)])
    killer.join()
    errors = [line for line in capfd.readouterr().err.splitlines() if ": error[" in line]
    assert killed and killed[0] not in pids(cluster)
    assert status == 2 and [line.split(":")[0] for line in errors] == [str(paths[5])]
    assert sorted(path.name for path in out.iterdir()) == sorted(path.name for path in paths if path is not paths[5])
    main(["infer", "-o", str(tmp_path / "here"), str(paths[0])])
    assert (out / paths[0].name).read_text("utf-8") == (tmp_path / "here").read_text("utf-8")


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tilewhy.engine.cluster.PATIENCE", 1)
    assert main(["infer", "--scheduler", "tcp://127.0.0.1:9", str(ROOT / "examples" / "masked_scores.py")]) == 2
    assert "error[TW0616]: no Dask scheduler at tcp://127.0.0.1:9" in capfd.readouterr().err
