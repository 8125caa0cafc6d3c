"""Words for layouts in `result:` entries: view templates of tiles and kinds of tensors (`tile_views.md` section 5).

A template yields the layout and the fields that come with it; the rule adds shape, dtype and valid shape. What a template
with an operand does not say (`shape:`, `dtype:`, `valid:` left out) is that operand's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .record import record, replace
from .results_vocabulary import word
from .types import TensorType
from .views import Layout, implicit_layout, shape_blayout

if TYPE_CHECKING:
    from .results_context import Context
    from .types import Dim, Shape

FLIPPED = {"row_major": "col_major", "col_major": "row_major"}
DEFAULT_FRACTAL = 512


@record(eq=True)
class Template:
    """A tile view without its valid shape."""

    blayout: str
    slayout: str
    fractal: int
    pad: str = "null"
    compact: str = "null"
    stride: Shape = ()
    start_offset: Dim | None = None

    def __str__(self) -> str:
        return f"{self.blayout}/{self.slayout}/{self.fractal}"


@record(eq=True)
class TensorKind:
    """Whether a tensor result is distributed, and over which window."""

    distributed: bool = False
    window: str | None = None


@word("view", "tile", reads="layout compact")
def inherit(c: Context, index: int) -> Template:
    """The operand's block and scatter layout, pad and compact; the boxes are 512 bytes again."""
    blayout, slayout, _ = c.layout(index)
    view = c.tile(index).view
    if view is None:
        return Template(blayout, slayout, DEFAULT_FRACTAL)
    return Template(blayout, slayout, DEFAULT_FRACTAL, view.pad, view.compact)


@word("view", "tile", reads="layout compact")
def layout_of(c: Context, index: int) -> Template:
    """The operand's whole layout, pad and compact, without stride and start offset."""
    view = c.tile(index).view
    blayout, slayout, fractal = c.layout(index)
    return Template(blayout, slayout, fractal) if view is None else Template(blayout, slayout, fractal, view.pad, view.compact)


@word("view", "tile", reads="layout compact")
def effective(c: Context, index: int) -> Template:
    """Everything that the operand's view says."""
    view = c.tile(index).view
    if view is None:
        return Template(*c.layout(index))
    return Template(view.blayout, view.slayout, view.fractal, view.pad, view.compact, view.stride, view.start_offset)


@word("view", "tile", reads="layout compact")
def stored(c: Context, index: int) -> Template:
    """The operand's layout, pad and compact where its type writes a view; else the layout of the result's shape."""
    view = c.tile(index).view
    if view is None:
        return of_shape(c)
    return Template(view.blayout, view.slayout, view.fractal, view.pad, view.compact)


@word("view", "tile", reads="layout compact")
def transposed(c: Context, index: int) -> Template:
    """The operand's layout with rows and columns exchanged; pad and compact stay."""
    template = layout_of(c, index)
    return replace(
        template, blayout=FLIPPED.get(template.blayout, template.blayout), slayout=FLIPPED.get(template.slayout, template.slayout)
    )


@word("view")
def of_shape(c: Context) -> Template:
    """The layout that the result's shape alone suggests: col_major for a constant [N, 1] with N > 1, else row_major."""
    return Template(shape_blayout(c.shape), "none_box", DEFAULT_FRACTAL)


@word("view", "symbol")
def implicit(c: Context, space: str | None) -> Layout:
    """The layout that a memory space gives to a tile of the result's shape."""
    return implicit_layout(c.shape, space, c.specs)


@word("tensor")
def plain(c: Context) -> TensorKind:
    """An ordinary tensor."""
    return TensorKind()


@word("tensor")
def distributed(c: Context) -> TensorKind:
    """A distributed tensor."""
    return TensorKind(True)


@word("tensor", "operand")
def keeps(c: Context, index: int) -> TensorKind:
    """Distributed where the operand is."""
    found = c.type(index)
    return TensorKind(found.distributed, found.window) if isinstance(found, TensorType) else TensorKind()
