"""Which part of a result is real data. In: shapes, valid shapes, offsets. Out: the valid shape of the result, or a refusal.

The three rules of `reference/tile_views.md` appendix A: reading a window (A.1), reshaping (A.2), and writing into a
destination (A.3). Every question about symbolic extents goes to the prover; what it cannot decide is not rejected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arithmetic import as_expr
from .nodes import Binary
from .record import record
from .refusal import Refusal
from .views import same_dim, same_shape

if TYPE_CHECKING:
    from .arithmetic import Prover
    from .types import Dim, Shape

OUTSIDE = "TW0153"
UNREPRESENTABLE = "TW0155"


@record(eq=True)
class Window:
    """How a window is read. `exact` counts the whole window against the source, otherwise only the requested part.

    `clamp` lets the window leave the source. `materialise` copies what is there (a remote load): the result never promises
    more than the source has.
    """

    exact: bool = False
    clamp: bool = False
    materialise: bool = False


def read_window(physical: Shape, valid: Shape, offsets: Shape, window: Shape, request: Shape | None, how: Window, prover: Prover) -> Shape:
    """The valid shape of `window` read at `offsets` out of a source (A.1).

    Raises `Refusal` (TW0153) when ranks differ, an offset is provably negative, the request provably exceeds the window,
    or the read provably leaves the source.
    """
    rank = len(physical)
    if len(offsets) != rank or len(window) != rank or (request is not None and len(request) != rank):
        raise Refusal(OUTSIDE, f"the source has rank {rank}, so its window needs {rank} offsets and {rank} extents", "name every axis")
    return tuple(
        _window_dim(axis, physical[axis], valid[axis], offsets[axis], window[axis], None if request is None else request[axis], how, prover)
        for axis in range(rank)
    )


def _window_dim(axis: int, physical: Dim, valid: Dim, offset: Dim, window: Dim, request: Dim | None, how: Window, prover: Prover) -> Dim:
    if prover.at_most(offset, -1):
        raise Refusal(OUTSIDE, f"the offset of axis {axis} is negative", "offsets count from the origin")
    if request is not None and prover.at_most(request, window) is False:
        raise Refusal(OUTSIDE, f"the valid extent of axis {axis} is larger than the window", "a window holds at most what its shape says")
    if not how.clamp:
        reach = window if how.exact or request is None else request
        if prover.at_most(prover.plus(offset, reach), physical) is False:
            raise Refusal(OUTSIDE, f"the window leaves its source on axis {axis}", "make the window or its offset smaller")
    if same_dim(valid, physical) and not how.clamp and (not how.materialise or isinstance(valid, int)):
        available = window
    else:
        available = prover.smaller(_behind(valid, offset, prover), window)
    if request is None:
        return available
    if how.materialise:
        return prover.smaller(request, available)
    return available if not same_dim(available, window) and prover.at_most(available, request) else request


def _behind(valid: Dim, offset: Dim, prover: Prover) -> Dim:
    """What is left of `valid` behind `offset`, never below zero."""
    if prover.equal(offset, 0):
        return valid
    start = as_expr(offset)
    return prover.simplify(Binary("-", Binary("max", as_expr(valid), start), start))


def reshaped_valid(physical: Shape, valid: Shape, target: Shape, row_major: bool, prover: Prover) -> Shape:
    """The valid shape after reshaping to `target` (A.2). `row_major` says that the source's elements lie in row-major order.

    Raises `Refusal` (TW0154) when static element counts differ, or no valid shape of `target` describes the same elements.
    """
    count, new_count = _volume(physical), _volume(target)
    if count is not None and new_count is not None and count != new_count:
        raise Refusal("TW0154", f"a shape of {count} elements cannot become one of {new_count}", "a reshape keeps every element")
    if same_shape(valid, physical) or all(prover.equal(part, whole) for part, whole in zip(valid, physical)):  # noqa: B905  # same rank
        return target
    if any(prover.equal(part, 0) for part in valid):
        return (0,) * len(target)
    carried = _by_units(physical, valid, target, 0, 0)
    if carried is None and row_major:
        carried = _flat_prefix(physical, valid, target, prover)
    if carried is None:
        raise Refusal(
            "TW0154",
            "the partially valid source has no counterpart in the new shape"
            + ("" if row_major else ", because the source is not laid out row_major"),
            "reshape before narrowing the valid shape, or fill the rest first",
        )
    return carried


def _by_units(physical: Shape, valid: Shape, target: Shape, i: int, j: int) -> Shape | None:
    """Carry valid extents over where the shapes differ only by fully valid extents of 1 (A.2, case 3)."""
    if i == len(physical) and j == len(target):
        return ()
    if i < len(physical) and j < len(target) and same_dim(physical[i], target[j]):
        rest = _by_units(physical, valid, target, i + 1, j + 1)
        if rest is not None:
            return (valid[i], *rest)
    if i < len(physical) and physical[i] == 1 and valid[i] == 1:
        rest = _by_units(physical, valid, target, i + 1, j)
        if rest is not None:
            return rest
    if j < len(target) and target[j] == 1:
        rest = _by_units(physical, valid, target, i, j + 1)
        if rest is not None:
            return (1, *rest)
    return None


def _flat_prefix(physical: Shape, valid: Shape, target: Shape, prover: Prover) -> Shape | None:
    """Describe a valid region that is a prefix of the row-major elements in the new shape (A.2, case 4)."""
    free = 0
    while free < len(valid) - 1 and valid[free] == 1:
        free += 1
    trailing = _volume(physical[free + 1 :])
    if trailing is None or any(not prover.equal(part, whole) for part, whole in zip(valid[free + 1 :], physical[free + 1 :])):  # noqa: B905  # same rank
        return None
    if any(not isinstance(extent, int) for extent in target):
        return None
    extent = valid[free]
    for axis, whole in enumerate(target):
        suffix = _volume(target[axis + 1 :])
        if suffix is None or not isinstance(whole, int):
            return None
        if isinstance(extent, int):
            elements = extent * trailing
            fits = elements % suffix == 0 and elements // suffix <= whole
            found: Dim = elements // suffix
        else:
            source = physical[free]
            fits = suffix == trailing and isinstance(source, int) and whole >= source
            found = extent
        if fits:
            return (1,) * axis + (found, *target[axis + 1 :])
    return None


def _volume(shape: Shape) -> int | None:
    product = 1
    for extent in shape:
        if not isinstance(extent, int):
            return None
        product *= extent
    return product


def written_valid(physical: Shape, valid: Shape, source: Shape, source_valid: Shape, offsets: Shape, exact: bool, prover: Prover) -> Shape:
    """The valid shape of a destination after `source` was written into it at `offsets` (A.3); all ranks are equal.

    `exact` (assemble) counts the whole source against the destination, otherwise (store) only its valid part. Raises
    `Refusal` (TW0153) for a write that provably leaves the destination, (TW0155) for a union that is no rectangle.
    """
    axes = range(len(physical))
    for axis in axes:
        if prover.at_most(offsets[axis], -1):
            raise Refusal(OUTSIDE, f"the offset of axis {axis} is negative", "offsets count from the origin")
        reach = source[axis] if exact else source_valid[axis]
        if prover.at_most(prover.plus(offsets[axis], reach), physical[axis]) is False:
            raise Refusal(OUTSIDE, f"the write leaves its destination on axis {axis}", "make the source or its offset smaller")
    if any(prover.equal(extent, 0) for extent in source_valid):
        return valid
    at_origin = [prover.equal(offset, 0) is True for offset in offsets]
    if any(prover.equal(extent, 0) for extent in valid):
        if all(at_origin):
            return source_valid
        raise Refusal(
            UNREPRESENTABLE, "the destination holds nothing yet, so the write must start at its origin", "write at offsets of 0 first"
        )
    if all(prover.equal(valid[axis], physical[axis]) for axis in axes):
        return valid
    growing = [axis for axis in axes if not prover.at_most(prover.plus(offsets[axis], source_valid[axis]), valid[axis])]
    if not growing:
        return valid
    if all(at_origin) and all(prover.at_most(valid[axis], source_valid[axis]) for axis in axes):
        return source_valid
    if len(growing) == 1:
        axis = growing[0]
        others_agree = all(at_origin[other] and prover.equal(valid[other], source_valid[other]) for other in axes if other != axis)
        if others_agree and prover.at_most(offsets[axis], valid[axis]):
            end = prover.larger(valid[axis], prover.simplify(prover.plus(offsets[axis], source_valid[axis])))
            return (*valid[:axis], prover.smaller(end, physical[axis]), *valid[axis + 1 :])
    raise Refusal(
        UNREPRESENTABLE,
        "what was valid before and what is written do not make one rectangle from the origin",
        "write next to the valid part, or fill the destination first",
    )
