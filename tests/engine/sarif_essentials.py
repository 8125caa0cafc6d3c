"""The essentials of the SARIF 2.1.0 schema as assertions: required keys, types, and the ranges of lines and columns."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlparse

LEVELS = ("none", "note", "warning", "error")
COLUMN_KINDS = ("utf16CodeUnits", "unicodeCodePoints")


def check_log(log: Any) -> None:
    """Raise AssertionError where `log` is no SARIF 2.1.0 log (sections 3.13 to 3.52 of the standard, as far as we use them)."""
    _keys(log, required=("version", "runs"), optional=("$schema", "inlineExternalProperties", "properties"))
    assert log["version"] == "2.1.0"
    for run in _list(log["runs"]):
        _keys(run, required=("tool",), optional=("columnKind", "results", "artifacts", "invocations"))
        assert run.get("columnKind", "utf16CodeUnits") in COLUMN_KINDS
        rules = _driver(run["tool"])
        for result in _list(run.get("results", [])):
            _result(result, rules)


def _driver(tool: Any) -> list[Any]:
    _keys(tool, required=("driver",), optional=("extensions",))
    driver = tool["driver"]
    _keys(driver, required=("name",), optional=("version", "semanticVersion", "informationUri", "rules"))
    assert driver["name"]
    rules = _list(driver.get("rules", []))
    for rule in rules:
        _keys(rule, required=("id",), optional=("name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration"))
        for key in ("shortDescription", "fullDescription", "help"):
            if key in rule:
                _keys(rule[key], required=("text",), optional=("markdown",))
    assert len({rule["id"] for rule in rules}) == len(rules)
    return rules


def _result(result: Any, rules: list[Any]) -> None:
    _keys(result, required=("message",), optional=("ruleId", "ruleIndex", "level", "locations", "relatedLocations"))
    assert isinstance(result["message"]["text"], str) and result["message"]["text"]
    assert result.get("level", "warning") in LEVELS
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    for location in [*_list(result.get("locations", [])), *_list(result.get("relatedLocations", []))]:
        _location(location)
    ids = [location["id"] for location in result.get("relatedLocations", [])]
    assert len(set(ids)) == len(ids)


def _location(location: Any) -> None:
    _keys(location, required=("physicalLocation",), optional=("id", "message"))
    physical = location["physicalLocation"]
    _keys(physical, required=("artifactLocation",), optional=("region",))
    uri = physical["artifactLocation"]["uri"]
    assert isinstance(uri, str) and uri and " " not in uri and "\\" not in uri and urlparse(uri).scheme in ("", "file")
    if "region" in physical:
        region = physical["region"]
        _keys(region, required=("startLine", "startColumn", "endLine", "endColumn"), optional=())
        assert all(isinstance(value, int) and value >= 1 for value in region.values())
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])


def _keys(value: Any, *, required: tuple[str, ...], optional: tuple[str, ...]) -> None:
    assert isinstance(value, dict)
    assert set(required) <= set(value) <= {*required, *optional}, value


def _list(value: Any) -> list[Any]:
    assert isinstance(value, list)
    return value
