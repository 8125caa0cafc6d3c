"""Work that makes many objects and little garbage, done without the collector looking for some. Knows nothing of what the work is."""

from __future__ import annotations

import gc
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Arguments = ParamSpec("Arguments")
Made = TypeVar("Made")


def without_collecting(work: Callable[Arguments, Made]) -> Callable[Arguments, Made]:
    """`work` with Python's cyclic collector off while it runs: trees and facts all stay, and to visit them again and again would
    make the time of a large kernel grow faster than the kernel."""

    @wraps(work)
    def uncollected(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Made:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return work(*args, **kwargs)
        finally:
            if collecting:
                gc.enable()

    return uncollected
