"""The JSON Schema of op-spec files, for editors. In: the shapes of `opspecs_schema`. Out: `opspecs.schema.json` as text.

    python -m tilewhy.ir_facts.opspecs_jsonschema > opspecs.schema.json

It describes a file as a person writes it, so an overlay: no section has to be there, and `null` may stand where it removes
something. Names of spaces, ops and so on may be any word, since a file declares its own; those that `opspecs.yaml` declares are
offered. What takes more than shapes to know is said by `tilewhy ops check`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from . import opspecs_shapes as shapes
from .opspecs_schema import FILE, OP
from .results_rules import KINDS, RESULTS, SAYS

if TYPE_CHECKING:
    from collections.abc import Callable

Schema: TypeAlias = "dict[str, Any]"

DIALECT = "http://json-schema.org/draft-07/schema#"
"""The dialect that editors know best."""

_RESULT: Schema = {"$ref": "#/definitions/result"}


def document() -> Schema:
    """The whole schema."""
    from .opspecs import load_specs

    specs = load_specs()
    declared = {
        "space": specs.spaces,
        "dtype": specs.dtypes,
        "target": specs.targets,
        "category": specs.categories,
        "op": specs.ops,
        "output": ("inherit", "follow", *specs.spaces),
    }
    required = [key for key, field in FILE.fields.items() if field.required]
    alone: Schema = {"properties": {"standalone": {"const": True}}, "required": ["standalone"]}
    return {
        "$schema": DIALECT,
        "title": "op specs of tilewhy",
        **schema_of(FILE, whole=False),
        "if": alone,
        "then": {"required": required},
        "definitions": {
            **{what: {"anyOf": [{"enum": list(names)}, {"type": "string"}]} for what, names in declared.items()},
            "result": _result(),
        },
    }


def schema_of(shape: shapes.Shape, whole: bool = True) -> Schema:
    """What may stand where `shape` is read. `whole`: it replaces what lies below; else it is merged, and may be a part."""
    return _BY_CLASS[shape.__class__](shape, whole)


def _or_null(schema: Schema, whole: bool) -> Schema:
    """`schema`, or `null` where an overlay takes away what lies below."""
    if whole:
        return schema
    # The plainer form gives the plainer messages.
    return {**schema, "type": [schema["type"], "null"]} if isinstance(schema.get("type"), str) else {"anyOf": [schema, {"type": "null"}]}


def _word(shape: shapes.Word, whole: bool) -> Schema:
    return {"enum": [int(word) if word.isdigit() else word for word in shape.words]}


def _name(shape: shapes.Name, whole: bool) -> Schema:
    return {"$ref": f"#/definitions/{shape.what}"}


def _list(shape: shapes.ListOf, whole: bool) -> Schema:
    item = schema_of(shape.item)
    found: Schema = {"type": "array", "items": item}
    return {"anyOf": [item, found]} if shape.single else found


def _map(shape: shapes.MapOf, whole: bool) -> Schema:
    names: Schema = {} if shape.key is None else {"propertyNames": {"$ref": f"#/definitions/{shape.key}"}}
    count = {"minProperties": 1, "maxProperties": 1} if shape.single else {}
    return {"type": "object", **names, **count, "additionalProperties": _or_null(schema_of(shape.value, whole), whole)}


def _fields(shape: shapes.Fields, whole: bool) -> Schema:
    inside = whole or shape is OP  # what an overlay says under a key of an op replaces all that was said there
    found: Schema = {
        "type": "object",
        "properties": {key: _field(field, inside, whole) for key, field in shape.fields.items()},
        "additionalProperties": False if shape.rest is None else _or_null(schema_of(shape.rest, inside), whole),
    }
    required = [key for key, field in shape.fields.items() if field.required]
    return {**found, "required": required} if whole and required else found


def _field(field: shapes.Field, inside: bool, whole: bool) -> Schema:
    schema = _RESULT if field is OP.fields["result"] else schema_of(field.shape, inside)
    return {"description": field.says, **_or_null(schema, whole)}


def _forms(shape: shapes.Forms, whole: bool) -> Schema:
    return {"anyOf": [schema_of(form, whole) for form in (shape.word, shape.items, shape.mapping) if form is not None]}


def _result() -> Schema:
    """A `result:` entry: one key that says what the result is, and those that refine it."""
    expression: Schema = {"type": ["string", "integer"]}
    row = _closed({"when": expression, "then": expression}, "then")
    value: Schema = {"anyOf": [expression, {"type": "array", "items": {"anyOf": [row, expression]}}]}
    condition = _closed(dict.fromkeys(("when", "that", "says"), {"type": "string"}), "that")
    special: Schema = {
        "tuple": {"type": "array", "items": _RESULT},
        "require": {"type": "array", "items": {"anyOf": [{"type": "string"}, condition]}},
    }
    plain = dict.fromkeys(("type", "marker", "memref"), {"type": "string"})
    # YAML reads a bare `null` as nothing; in a result it is a member of the text's enums.
    keys = {key: {"anyOf": [value, {"type": "null"}]} for key in KINDS}
    properties = {key: {"description": SAYS[key], **schema} for key, schema in {**keys, **plain, **special}.items()}
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "oneOf": [{"required": [key]} for key in RESULTS],
    }


def _closed(properties: dict[str, Schema], required: str) -> Schema:
    return {"type": "object", "properties": properties, "required": [required], "additionalProperties": False}


_BY_CLASS: dict[type[shapes.Shape], Callable[[Any, bool], Schema]] = {
    shapes.Text: lambda _, __: {"type": "string"},
    shapes.Literal: lambda _, __: {"type": ["string", "number", "boolean", "null"]},
    shapes.Flag: lambda _, __: {"type": "boolean"},
    shapes.Number: lambda _, __: {"type": "integer", "minimum": 0},
    shapes.Free: lambda _, __: {},
    shapes.Word: _word,
    shapes.Name: _name,
    shapes.ListOf: _list,
    shapes.MapOf: _map,
    shapes.Fields: _fields,
    shapes.Forms: _forms,
}


def text() -> str:
    """The text of `opspecs.schema.json`."""
    import json

    return json.dumps(document(), indent=1) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(text())
