"""Diagnostics in, a SARIF 2.1.0 log out: the form in which editors and code review show them in place.

Lines and columns count from 1, columns in characters, ends exclusive, as SARIF has them. Writes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import quote

from .codes import pages
from .diagnostics import diagnostic_json

if TYPE_CHECKING:
    from ..ir_facts.diagnostic import Diagnostic
    from .diagnostics import Json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION = "2.1.0"


def sarif_log(diagnostics: Iterable[Diagnostic]) -> dict[str, Json]:
    """The log of one run. Each code that occurs becomes a rule with the text of its page."""
    found = [diagnostic_json(diagnostic) for diagnostic in diagnostics]
    codes = sorted({str(one["code"]) for one in found})
    rules: list[Json] = [_rule(code) for code in codes]
    results: list[Json] = [_result(one, codes.index(str(one["code"]))) for one in found]
    driver: dict[str, Json] = {"name": "tilewhy", "version": _version(), "rules": rules}
    run: dict[str, Json] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def _rule(code: str) -> dict[str, Json]:
    page = pages()[code]
    return {
        "id": code,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.title},
        "help": {"text": page.body, "markdown": page.body},
    }


def _result(one: dict[str, Json], index: int) -> dict[str, Json]:
    labels = one["labels"]
    places = [label for label in labels if isinstance(label, dict)] if isinstance(labels, list) else []
    message = f"{one['message']} ({one['help']})" if one["help"] else str(one["message"])
    result: dict[str, Json] = {"ruleId": one["code"], "ruleIndex": index, "level": one["severity"], "message": {"text": message}}
    if places:
        result["locations"] = [_location(places[0])]
    elif one["path"] is not None:
        result["locations"] = [{"physicalLocation": {"artifactLocation": {"uri": _uri(str(one["path"]))}}}]
    related: list[Json] = [_related(place, number) for number, place in enumerate(places[1:], 1)]
    if related:
        result["relatedLocations"] = related
    return result


def _related(place: dict[str, Json], number: int) -> dict[str, Json]:
    location = {**_location(place), "id": number}
    if place["text"]:
        location["message"] = {"text": place["text"]}
    return location


def _location(place: dict[str, Json]) -> dict[str, Json]:
    region: dict[str, Json] = {
        "startLine": place["line"],
        "startColumn": place["column"],
        "endLine": place["end_line"],
        "endColumn": place["end_column"],
    }
    physical: dict[str, Json] = {"region": region}
    if place["path"] is not None:
        physical["artifactLocation"] = {"uri": _uri(str(place["path"]))}
    return {"physicalLocation": physical}


def _uri(path: str) -> str:
    """A path as a URI reference; an absolute one names its file completely."""
    forward = path.replace(os.sep, "/")
    return quote(forward) if not os.path.isabs(path) else "file://" + quote(forward if forward.startswith("/") else f"/{forward}")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tilewhy")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0"
