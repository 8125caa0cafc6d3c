"""The reference of every key of an op-spec file, as Markdown. In: the shapes of `opspecs_schema`. Out: the end of `docs/opspecs.md`.

    python -m tilewhy.ir_facts.opspecs_document docs/opspecs.md      writes it anew, below the line that says so

The tutorial above that line is written by hand; a test runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import opspecs_shapes as shapes
from .opspecs_schema import CASE, FILE, OP, SPELLINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKER = "<!-- Generated from here on: python -m tilewhy.ir_facts.opspecs_document docs/opspecs.md -->\n"

_PLAIN: dict[type[shapes.Shape], str] = {shapes.Flag: "`true` or `false`", shapes.Number: "number", shapes.Free: "mapping"}
_TITLES = {"ops": "An entry of `ops`", "dsl": "An entry of `dsl`"}


def reference() -> str:
    """Everything below the marker."""
    parts = [
        "## Reference\n",
        "Every key, what may stand there, and what it means. Keys in **bold** must be there in a complete description; an overlay says "
        "only what differs. The schema for editors comes from the same source.\n",
        "### The file\n",
        *_table(FILE),
    ]
    for key, field in FILE.fields.items():
        inner = _inside(field.shape)
        if key not in _TITLES and inner is not None:
            parts += [f"### `{key}`\n", f"{field.says[0].upper()}{field.says[1:]}.\n", *_table(inner), *_deeper(inner, "")]
    parts += [f"### {_TITLES['ops']}\n", *_table(OP), *_deeper(OP, "")]
    parts += [f"### {_TITLES['dsl']}\n", "The signature of a spelling, and what it stands for.\n", *_table(_spelling())]
    parts += ["A case, or the entry itself where there is only one:\n", *_table(shapes.Fields(CASE))]
    parts += ["The expressions under `result` have a reference of their own: [result_rules.md](result_rules.md).\n"]
    return "\n".join(parts)


def _spelling() -> shapes.Fields:
    assert isinstance(SPELLINGS, shapes.ListOf) and isinstance(SPELLINGS.item, shapes.Fields)
    return shapes.Fields({key: field for key, field in SPELLINGS.item.fields.items() if key not in CASE})


def _inside(shape: shapes.Shape) -> shapes.Fields | None:
    """The mapping with fixed keys that a value is made of, at whatever depth."""
    if isinstance(shape, shapes.Fields):
        return shape
    if isinstance(shape, shapes.MapOf):
        return _inside(shape.value)
    if isinstance(shape, shapes.ListOf):
        return _inside(shape.item)
    if isinstance(shape, shapes.Forms) and shape.mapping is not None:
        return _inside(shape.mapping)
    return None


def _table(fields: shapes.Fields) -> Iterator[str]:
    yield "| key | value | meaning |"
    yield "|---|---|---|"
    for key, field in fields.fields.items():
        name = f"**`{key}`**" if field.required else f"`{key}`"
        yield f"| {name} | {_value(field.shape)} | {_cell(field.says)} |"
    if fields.rest is not None:
        yield f"| any other | {_value(fields.rest)} | |"
    yield ""


def _deeper(fields: shapes.Fields, above: str) -> Iterator[str]:
    """The tables of mappings inside these, each under its path."""
    for key, field in fields.fields.items():
        inner = _inside(field.shape)
        if inner is not None:
            yield f"Under `{above}{key}`:\n"
            yield from _table(inner)
            yield from _deeper(inner, f"{above}{key}.")
    rest = None if fields.rest is None else _inside(fields.rest)
    if rest is not None and rest.fields:
        yield "Under any other key:\n"
        yield from _table(rest)


def _value(shape: shapes.Shape) -> str:
    if isinstance(shape, shapes.Fields):
        return "mapping"
    if isinstance(shape, shapes.MapOf):
        keys = "name" if shape.key is None else shape.key
        return f"{keys}: {_value(shape.value)}" if not isinstance(shape.value, shapes.Fields) else f"{keys}: mapping"
    if isinstance(shape, shapes.ListOf):
        item = _value(shape.item)
        return f"{item}, or a list" if shape.single else f"list of {item}"
    if isinstance(shape, shapes.Forms):
        return " or ".join(_value(form) for form in (shape.word, shape.items, shape.mapping) if form is not None)
    if isinstance(shape, shapes.Word):
        return ", ".join(f"`{word}`" for word in shape.words)
    if isinstance(shape, shapes.Name):
        return "`inherit`, `follow` or a space" if shape.what == "output" else shape.what
    return _PLAIN.get(shape.__class__, "word")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def rewritten(document: str) -> str:
    """`document` with its reference up to date."""
    return document.partition(MARKER)[0] + MARKER + "\n" + reference()


if __name__ == "__main__":
    import sys

    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(rewritten(text))
