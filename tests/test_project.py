"""The house itself: what README, packaging and documents promise."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tilewhy.engine.cli import main

from .conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
ROOMS = ("engine", "ir_facts", "rules")


def setting(key: str) -> list[str]:
    """A list in pyproject.toml. (Python 3.10 has no TOML reader.)"""
    match = re.search(rf"(?m)^\"?{re.escape(key)}\"? = (\[[^\]]*\])", PYPROJECT)
    assert match, key
    return ast.literal_eval(match[1])


def test_the_readme_has_one_command_for_the_main_job_and_one_for_the_tests() -> None:
    commands = re.findall(r"(?m)^python3 -m venv .*$", README)
    assert len(commands) == 2
    assert commands[0].endswith("tilewhy infer examples/matmul.py")
    assert commands[1].endswith("python -m pytest -q -n auto")


def test_the_readme_shows_what_the_example_gives(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["infer", str(ROOT / "examples" / "matmul.py")]) == 0
    shown = re.search(r"```python\n(        a_first[\s\S]*?)```", README)
    assert shown and shown[1] in capsys.readouterr().out


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_every_example_is_placed_without_a_warning(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["infer", str(example), "--strict", "--target", "ascend910b"]) == 0
    assert capsys.readouterr().err == ""


def test_every_package_is_declared_and_the_root_holds_none() -> None:
    found = {"tilewhy"}
    for room in ROOMS:
        packages = {path.parent for path in (ROOT / room).rglob("*.py")}
        found |= {"tilewhy." + ".".join(package.relative_to(ROOT).parts) for package in packages}
    assert set(setting("packages")) == found
    assert list(ROOT.glob("*.py")) == []


def test_every_data_file_is_shipped() -> None:
    for room in ROOMS:
        shipped = {path for pattern in setting(f"tilewhy.{room}") for path in (ROOT / room).glob(pattern)}
        files = {path for path in (ROOT / room).rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
        assert sorted(files - shipped) == []
    assert setting("tilewhy") == ["opspecs.yaml", "opspecs.schema.json"]


def test_every_decision_names_cases_that_exist() -> None:
    text = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    lines = re.findall(r"(?m)^Cases?: (.*)$", text)
    assert len(lines) == len(re.findall(r"(?m)^## \d+\. ", text))
    for name in re.findall(r"`([^`]+)`", " ".join(lines)):
        assert (ROOT / "tests" / "cases" / f"{name}.before.py").exists() or (ROOT / name).is_dir(), name


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]
)
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    for target in re.findall(r"\]\(([^)#\s]+)\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target
