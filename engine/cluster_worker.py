"""What a worker of a Dask cluster runs. In comes a kernel, out its outcome. Imported on workers, and only where Dask is."""

from __future__ import annotations

from typing import Any

from distributed import WorkerPlugin, get_worker

from ..ir_facts.nodes import Source
from .placing import Outcome, Placer, Settings


class Prepared(WorkerPlugin):
    """Reads settings once for each worker, also for one that joins or is started again while kernels are placed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def setup(self, worker: Any) -> None:
        """A worker begins."""
        self.place = Placer(self._settings)


def place(name: str, source: Source) -> Outcome:
    """The outcome of one kernel, with the settings of that name."""
    prepared: Any = get_worker().plugins[name]
    return prepared.place(source)
