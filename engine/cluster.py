"""A Dask cluster that places kernels. In: settings, kernels and the address of a scheduler; out: outcomes as they are done.

The cluster gets the same task as a process of this machine does. The settings go to each worker once, also to one that joins later.
When a worker dies, Dask gives its kernels to others; a kernel of which several workers died is lost, which its outcome says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ir_facts.diagnostic import Diagnostic, DiagnosticError
from ..ir_facts.nodes import Source
from .placing import Kernels, Outcome, Placer, Settings, refused

AHEAD = 4
"""For each thread of the cluster, the kernels that it holds at a time: enough that none waits, and no corpus in memory."""

PATIENCE = 10
"""Seconds in which a scheduler answers, or is not there."""


def place_on_cluster(settings: Settings, kernels: Kernels, address: str) -> Iterator[tuple[int, Outcome]]:
    """The outcomes of `kernels`. Raises DiagnosticError TW0616 where there is no Dask, or no scheduler at the address."""
    Placer(settings)  # refuses at once what every worker would refuse
    client = _client(address)
    name = f"tilewhy-{client.id}"
    try:
        _prepare(client, name, settings)
        yield from _placed(client, name, iter(kernels))
        client.unregister_worker_plugin(name)
    except OSError as error:
        raise _no_scheduler(address, error) from error
    finally:
        client.close()


def _prepare(client: Any, name: str, settings: Settings) -> None:
    try:
        from .cluster_worker import Prepared

        client.register_plugin(Prepared(settings), name=name)
    except Exception as error:
        message = f"the workers of the cluster cannot place kernels: {type(error).__name__}: {error}"
        raise DiagnosticError(Diagnostic("TW0616", message, help="install the same tilewhy on every worker")) from error


def _placed(client: Any, name: str, kernels: Iterator[tuple[int, Source]]) -> Iterator[tuple[int, Outcome]]:
    from distributed import as_completed

    from .cluster_worker import place

    running: dict[Any, tuple[int, str]] = {}
    completed: Any = as_completed(loop=client.loop)

    def feed() -> None:
        most = AHEAD * max(sum(client.nthreads().values()), 1)
        while len(running) < most and (kernel := next(kernels, None)) is not None:
            number, source = kernel
            future = client.submit(place, name, source, pure=False)
            running[future] = (number, source.path)
            completed.add(future)

    feed()
    for future in completed:
        number, path = running.pop(future)
        yield number, _outcome(future, path)
        feed()


def _outcome(future: Any, path: str) -> Outcome:
    """The outcome of a task. Raises OSError where the scheduler is gone: a task itself never fails."""
    from distributed import KilledWorker

    if future.cancelled():  # which nobody but us could do as long as there is a scheduler
        raise OSError("the connection is lost")
    try:
        return future.result()
    except KilledWorker as error:
        message = f"lost: {error.allowed_failures + 1} workers of the cluster died of it, the last one at {error.last_worker.address}"
        help_ = "they may have run out of memory: place this kernel alone"
        return refused((Diagnostic("TW0615", message, source=Source(path, ""), help=help_),))


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        message, help_ = "--scheduler needs Dask, which is not installed", "pip install 'tilewhy[dask]'"
        raise DiagnosticError(Diagnostic("TW0616", message, help=help_)) from None
    import logging

    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it says of lost connections, we say
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _no_scheduler(address, error) from error


def _no_scheduler(address: str, error: Exception) -> DiagnosticError:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    help_ = "the address is what `dask scheduler` prints, as in tcp://host:8786"
    return DiagnosticError(Diagnostic("TW0616", f"no Dask scheduler at {address}: {reason}", help=help_))
